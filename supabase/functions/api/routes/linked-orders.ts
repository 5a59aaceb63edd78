import { z } from 'zod';
import { linkedOrderId } from '../../_shared/mail/order-link.ts';
import { orderLinkMessages } from '../../_shared/order-messages.ts';
import { toOutcome, verifyAndSettle } from '../../_shared/payments/settle.ts';
import { connectAsService, connectForLink } from '../../_shared/queries/database.ts';
import { deletedOrderOf, readAttempt } from '../../_shared/queries/payments.ts';
import { sendMailsSoon } from '../../_shared/mail/send.ts';
import { returnMessages } from '../../_shared/return-messages.ts';
import { linkedInvoicesReply } from '../../_shared/schemas/invoices.ts';
import { exchangesReply, returnInput } from '../../_shared/schemas/returns.ts';
import { quoteMessages } from '../../_shared/quote-messages.ts';
import {
  linkedOrderReply,
  linkSettledReply,
  payInput,
  payReply,
  settleInput,
} from '../../_shared/schemas/orders.ts';
import type { Settings } from '../../_shared/settings.ts';
import { call, type Call } from '../call.ts';
import { syncDatabaseSettings } from '../database-settings.ts';
import { ApiError } from '../errors.ts';
import { cancelErrors, cancelOwnOrder } from '../cancelling.ts';
import { payAgain } from '../payment.ts';
import { readGuestOrder, readLinkedOrder, readPayableOrder } from '../queries/linked-orders.ts';
import { listInvoices } from '../queries/invoices.ts';
import type { ImageUrl } from '../queries/orders.ts';
import { listExchanges, requestReturn } from '../queries/returns.ts';

const ended = () => new ApiError(404, 'link_ended', orderLinkMessages.ended);

/** @throws ApiError 404 for a link that has ended or was not signed by this shop */
async function orderIdIn(token: string | undefined, settings: Settings): Promise<string> {
  const id = await linkedOrderId(token ?? '', settings);
  if (!id) throw ended();
  return id;
}

async function showLinked(settings: Settings, imageUrl: ImageUrl, id: string) {
  const order = await readLinkedOrder(settings, imageUrl, id);
  if (!order) throw ended();
  return { order };
}

/** Orders by the links in mails, without signing in. Nothing of their customers but the first name is in an answer. */
export const linkedOrders: Call[] = [
  call(
    {
      method: 'GET',
      path: '/orders/by-link/:token',
      summary:
        'The order that a link in a mail shows without signing in, until 90 days after it was placed. Has nothing of its customer but the first name',
      access: 'anyone',
      reply: linkedOrderReply,
      limitedInSql: true,
    },
    async ({ c, settings, imageUrl }) => {
      const id = await orderIdIn(c.req.param('token'), settings);
      return showLinked(settings, imageUrl, id);
    },
  ),
  call(
    {
      method: 'GET',
      path: '/orders/by-link/:token/invoices',
      summary: 'An order that was placed without an account, with its invoice and credit notes',
      access: 'anyone',
      reply: linkedInvoicesReply,
      limitedInSql: true,
      errors: ['link_ended', 'sign_in'],
    },
    async ({ c, settings, imageUrl }) => {
      const id = await orderIdIn(c.req.param('token'), settings);
      const order = await readGuestOrder(settings, imageUrl, id);
      return { order, invoices: await listInvoices(connectForLink(settings, id).reading, id) };
    },
  ),
  call(
    {
      method: 'POST',
      path: '/orders/by-link/:token/pay',
      summary:
        'Start a payment of a Pending order that the back office placed, or somebody without an account, by the link in its mail',
      access: 'anyone',
      body: payInput,
      reply: payReply,
      limitedInSql: true,
      errors: [
        'link_ended',
        'not_pending',
        'below_minimum',
        'out_of_stock',
        'payment_unavailable',
        'way_refused',
      ],
    },
    async ({ c, settings, imageUrl, body: { payWith: provider } }) => {
      const token = c.req.param('token') ?? '';
      const id = await orderIdIn(token, settings);
      await syncDatabaseSettings(settings);
      const order = await readPayableOrder(settings, imageUrl, id);
      const back = `${settings.siteUrl}/order/${token}`;
      const payment =
        order &&
        (await payAgain(settings, order, { provider, back }).catch((error: unknown) => {
          if (!(error instanceof ApiError)) throw error;
          // Without the order, which names its customer.
          if (error.code === 'way_refused') throw new ApiError(409, error.code, error.message);
          if (error.code !== 'payment_unavailable') throw error;
          throw new ApiError(409, 'payment_unavailable', quoteMessages.unavailable);
        }));
      if (payment && 'data' in payment) return { message: 'Payment started', paymentInfo: payment };
      throw new ApiError(409, 'not_pending', quoteMessages.notPayable);
    },
  ),
  call(
    {
      method: 'POST',
      path: '/orders/by-link/:token/cancel',
      summary: 'Cancel an order that was placed without an account, as its customer could',
      access: 'anyone',
      reply: linkedOrderReply,
      limitedInSql: true,
      errors: ['link_ended', 'sign_in', ...cancelErrors],
    },
    async ({ c, settings, imageUrl }) => {
      const id = await orderIdIn(c.req.param('token'), settings);
      const order = await readGuestOrder(settings, imageUrl, id);
      const { acting } = connectForLink(settings, id);
      await cancelOwnOrder({ settings, db: acting, imageUrl, askedBy: null }, order);
      return showLinked(settings, imageUrl, id);
    },
  ),
  call(
    {
      method: 'GET',
      path: '/orders/by-link/:token/exchanges',
      summary:
        'The sizes and colors for which the lines of an order that was placed without an account can be exchanged',
      access: 'anyone',
      reply: exchangesReply,
      limitedInSql: true,
      errors: ['link_ended', 'sign_in'],
    },
    async ({ c, settings, imageUrl }) => {
      const id = await orderIdIn(c.req.param('token'), settings);
      await readGuestOrder(settings, imageUrl, id);
      return { choices: await listExchanges(connectForLink(settings, id).acting, id) };
    },
  ),
  call(
    {
      method: 'POST',
      path: '/orders/by-link/:token/returns',
      summary: 'Ask to return pieces of an order that was placed without an account',
      access: 'anyone',
      body: returnInput,
      reply: linkedOrderReply.extend({ message: z.string() }),
      status: 201,
      limitedInSql: true,
      errors: ['link_ended', 'sign_in', 'not_returnable', 'not_exchangeable', 'out_of_stock'],
    },
    async ({ c, settings, imageUrl, body }) => {
      const id = await orderIdIn(c.req.param('token'), settings);
      await syncDatabaseSettings(settings);
      await readGuestOrder(settings, imageUrl, id);
      await requestReturn(connectForLink(settings, id).acting, id, body);
      sendMailsSoon(settings);
      return { message: returnMessages.requested, ...(await showLinked(settings, imageUrl, id)) };
    },
  ),
  call(
    {
      method: 'POST',
      path: '/orders/by-link/:token/settle',
      summary: 'Verify a payment of the order of a link at the provider and settle it',
      access: 'anyone',
      body: settleInput,
      reply: linkSettledReply,
      limitedInSql: true,
      errors: ['link_ended'],
    },
    async ({ c, settings, imageUrl, body: { reference } }) => {
      const id = await orderIdIn(c.req.param('token'), settings);
      // Counted like a look at the order.
      const order = await readLinkedOrder(settings, imageUrl, id);
      const service = connectAsService(settings);
      const attempt = await readAttempt(service, reference);
      const isOfOrder = order
        ? attempt?.orderId === id
        : (await deletedOrderOf(service, reference))?.id === id;
      if (!attempt || !isOfOrder) throw ended();
      return { outcome: toOutcome(await verifyAndSettle(settings, attempt)) };
    },
  ),
];
