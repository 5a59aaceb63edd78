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

function orderOf(
  email: string,
  items: readonly CartItem[],
  price: CartPrice | null,
  terms: boolean,
): PlaceOrderInput {
  return {
    email,
    amount: totalOf(items, price),
    checkout: true,
    terms,
    shippingMethod: price?.shippingMethodId,
    voucher: price?.voucherCode,
    poNumber: $wanted.get().poNumber,
    products: items.map(({ product, quantity, size, color }) => ({
      product: product._id,
      quantity,
      size,
      color,
    })),
  };
}

/** The kept key belongs to an order that is over, or to other lines, so these lines are a new order. */
function isOfAnother(reply: Awaited<ReturnType<typeof placeOrder>>): boolean {
  if (!reply.ok) return reply.code === 'key_reused';
  // What costs nothing is Paid from the beginning, whether it is new or a repeat.
  return !['Pending', 'OnTerms'].includes(reply.order.status) && reply.order.totalPrice > 0;
}

/** Orders the lines and answers where to pay, or where to go on when nothing is to be paid. */
export async function placeOrderOfCart(
  email: string,
  items: readonly CartItem[],
  price: CartPrice | null,
  terms: boolean,
): Promise<Placing> {
  const order = orderOf(email, items, price, terms);
  const send = () => placeOrder(order, attemptKey(sessionStorage, JSON.stringify(order)));
  let reply = await send();
  if (isOfAnother(reply)) {
    forgetAttempt(sessionStorage);
    reply = await send();
  }
  if (reply.ok) {
    // Done already: whatever is ordered next is a new order.
    if (reply.order.totalPrice === 0 || terms) forgetAttempt(sessionStorage);
    return { ok: true, paymentAddress: reply.paymentInfo.data.authorization_url };
  }
  // Refused for good: after mending what was wrong the next attempt is a new one. A lost answer keeps its key.
  if (reply.status >= 400 && reply.status < 500) forgetAttempt(sessionStorage);
  return { ok: false, status: reply.status, code: reply.code, message: reply.message };
}
