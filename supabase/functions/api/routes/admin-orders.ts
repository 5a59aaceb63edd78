import { z } from 'zod';
import { messages } from '../../_shared/messages.ts';
import {
  orderDetailsReply,
  orderExportQuery,
  orderIdsInput,
  orderListQuery,
  orderListReply,
  paymentCheckedReply,
  refundInput,
  refundReply,
} from '../../_shared/schemas/admin-orders.ts';
import { bulkReply } from '../../_shared/schemas/common.ts';
import { call, type Call } from '../call.ts';
import { csvFile } from '../csv.ts';
import { ApiError, notFound } from '../errors.ts';
import { orderCsvHead, orderCsvPages } from '../order-csv.ts';
import { checkPayments, refundOrder } from '../payment-checks.ts';
import * as queries from '../queries/admin-orders.ts';
import { listOrderChanges } from '../queries/audit.ts';
import { deleteRecords } from '../queries/trash.ts';

export const adminOrders: Call[] = [
  call(
    {
      method: 'GET',
      path: '/orders/admin/list',
      summary: 'One page of the orders that fit, with their payments, and how many fit in all',
      access: 'admin',
      guardedInSql: true,
      query: orderListQuery,
      reply: orderListReply,
    },
    ({ db, imageUrl, query }) => queries.findOrders(db, imageUrl, query),
  ),
  call(
    {
      method: 'GET',
      path: '/orders/admin/export',
      summary: 'All orders that fit as a file of comma-separated values, newest first, one a line',
      access: 'admin',
      query: orderExportQuery,
      reply: z.string(),
      file: 'text/csv',
    },
    async ({ db, imageUrl, query }) =>
      csvFile('orders.csv', orderCsvHead, orderCsvPages(queries.eachOrder(db, imageUrl, query))),
  ),
  call(
    {
      method: 'GET',
      path: '/orders/admin/:id',
      summary:
        'One order with its payments, refunds, what the provider told us, and who changed it',
      access: 'admin',
      reply: orderDetailsReply,
    },
    async ({ db, imageUrl, id }) => {
      const order = await queries.readAdminOrder(db, imageUrl, id());
      const [events, changes] = await Promise.all([
        queries.listEvents(db, order),
        listOrderChanges(db, order._id),
      ]);
      return { order, events, changes };
    },
  ),
  call(
    {
      method: 'POST',
      path: '/orders/admin/:id/check-payment',
      summary:
        'Ask the payment provider how the payments and refunds of an order stand, and settle',
      access: 'admin',
      reply: paymentCheckedReply,
      errors: ['payment_not_begun', 'provider_unreachable'],
    },
    async ({ db, settings, imageUrl, id }) => {
      const before = await queries.readAdminOrder(db, imageUrl, id());
      if (before.attempts.length === 0) {
        const { notBegun, noCardPayment } = messages.orders;
        throw new ApiError(
          409,
          'payment_not_begun',
          before.status === 'Pending' ? notBegun : noCardPayment,
        );
      }
      const outcome = await checkPayments(settings, before._id);
      const order = await queries.readAdminOrder(db, imageUrl, before._id);
      const message =
        order.status === 'Refunded' ? messages.orders.refunded : messages.orders.checked[outcome];
      return { message, outcome, order };
    },
  ),
  call(
    {
      method: 'POST',
      path: '/orders/admin/:id/refund',
      summary: 'Give a payment of an order back in full, through the payment provider',
      access: 'admin',
      body: refundInput,
      reply: refundReply,
      errors: ['not_refundable', 'already_refunded', 'refund_refused', 'provider_unreachable'],
    },
    async ({ db, settings, imageUrl, id, caller, body: { reference } }) => {
      const before = await queries.readAdminOrder(db, imageUrl, id());
      const payment = before.attempts.find((it) => it.reference === reference);
      if (!payment) throw notFound('Payment');
      if (payment.amount === 0) throw new ApiError(409, 'not_refundable', messages.orders.wasFree);
      const it = { orderId: before._id, reference, askedBy: caller.id };
      const { status } = await refundOrder(settings, it);
      const order = await queries.readAdminOrder(db, imageUrl, before._id);
      const { refunded, refundUnderWay } = messages.orders;
      return { message: status === 'processed' ? refunded : refundUnderWay, order };
    },
  ),
  call(
    {
      method: 'POST',
      path: '/orders/admin/delete',
      summary: 'Delete orders, all or none; they can be restored for a month',
      access: 'admin',
      body: orderIdsInput,
      reply: bulkReply,
    },
    async ({ db, bucket, body: { ids } }) => {
      const undo = await deleteRecords({ db, bucket }, 'orders', ids);
      return { message: messages.orders.removedMany(undo.length), count: undo.length, undo };
    },
  ),
];
