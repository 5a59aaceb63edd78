import { z } from 'zod';
import { sendMailsSoon } from '../../_shared/mail/send.ts';
import { toOutcome, verifyAndSettle } from '../../_shared/payments/settle.ts';
import { connectAsService } from '../../_shared/queries/database.ts';
import { deletedOrderOf, readAttempt } from '../../_shared/queries/payments.ts';
import { isToSend } from '../../_shared/domain/order-status.ts';
import { messages } from '../../_shared/messages.ts';
import { deletedReply, listQuery } from '../../_shared/schemas/common.ts';
import {
  orderCountReply,
  orderReply,
  ownOrdersQuery,
  ordersReply,
  payInput,
  payReply,
  placeOrderInput,
  placeOrderReply,
  settleInput,
  settleReply,
  totalIncomeReply,
  totalOrdersReply,
} from '../../_shared/schemas/orders.ts';
import { call, type Call } from '../call.ts';
import { ApiError, notFound } from '../errors.ts';
import { check } from '../middleware/body.ts';
import { cancelErrors, cancelOwnOrder } from '../cancelling.ts';
import { requireUnpaid } from '../payment-checks.ts';
import { openPayment, payAgain, resumePayment, wayRefused } from '../payment.ts';
import { requireLines } from '../queries/addresses.ts';
import * as queries from '../queries/orders.ts';
import { deleteRecord } from '../queries/trash.ts';
import { readUser } from '../queries/users.ts';
import { syncDatabaseSettings } from '../database-settings.ts';

const idempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,200}$/, 'Idempotency-Key: 1 to 200 visible characters')
  .optional();

export const orders: Call[] = [
  call(
    {
      method: 'GET',
      path: '/orders/user-orders',
      summary: "The signed-in customer's orders, newest first",
      access: 'customer',
      query: ownOrdersQuery,
      reply: ordersReply,
    },
    async ({ db, imageUrl, query, caller }) => {
      const page = await queries.listOrders(db, imageUrl, query, caller.id);
      const { items: orders, ...rest } = page;
      return { orders, ...rest };
    },
  ),
  call(
    {
      method: 'GET',
      path: '/orders/user-orders/:id',
      summary: 'One order of the signed-in customer, for instance for its invoice',
      access: 'shopper',
      reply: orderReply,
    },
    async ({ db, imageUrl, id }) => ({ order: await queries.readOrder(db, imageUrl, id()) }),
  ),
  call(
    {
      method: 'GET',
      path: '/orders/order-count',
      summary: 'The number of orders of the signed-in customer',
      access: 'customer',
      reply: orderCountReply,
    },
    async ({ db }) => ({ orderCount: await queries.countOwnOrders(db) }),
  ),
  call(
    {
      method: 'POST',
      path: '/orders/place-order',
      summary:
        'Place an order and get the URL of the payment page. The same Idempotency-Key with the same body returns the same response. A free order is Paid at once, with the URL of the page after payment, as has an order on terms',
      access: 'shopper',
      guardedInSql: true,
      body: placeOrderInput,
      reply: placeOrderReply,
      status: 201,
      codes: { quantity: 'bad_quantity' },
      limitedInSql: true,
      errors: [
        'key_reused',
        'empty_order',
        'bad_quantity',
        'unknown_product',
        'out_of_stock',
        'amount_differs',
        'voucher_refused',
        'not_delivered',
        'shipping_gone',
        'below_minimum',
        'order_quantity',
        'no_terms',
        'credit_exceeded',
        'no_address',
        'choice_missing',
        'open_order',
        'paid_meanwhile',
        'provider_unreachable',
        'payment_unavailable',
        'way_refused',
      ],
    },
    async ({ db, c, settings, imageUrl, body }) => {
      const key = check(idempotencyKey, c.req.header('idempotency-key')) ?? null;
      if (body.deliverTo) await requireLines(db, body.deliverTo, 'deliverTo.');
      await syncDatabaseSettings(settings);
      const placed = await queries.placeOrder(db, imageUrl, { ...body, key }, (open) =>
        requireUnpaid(settings, open),
      );
      const { order, attempt, refusal } = placed;
      if (refusal !== null) throw wayRefused(order, body.payWith ? refusal : 'none');
      const isResumed = body.checkout && attempt === null && order.status === 'Pending';
      const paymentInfo = isResumed
        ? await resumePayment(settings, order, body.payWith)
        : await openPayment(settings, order, attempt);
      // Free orders are paid at once, those on terms are to be sent.
      if (isToSend(order)) sendMailsSoon(settings);
      return { message: 'Order placed', order, paymentInfo };
    },
  ),
  call(
    {
      method: 'POST',
      path: '/orders/settle',
      summary: 'Verify a payment at the provider and settle the order',
      access: 'shopper',
      guardedInSql: true,
      body: settleInput,
      reply: settleReply,
    },
    async ({ db, settings, imageUrl, caller, body: { reference } }) => {
      // With the rights of the caller: payments of others count as unknown.
      const found = await queries.findPaidOrder(db, imageUrl, reference);
      if (found?.status === 'Paid' || found?.status === 'Refunded') {
        return { order: found, outcome: 'paid' as const };
      }
      const deleted = found ? null : await deletedOrderOf(connectAsService(settings), reference);
      if (!found && deleted?.customer !== caller.id) throw notFound('Payment');
      const attempt = await readAttempt(connectAsService(settings), reference);
      if (!attempt) throw notFound('Payment');
      const outcome = toOutcome(await verifyAndSettle(settings, attempt));
      const order = await queries.readPaidOrder(db, imageUrl, reference);
      // The webhook may have arrived during the verification.
      return { order, outcome: order.status === 'Paid' ? ('paid' as const) : outcome };
    },
  ),
  call(
    {
      method: 'POST',
      path: '/orders/:id/pay',
      summary: 'Start another payment of a Pending order',
      access: 'shopper',
      body: payInput,
      reply: payReply,
      limitedInSql: true,
      errors: [
        'not_pending',
        'below_minimum',
        'voucher_refused',
        'payment_unavailable',
        'way_refused',
      ],
    },
    async ({ db, settings, imageUrl, id, body: { payWith: provider } }) => {
      await syncDatabaseSettings(settings);
      const order = await queries.readOrder(db, imageUrl, id());
      const payment =
        order.status === 'Pending' ? await payAgain(settings, order, { provider }) : null;
      if (payment && 'data' in payment) return { message: 'Payment started', paymentInfo: payment };
      const now = await queries.readOrder(db, imageUrl, order._id);
      throw new ApiError(409, 'not_pending', 'This order needs no payment', {
        more: { order: now },
      });
    },
  ),
  call(
    {
      method: 'POST',
      path: '/orders/:id/cancel',
      summary:
        'Cancel a Pending order that was not paid meanwhile, as the provider knows, or one that costs nothing, or refund a paid one; of these, nothing may be packed. What is paid for a Pending one later is held',
      access: 'shopper',
      guardedInSql: true,
      reply: orderReply,
      errors: cancelErrors,
    },
    async ({ db, settings, imageUrl, id, caller }) => {
      const found = await queries.readOrder(db, imageUrl, id());
      await cancelOwnOrder({ settings, db, imageUrl, askedBy: caller.id }, found);
      return { order: await queries.readOrder(db, imageUrl, found._id) };
    },
  ),
  call(
    {
      method: 'GET',
      path: '/orders/all-orders',
      summary: 'All orders, newest first',
      access: 'admin',
      query: listQuery,
      reply: ordersReply,
    },
    async ({ db, imageUrl, query }) => {
      const { items: orders, ...rest } = await queries.listOrders(db, imageUrl, query);
      return { orders, ...rest };
    },
  ),
  call(
    {
      method: 'DELETE',
      path: '/orders/delete-order/:id',
      summary: 'Delete an order',
      access: 'admin',
      reply: deletedReply,
    },
    async ({ db, bucket, id }) => ({
      message: messages.orders.removed,
      undo: await deleteRecord({ db, bucket }, 'orders', id(), 'Order'),
    }),
  ),
  call(
    {
      method: 'GET',
      path: '/orders/users/:userId',
      summary: 'The orders of one customer, newest first',
      access: 'admin',
      query: listQuery,
      reply: ordersReply,
    },
    async ({ db, imageUrl, query, id }) => {
      const page = await queries.listOrders(db, imageUrl, query, id('userId'));
      const { items: orders, ...rest } = page;
      // An empty list may mean that the customer does not exist.
      if (orders.length === 0) await readUser(db, id('userId'));
      return { orders, ...rest };
    },
  ),
  call(
    {
      method: 'GET',
      path: '/orders/getTotalOrders',
      summary: 'The number of orders',
      access: 'admin',
      guardedInSql: true,
      reply: totalOrdersReply,
    },
    async ({ db }) => ({ totalOrders: await queries.countOrders(db) }),
  ),
  call(
    {
      method: 'GET',
      path: '/orders/monthly-income',
      summary: 'The income of this calendar month of the shop, in the shop’s currency',
      access: 'admin',
      guardedInSql: true,
      reply: totalIncomeReply,
    },
    async ({ db }) => ({ totalIncome: await queries.readMonthlyIncome(db) }),
  ),
];
