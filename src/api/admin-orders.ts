import type { PaymentOutcome } from '#shared/domain/order-status.ts';
import type { BoundedTotal } from '#shared/schemas/common.ts';
import type { AdminOrder, OrderDetails } from '#shared/schemas/admin-orders.ts';
import { call, callForFile } from './client.ts';
import { bounded } from './shape.ts';
import { deleted, deletedMany, type Deleted, type DeletedMany } from './trash.ts';

/** One page of the orders that fit; `params` as in the address of a table, with filters status, from, to, customer. */
export const fetchOrders = (params: string) =>
  call<{ orders: AdminOrder[] } & BoundedTotal>(
    `/orders/admin/list?${params}`,
    { orders: 'array', ...bounded },
    { as: 'admin' },
  );

/** The orders that fit as comma-separated values; pages and sorting of `params` do not count. */
export const fetchOrdersFile = (params: string) =>
  callForFile(`/orders/admin/export?${params}`, 'admin');

export const fetchOrder = (id: string) =>
  call<OrderDetails>(
    `/orders/admin/${encodeURIComponent(id)}`,
    { order: 'object', events: 'array', changes: 'array' },
    { as: 'admin' },
  );

/** Asks the provider how payments and refunds of an order stand, and settles. */
export const checkPayment = (id: string) =>
  call<{ message: string; outcome: PaymentOutcome; order: AdminOrder }>(
    `/orders/admin/${encodeURIComponent(id)}/check-payment`,
    { message: 'string', outcome: 'string', order: 'object' },
    { method: 'POST', as: 'admin' },
  );

/** Gives one payment of an order back in full. */
export const refundPayment = (id: string, reference: string) =>
  call<{ message: string; order: AdminOrder }>(
    `/orders/admin/${encodeURIComponent(id)}/refund`,
    { message: 'string', order: 'object' },
    {
      method: 'POST',
      body: { reference },
      as: 'admin',
    },
  );

export const deleteOrders = (ids: readonly string[]) =>
  call<DeletedMany>('/orders/admin/delete', deletedMany, {
    method: 'POST',
    body: { ids },
    as: 'admin',
  });

export const deleteOrder = (id: string) =>
  call<Deleted>(`/orders/delete-order/${encodeURIComponent(id)}`, deleted, {
    method: 'DELETE',
    as: 'admin',
  });

export const fetchTotalOrders = () =>
  call<{ totalOrders: number }>(
    '/orders/getTotalOrders',
    { totalOrders: 'number' },
    { as: 'admin' },
  );

/** Dollars paid in this calendar month. */
export const fetchMonthlyIncome = () =>
  call<{ totalIncome: number }>(
    '/orders/monthly-income',
    { totalIncome: 'number' },
    { as: 'admin' },
  );
