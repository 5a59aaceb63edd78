import { z } from 'zod';
import { toOutcome, verifyAndSettle } from '../../_shared/paystack/settle.ts';
import { messages } from '../../_shared/messages.ts';
import { deletedReply, listQuery } from '../../_shared/schemas/common.ts';
import {
  orderCountReply,
  orderReply,
  ownOrdersQuery,
  ordersReply,
  payReply,
  placeOrderInput,
  placeOrderReply,
  settleInput,
  settleReply,
  totalIncomeReply,
  totalOrdersReply,
} from '../../_shared/schemas/orders.ts';
import { call, type Call } from '../call.ts';
import { ApiError } from '../errors.ts';
import { check } from '../middleware/body.ts';
import { openPayment, payAgain } from '../payment.ts';
import * as queries from '../queries/orders.ts';
import { deleteRecord } from '../queries/trash.ts';
import { readUser } from '../queries/users.ts';
import { tellDatabase } from '../tell-database.ts';

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
      access: 'customer',
      reply: orderReply,
    },
    async ({ db, imageUrl, id }) => ({ order: await queries.readOrder(db, imageUrl, id()) }),
  ),
  call(
    {
      method: 'GET',
      path: '/orders/order-count',
      summary: 'How many orders the signed-in customer has placed',
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
        'Place an order and get the address of the card page; the same Idempotency-Key with the same body again gives the same answer. What costs nothing is Paid at once, and the address is that of the page after paying',
      access: 'customer',
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
        'below_minimum',
        'payment_unavailable',
      ],
    },
    async ({ db, c, settings, imageUrl, body }) => {
      const key = check(idempotencyKey, c.req.header('idempotency-key')) ?? null;
      await tellDatabase(settings);
      const { order, attempt } = await queries.placeOrder(db, imageUrl, { ...body, key });
      const paymentInfo = await openPayment(settings, order, attempt);
      return { message: 'Order placed', order, paymentInfo };
    },
  ),
  call(
    {
      method: 'POST',
      path: '/orders/settle',
      summary: 'Ask the payment provider how a payment ended and settle the order accordingly',
      access: 'customer',
      guardedInSql: true,
      body: settleInput,
      reply: settleReply,
    },
    async ({ db, settings, imageUrl, body: { reference } }) => {
      // As the caller: somebody else's payment is as good as unknown.
      const before = await queries.readPaidOrder(db, imageUrl, reference);
      if (before.status === 'Paid' || before.status === 'Refunded') {
        return { order: before, outcome: 'paid' as const };
      }
      const outcome = toOutcome(await verifyAndSettle(settings, reference));
      const order = await queries.readPaidOrder(db, imageUrl, reference);
      // The webhook may have been quicker than our own question.
      return { order, outcome: order.status === 'Paid' ? ('paid' as const) : outcome };
    },
  ),
  call(
    {
      method: 'POST',
      path: '/orders/:id/pay',
      summary: 'Try again to pay an order that is still Pending',
      access: 'customer',
      reply: payReply,
      limitedInSql: true,
      errors: ['not_pending', 'below_minimum', 'payment_unavailable'],
    },
    async ({ db, settings, imageUrl, id }) => {
      await tellDatabase(settings);
      const order = await queries.readOrder(db, imageUrl, id());
      const again = order.status === 'Pending' ? await payAgain(settings, order) : null;
      if (again && 'data' in again) return { message: 'Payment started', paymentInfo: again };
      const now = await queries.readOrder(db, imageUrl, order._id);
      throw new ApiError(409, 'not_pending', 'This order needs no payment', {
        more: { order: now },
      });
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
      // An empty list may mean that there is no such customer at all.
      if (orders.length === 0) await readUser(db, id('userId'));
      return { orders, ...rest };
    },
  ),
  call(
    {
      method: 'GET',
      path: '/orders/getTotalOrders',
      summary: 'How many orders there are',
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
      summary: 'What was paid in this calendar month (UTC), in dollars',
      access: 'admin',
      guardedInSql: true,
      reply: totalIncomeReply,
    },
    async ({ db }) => ({ totalIncome: await queries.readMonthlyIncome(db) }),
  ),
];
