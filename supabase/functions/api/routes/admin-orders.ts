import { z } from 'zod';
import { limits } from '../../_shared/domain/limits.ts';
import { toMinor } from '../../_shared/domain/money.ts';
import { messages } from '../../_shared/messages.ts';
import { handlingMessages } from '../../_shared/order-messages.ts';
import {
  assignInput,
  checkedOrdersInput,
  orderDetailsReply,
  orderExportQuery,
  orderIdsInput,
  orderListQuery,
  orderListReply,
  ordersCancelledReply,
  paymentCheckedReply,
  paymentsCheckedReply,
  refundInput,
  refundReply,
  slipsReply,
} from '../../_shared/schemas/admin-orders.ts';
import { termsMessages } from '../../_shared/terms-messages.ts';
import {
  bulkReply,
  id as refundKey,
  idsReply,
  messageReply,
} from '../../_shared/schemas/common.ts';
import { call, type Call } from '../call.ts';
import { ApiError, notFound } from '../errors.ts';
import { check } from '../middleware/body.ts';
import { orderFile } from '../order-csv.ts';
import { recordCsv } from '../record-csv.ts';
import { checkManyPayments, checkPayments, countOutcomes, refundOrder } from '../payment-checks.ts';
import * as queries from '../queries/admin-orders.ts';
import { listOrderChanges } from '../queries/audit.ts';
import { listOrderMails } from '../queries/mail.ts';
import { listOrderNotes } from '../queries/notes.ts';
import { missingPieces } from '../queries/parcels.ts';
import { deleteRecords } from '../queries/trash.ts';

const sentAlready = () =>
  new ApiError(409, 'sent_already', 'Only an order of which nothing was sent can be cancelled.');

/** The id of the refund. */
const idempotencyKey = refundKey.optional();

export const adminOrders: Call[] = [
  call(
    {
      method: 'GET',
      path: '/orders/admin/list',
      summary: 'A page of the matching orders with their payments, and their total',
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
      summary: 'All matching orders as a CSV file, newest first',
      access: 'admin',
      query: orderExportQuery,
      reply: z.string(),
      file: 'text/csv',
    },
    ({ db, imageUrl, query }) =>
      recordCsv(orderFile, db, imageUrl, queries.eachOrder(db, imageUrl, query)),
  ),
  call(
    {
      method: 'POST',
      path: '/orders/admin/export',
      summary: 'These orders as a CSV file, in their order; missing ones are skipped',
      access: 'admin',
      body: orderIdsInput,
      reply: z.string(),
      file: 'text/csv',
    },
    ({ db, imageUrl, body: { ids } }) =>
      recordCsv(orderFile, db, imageUrl, queries.readOrders(db, imageUrl, ids)),
  ),
  call(
    {
      method: 'POST',
      path: '/orders/admin/slips',
      summary:
        'These orders in their order, with the SKUs of their lines, for packing slips and a pick list; missing ones are skipped',
      access: 'admin',
      body: orderIdsInput,
      reply: slipsReply,
    },
    ({ db, imageUrl, body: { ids } }) => queries.readSlips(db, imageUrl, ids),
  ),
  call(
    {
      method: 'POST',
      path: '/orders/admin/check-payments',
      summary: `Verify the payments of up to ${limits.bulkChecks} orders at the provider, and settle them`,
      access: 'admin',
      body: checkedOrdersInput,
      reply: paymentsCheckedReply,
    },
    async ({ settings, body: { ids } }) => {
      const counts = countOutcomes(await checkManyPayments(settings, ids));
      return { message: messages.orders.checkedMany(counts), counts };
    },
  ),
  call(
    {
      method: 'POST',
      path: '/orders/admin/cancel',
      summary: `Cancel up to ${limits.bulkChecks} orders: Pending ones that were not paid meanwhile, as the provider knows, and those on terms or that cost nothing of which nothing was sent`,
      access: 'admin',
      body: checkedOrdersInput,
      reply: ordersCancelledReply,
    },
    async ({ db, settings, body: { ids } }) => {
      const { unpaid, free } = await queries.cancellableAmong(db, ids);
      const outcomes = await checkManyPayments(settings, unpaid);
      const stillUnpaid = [...outcomes].filter(([, it]) => it === 'failed' || it === 'pending');
      const count = await queries.cancelOrders(db, [...free, ...stillUnpaid.map(([id]) => id)]);
      const left = ids.length - count;
      return { message: messages.orders.cancelledMany(count, left), count, left };
    },
  ),
  call(
    {
      method: 'GET',
      path: '/orders/admin/ids',
      summary: `The ids of the matching orders on all pages, at most ${limits.bulkRows}`,
      access: 'admin',
      guardedInSql: true,
      query: orderExportQuery,
      reply: idsReply,
    },
    async ({ db, query }) => ({ ids: await queries.listOrderIds(db, query) }),
  ),
  call(
    {
      method: 'GET',
      path: '/orders/admin/:id',
      summary: 'An order with its payments, refunds, provider events, audit trail, mails and notes',
      access: 'admin',
      reply: orderDetailsReply,
    },
    async ({ db, imageUrl, id }) => {
      const order = await queries.readAdminOrder(db, imageUrl, id());
      const [events, changes, mails, notes, missing] = await Promise.all([
        queries.listEvents(db, order),
        listOrderChanges(db, order._id),
        listOrderMails(db, order._id),
        listOrderNotes(db, order._id),
        missingPieces(db, [order._id]),
      ]);
      return { order, events, changes, mails, notes, missing };
    },
  ),
  call(
    {
      method: 'POST',
      path: '/orders/admin/:id/check-payment',
      summary: 'Verify the payments and refunds of an order at the provider, and settle them',
      access: 'admin',
      reply: paymentCheckedReply,
      errors: ['payment_not_begun', 'provider_unreachable'],
    },
    async ({ db, settings, imageUrl, id }) => {
      const found = await queries.readAdminOrder(db, imageUrl, id());
      if (found.attempts.length === 0) {
        const { notBegun, noCardPayment } = messages.orders;
        throw new ApiError(
          409,
          'payment_not_begun',
          found.status === 'Pending' ? notBegun : noCardPayment,
        );
      }
      const outcome = await checkPayments(settings, found._id);
      const order = await queries.readAdminOrder(db, imageUrl, found._id);
      const message =
        order.status === 'Refunded' ? messages.orders.refunded : messages.orders.checked[outcome];
      return { message, outcome, order };
    },
  ),
  call(
    {
      method: 'POST',
      path: '/orders/admin/:id/refund',
      summary:
        'Refund what is left of a payment of an order, an amount, pieces and shipping, or a return, or cancel a paid order that was not sent. A UUID as Idempotency-Key makes it safe to repeat the request',
      access: 'admin',
      body: refundInput,
      reply: refundReply,
      errors: [
        'not_refundable',
        'already_refunded',
        'key_reused',
        'return_moved',
        'sent_already',
        'refund_refused',
        'provider_unreachable',
      ],
    },
    async ({ c, db, settings, imageUrl, id, caller, body: { reference, amount, ...wanted } }) => {
      const key = check(idempotencyKey, c.req.header('idempotency-key'));
      const found = await queries.readAdminOrder(db, imageUrl, id());
      const payment = found.attempts.find((it) => it.reference === reference);
      if (!payment) throw notFound('Payment');
      const hasProvider = payment.transfer === null && payment.amount > 0;
      // Of an exchange, what was paid for the replaced pieces is refunded.
      if (wanted.cancel && payment.amount === 0 && !found.exchange) {
        if ((await queries.cancelOrders(db, [found._id])) === 0) throw sentAlready();
        const order = await queries.readAdminOrder(db, imageUrl, found._id);
        return { message: messages.orders.cancelled, order };
      }
      const { status, amount_minor: refunded } = await refundOrder(settings, {
        ...wanted,
        withoutProvider: hasProvider ? undefined : payment,
        id: key ?? crypto.randomUUID(),
        reference,
        amount: amount === undefined ? undefined : toMinor(amount, payment.currency),
        askedBy: caller.id,
      });
      const order = await queries.readAdminOrder(db, imageUrl, found._id);
      const done =
        payment.transfer === null ? messages.orders.refunded : termsMessages.refundedByTransfer;
      const { refundUnderWay, wasFree } = messages.orders;
      const message = status === 'processed' ? done : refundUnderWay;
      return { message: refunded === 0 ? wasFree : message, order };
    },
  ),
  call(
    {
      method: 'POST',
      path: '/orders/admin/delete',
      summary: 'Delete orders, all or none; they can be restored for 30 days',
      access: 'admin',
      body: orderIdsInput,
      reply: bulkReply,
    },
    async ({ db, bucket, body: { ids } }) => {
      const undo = await deleteRecords({ db, bucket }, 'orders', ids);
      return { message: messages.orders.removedMany(undo.length), count: undo.length, undo };
    },
  ),
  call(
    {
      method: 'POST',
      path: '/orders/admin/assign',
      summary: 'Hand orders to an administrator, or to nobody; missing ones are skipped',
      access: 'admin',
      guardedInSql: true,
      body: assignInput,
      reply: messageReply,
    },
    async ({ db, body }) => {
      const count = await queries.assignOrders(db, body);
      return { message: handlingMessages.handed(count, body.administrator !== null) };
    },
  ),
];
