import type { PaymentOutcome } from '#shared/domain/order-status.ts';
import type { Order, PaymentInfo, PlaceOrderInput } from '#shared/schemas/orders.ts';
import { call } from './client.ts';

export const fetchUserOrders = () =>
  call<{ orders: Order[] }>('/orders/user-orders', { as: 'user' });

export const fetchUserOrder = (id: string) =>
  call<{ order: Order }>(`/orders/user-orders/${encodeURIComponent(id)}`, { as: 'user' });

export const fetchOrderCount = () =>
  call<{ orderCount: number }>('/orders/order-count', { as: 'user' });

/** The same key again gives the same order and its payment address. */
export const placeOrder = (body: PlaceOrderInput, idempotencyKey: string) =>
  call<{ message: string; order: Order; paymentInfo: PaymentInfo }>('/orders/place-order', {
    method: 'POST',
    body,
    as: 'user',
    headers: { 'idempotency-key': idempotencyKey },
  });

/** Asks the provider how a payment ended and settles it. */
export const settleOrder = (reference: string) =>
  call<{ order: Order; outcome: PaymentOutcome }>('/orders/settle', {
    method: 'POST',
    body: { reference },
    as: 'user',
  });

/** Another try at paying a Pending order. */
export const payOrder = (id: string) =>
  call<{ message: string; paymentInfo: PaymentInfo }>(`/orders/${encodeURIComponent(id)}/pay`, {
    method: 'POST',
    as: 'user',
  });
