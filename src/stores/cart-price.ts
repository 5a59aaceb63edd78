import { atom, computed, onMount } from 'nanostores';
import { cartPrice } from '../api/cart.ts';
import { query, revalidate } from '../api/query.ts';
import { $cartItems } from './cart.ts';

const voucherKey = 'hemline:voucher';

/** The voucher outlives the page, since people go back and forth between cart and checkout. */
const keptVoucher = (): string =>
  typeof window === 'undefined' ? '' : (sessionStorage.getItem(voucherKey) ?? '');

/** What the shopper wants, '' for the cheapest method or no voucher; the price says what there is of it. */
export const $wanted = atom({ shippingMethod: '', voucher: keptVoucher() });

/** What the cart costs with shipping, tax and voucher; read again whenever the cart changes. */
export const $cartPrice = query(computed($wanted, cartPrice));
onMount($cartPrice, () => $cartItems.listen(reloadPrice));

export function chooseShipping(shippingMethod: string): void {
  $wanted.set({ ...$wanted.get(), shippingMethod });
}

/** Empty takes it away. */
export function setVoucher(voucher: string): void {
  sessionStorage.setItem(voucherKey, voucher);
  $wanted.set({ ...$wanted.get(), voucher });
}

/** After something that it depends on has changed, such as the address. */
export function reloadPrice(): void {
  revalidate('/cart/price');
}
