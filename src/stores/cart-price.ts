import { atom, computed, onMount } from 'nanostores';
import { cartPrice } from '../api/cart.ts';
import { query, revalidate } from '../api/query.ts';
import { $cartItems } from './cart.ts';

const storageKey = 'hemline:cart-price';

interface Wanted {
  readonly shippingMethod: string;
  readonly voucher: string;
  readonly poNumber: string;
}

const nothing: Wanted = { shippingMethod: '', voucher: '', poNumber: '' };

function readWanted(): Wanted {
  if (typeof window === 'undefined') return nothing;
  return { ...nothing, ...JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') };
}

/**
 * What the shopper wants, '' for the cheapest method, no voucher or no purchase order number; the price says what there is of it. Kept while people go back
 * and forth between cart, checkout and card page.
 */
export const $wanted = atom(readWanted());

/** What the cart costs with shipping, tax and voucher; read again whenever the cart changes. */
export const $cartPrice = query(computed($wanted, cartPrice));
onMount($cartPrice, () => $cartItems.listen(reloadPrice));

/** Whether the company of the customer cannot order the cart in its quantities. */
export const isRefused = (): boolean => Boolean($cartPrice.get().body?.price?.quantityProblem);

/** Of the cart from now on. */
export function want(wanted: Partial<Wanted>): void {
  $wanted.set({ ...$wanted.get(), ...wanted });
  sessionStorage.setItem(storageKey, JSON.stringify($wanted.get()));
}

/** The cart was ordered. */
export const forgetWanted = (): void => want(nothing);

/** After something that it depends on has changed, such as the address. */
export function reloadPrice(): void {
  revalidate('/cart/price');
}
