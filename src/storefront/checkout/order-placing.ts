import type { CartItem, CartPrice } from '#shared/schemas/cart.ts';
import type { PlaceOrderInput } from '#shared/schemas/orders.ts';
import { placeOrder } from '../../api/orders.ts';
import { $wanted } from '../../stores/cart-price.ts';
import { totalOf } from '../cart/totals.ts';
import { attemptKey, forgetAttempt } from './attempt-key.ts';

export type Placing =
  | { readonly ok: true; readonly paymentAddress: string }
  | {
      readonly ok: false;
      readonly status: number;
      readonly code: string;
      readonly message: string;
    };

interface Paying {
  readonly onTerms: boolean;
  /** The chosen way to pay; empty where there is none. */
  readonly payWith: string;
}

function orderOf(
  email: string,
  items: readonly CartItem[],
  price: CartPrice | null,
  { onTerms, payWith }: Paying,
): PlaceOrderInput {
  const { poNumber, deliverTo, gift } = $wanted.get();
  return {
    email,
    amount: totalOf(items, price),
    checkout: true,
    terms: onTerms,
    ...(payWith && { payWith }),
    shippingMethod: price?.shippingMethodId,
    voucher: price?.voucherCode,
    poNumber,
    deliverTo,
    gift: gift === null ? null : { message: gift },
    products: items.map(({ product, quantity, size, color }) => ({
      product: product._id,
      quantity,
      size,
      color,
    })),
  };
}

/** The stored key belongs to a completed order or other lines, so this is a new order. */
function isOfAnother(reply: Awaited<ReturnType<typeof placeOrder>>): boolean {
  if (!reply.ok) return reply.code === 'key_reused';
  // Free orders are Paid immediately, whether new or repeated.
  return !['Pending', 'OnTerms'].includes(reply.order.status) && reply.order.totalPrice > 0;
}

/** Places the order and returns the payment URL, or the next page if there is nothing to pay. */
export async function placeOrderOfCart(
  email: string,
  items: readonly CartItem[],
  price: CartPrice | null,
  paying: Paying,
): Promise<Placing> {
  const order = orderOf(email, items, price, paying);
  const send = () => placeOrder(order, attemptKey(sessionStorage, JSON.stringify(order)));
  let reply = await send();
  if (isOfAnother(reply)) {
    forgetAttempt(sessionStorage);
    reply = await send();
  }
  if (reply.ok) {
    // Already done: the next order is a new one.
    const isDone = reply.order.totalPrice === 0 || reply.order.payment.awaited || paying.onTerms;
    if (isDone) forgetAttempt(sessionStorage);
    return { ok: true, paymentAddress: reply.paymentInfo.data.authorization_url };
  }
  // Definitely refused: the next attempt is new. After a lost response the key is kept.
  if (reply.status >= 400 && reply.status < 500) forgetAttempt(sessionStorage);
  return { ok: false, status: reply.status, code: reply.code, message: reply.message };
}
