import { useStore } from '@nanostores/react';
import { currencyName, formatPrice } from '#shared/domain/money.ts';
import { includedTax, reverseCharge, sumRows, type SumRow } from '#shared/domain/order-sums.ts';
import type { CartItem, CartPrice } from '#shared/schemas/cart.ts';
import { $cartPrice } from '../../stores/cart-price.ts';
import { cartTotal, totalOf } from './totals.ts';
import { CartError } from './CartError.tsx';
import { Sums } from './Sums.tsx';
import style from './Summary.module.css';

function rowsOf(price: CartPrice | null, loading: boolean, noAddress: string): SumRow[] {
  if (!price) return [{ name: 'Shipping', value: loading ? '…' : 'Unknown' }];
  if (price.delivered) return sumRows(price, formatPrice);
  const value = price.country ? 'Not available' : noAddress;
  return sumRows(price, formatPrice).map((row) =>
    row.name === 'Shipping' ? { ...row, value } : row,
  );
}

function freeShippingText({ toFreeShipping, lostFreeShipping }: CartPrice): string {
  if (toFreeShipping === null) return '';
  const amount = formatPrice(toFreeShipping);
  return lostFreeShipping
    ? `With the voucher, your order is ${amount} short of free shipping.`
    : `${amount} more for free shipping.`;
}

interface CartSumsProps {
  items: readonly CartItem[];
  /** Of the checkout, which shows the subtotal too and asks for the address. */
  subtotal?: boolean;
}

/** The totals of the cart: voucher, shipping, tax and total. */
export function CartSums({ items, subtotal = false }: CartSumsProps) {
  const { body, failure, busy } = useStore($cartPrice);
  const price = body?.price ?? null;
  const rows = [
    ...(subtotal ? [{ name: 'Subtotal', value: formatPrice(cartTotal(items)) }] : []),
    ...rowsOf(price, busy, subtotal ? 'After your address' : 'At checkout'),
  ];
  const toFree = price && freeShippingText(price);
  const note = price?.taxFree ? reverseCharge : price ? includedTax(price, formatPrice) : '';
  return (
    <>
      <Sums rows={rows} total={formatPrice(totalOf(items, price))} note={note} live />
      <div role="status">{toFree && <p className={style.fact}>{toFree}</p>}</div>
      <p className={style.fact}>We bill in {currencyName()}.</p>
      {failure && !busy && <CartError text={failure.message} />}
    </>
  );
}
