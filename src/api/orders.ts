import type { z } from 'zod';
import type {
  orderCountReply,
  orderReply,
  ordersReply,
  OwnOrdersQuery,
  payReply,
  PlaceOrderInput,
  placeOrderReply,
  settleReply,
} from '#shared/schemas/orders.ts';
import type { exchangesReply, ReturnInput } from '#shared/schemas/returns.ts';
import { call, resource } from './client.ts';
import { shopper } from './tokens.ts';

const paymentInfo = { data: { authorization_url: 'string' } } as const;

/** How many orders are shown at once. */
const ordersAtOnce = 12;

export type OrdersPart = z.infer<typeof ordersReply>;

/** The newest orders, or the page after a cursor. */
export function userOrders({ status, cursor }: OwnOrdersQuery = {}) {
  const query = new URLSearchParams({ limit: String(ordersAtOnce) });
  if (status) query.set('status', status);
  if (cursor) query.set('cursor', cursor);
  return resource<OrdersPart>(`/orders/user-orders?${query}`, { orders: 'array' }, { as: 'user' });
}

export const userOrder = (id: string) =>
  resource<z.infer<typeof orderReply>>(
    `/orders/user-orders/${encodeURIComponent(id)}`,
    { order: 'object' },
    { as: 'user' },
  );

export const orderCount = () =>
  resource<z.infer<typeof orderCountReply>>(
    '/orders/order-count',
    { orderCount: 'number' },
    { as: 'user' },
  );

/** The same key returns the same order and payment URL. Never sent again for another shopper, whose address is another. */
export const placeOrder = (body: PlaceOrderInput, idempotencyKey: string) =>
  call<z.infer<typeof placeOrderReply>>(
    '/orders/place-order',
    { message: 'string', order: 'object', paymentInfo },
    { method: 'POST', body, as: shopper(), headers: { 'idempotency-key': idempotencyKey } },
  );

/** Checks a payment with the provider and settles it. */
export const settleOrder = (reference: string) =>
  call<z.infer<typeof settleReply>>(
    '/orders/settle',
    { order: 'object', outcome: 'string' },
    { method: 'POST', body: { reference }, as: 'shopper' },
  );

/** For an unpaid order. */
export const cancelOrder = (id: string) =>
  call<z.infer<typeof orderReply>>(
    `/orders/${encodeURIComponent(id)}/cancel`,
    { order: 'object' },
    { method: 'POST', as: 'shopper' },
  );

/** What the lines of an order can be exchanged for. */
export const exchanges = (id: string) =>
  resource<z.infer<typeof exchangesReply>>(
    `/orders/${encodeURIComponent(id)}/exchanges`,
    { choices: 'array' },
    { as: 'user' },
  );

/** Requests the return of pieces that were sent, for a refund or in exchange. */
export const requestReturn = (id: string, body: ReturnInput) =>
  call<z.infer<typeof orderReply> & { message: string }>(
    `/orders/${encodeURIComponent(id)}/returns`,
    { message: 'string', order: 'object' },
    { method: 'POST', body, as: 'user' },
  );

/** Starts another payment of a Pending order, with one of its ways to pay; without, the newest page or the first way. */
export const payOrder = (id: string, payWith?: string) =>
  call<z.infer<typeof payReply>>(
    `/orders/${encodeURIComponent(id)}/pay`,
    { message: 'string', paymentInfo },
    { method: 'POST', body: { payWith }, as: 'shopper' },
  );
