import type { PaymentOutcome } from '#shared/domain/order-status.ts';
import type {
  Order,
  OwnOrdersQuery,
  PaymentInfo,
  PlaceOrderInput,
} from '#shared/schemas/orders.ts';
import { call } from './client.ts';

const paymentInfo = { data: { authorization_url: 'string' } } as const;

/** How many orders are shown at once. */
const ordersAtOnce = 12;

export interface OrdersPart {
  readonly orders: Order[];
  /** Of the part that comes after; null where there is none. */
  readonly next?: string | null;
}

/** The newest orders, or with a cursor those that come after. */
export function fetchUserOrders({ status, cursor }: OwnOrdersQuery = {}) {
  const query = new URLSearchParams({ limit: String(ordersAtOnce) });
  if (status) query.set('status', status);
  if (cursor) query.set('cursor', cursor);
  return call<OrdersPart>(`/orders/user-orders?${query}`, { orders: 'array' }, { as: 'user' });
}

export const fetchUserOrder = (id: string) =>
  call<{ order: Order }>(
    `/orders/user-orders/${encodeURIComponent(id)}`,
    { order: 'object' },
    { as: 'user' },
  );

export const fetchOrderCount = () =>
  call<{ orderCount: number }>('/orders/order-count', { orderCount: 'number' }, { as: 'user' });

/** The same key again gives the same order and its payment address. */
export const placeOrder = (body: PlaceOrderInput, idempotencyKey: string) =>
  call<{ message: string; order: Order; paymentInfo: PaymentInfo }>(
    '/orders/place-order',
    { message: 'string', order: 'object', paymentInfo },
    {
      method: 'POST',
      body,
      as: 'user',
      headers: { 'idempotency-key': idempotencyKey },
    },
  );

/** Asks the provider how a payment ended and settles it. */
export const settleOrder = (reference: string) =>
  call<{ order: Order; outcome: PaymentOutcome }>(
    '/orders/settle',
    { order: 'object', outcome: 'string' },
    {
      method: 'POST',
      body: { reference },
      as: 'user',
    },
  );

/** Another try at paying a Pending order. */
export const payOrder = (id: string) =>
  call<{ message: string; paymentInfo: PaymentInfo }>(
    `/orders/${encodeURIComponent(id)}/pay`,
    { message: 'string', paymentInfo },
    {
      method: 'POST',
      as: 'user',
    },
  );
