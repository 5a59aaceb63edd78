import type { z } from 'zod';
import type {
  AssignInput,
  OrderDetails,
  orderListReply,
  ordersCancelledReply,
  paymentCheckedReply,
  paymentsCheckedReply,
  RefundInput,
  refundReply,
  Slips,
} from '#shared/schemas/admin-orders.ts';
import type { messageReply } from '#shared/schemas/common.ts';
import type { totalIncomeReply, totalOrdersReply } from '#shared/schemas/orders.ts';
import { post, read, remove } from './admin-call.ts';
import { call } from './client.ts';
import { tablePage } from './page.ts';
import { selectionCalls } from './selection-calls.ts';
import { bounded, sentence } from './shape.ts';
import { deleted, deletedMany, type Deleted, type DeletedMany } from './trash.ts';

/** A page of matching orders; `params` is a table query with the filters status, from, to, customer. */
export const orderPage = tablePage(
  '/orders/admin/list',
  { orders: 'array', ...bounded },
  (it: z.infer<typeof orderListReply>) => it.orders,
);

export const [fetchOrdersFile, fetchChosenOrders, orderIds] = selectionCalls('/orders/admin');

/** Checks up to `limits.bulkChecks` orders with the provider. */
export const checkPayments = (chosen: readonly string[]) =>
  post<z.infer<typeof paymentsCheckedReply>>(
    '/orders/admin/check-payments',
    { message: 'string', counts: 'object' },
    { ids: chosen },
  );

/** Cancels up to `limits.bulkChecks` orders, unless they are paid or sent. */
export const cancelOrders = (chosen: readonly string[]) =>
  post<z.infer<typeof ordersCancelledReply>>(
    '/orders/admin/cancel',
    { message: 'string', count: 'number', left: 'number' },
    { ids: chosen },
  );

/** These orders with the SKUs of their lines. */
export const fetchSlips = (chosen: readonly string[]) =>
  post<Slips>('/orders/admin/slips', { orders: 'array', skus: 'object' }, { ids: chosen });

export const order = (id: string) =>
  read<OrderDetails>(`/orders/admin/${encodeURIComponent(id)}`, {
    order: 'object',
    events: 'array',
    changes: 'array',
    mails: 'array',
    notes: 'array',
    missing: 'array',
  });

/** Hands orders to an administrator, or to nobody. */
export const assignOrders = (body: AssignInput) =>
  post<z.infer<typeof messageReply>>('/orders/admin/assign', sentence, body);

/** Checks the payments and refunds of an order with the provider, and settles them. */
export const checkPayment = (id: string) =>
  call<z.infer<typeof paymentCheckedReply>>(
    `/orders/admin/${encodeURIComponent(id)}/check-payment`,
    { message: 'string', outcome: 'string', order: 'object' },
    { method: 'POST', as: 'admin' },
  );

/** Refunds all or part of a payment. The same key never refunds twice. */
export const refundPayment = (id: string, body: RefundInput, key: string) =>
  call<z.infer<typeof refundReply>>(
    `/orders/admin/${encodeURIComponent(id)}/refund`,
    { message: 'string', order: 'object' },
    {
      method: 'POST',
      body,
      as: 'admin',
      headers: { 'idempotency-key': key },
    },
  );

export const deleteOrders = (chosen: readonly string[]) =>
  post<DeletedMany>('/orders/admin/delete', deletedMany, { ids: chosen });

export const deleteOrder = (id: string) =>
  remove<Deleted>(`/orders/delete-order/${encodeURIComponent(id)}`, deleted);

export const totalOrders = () =>
  read<z.infer<typeof totalOrdersReply>>('/orders/getTotalOrders', { totalOrders: 'number' });

/** Paid in this calendar month. */
export const monthlyIncome = () =>
  read<z.infer<typeof totalIncomeReply>>('/orders/monthly-income', { totalIncome: 'number' });
