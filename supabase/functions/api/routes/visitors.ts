import { guestOrdersMail } from '../../_shared/mail/invitation-link.ts';
import { sendMailsSoon } from '../../_shared/mail/send.ts';
import { connectAsService } from '../../_shared/queries/database.ts';
import { messageReply } from '../../_shared/schemas/common.ts';
import {
  checkoutSettings,
  checkoutSettingsSaved,
  claimInput,
  claimReply,
  keepAccountInput,
  keepAccountReply,
  visitorInput,
  visitorReply,
  visitReply,
} from '../../_shared/schemas/visitors.ts';
import { siteSecretOf } from '../../_shared/site-secret.ts';
import { visitorMessages } from '../../_shared/visitor-messages.ts';
import { call, type Call } from '../call.ts';
import { ApiError } from '../errors.ts';
import { updateCredentials } from '../queries/auth-server.ts';
import * as queries from '../queries/visitors.ts';

/** Ordering without an account, where the shop allows it. */
export const visitors: Call[] = [
  call(
    {
      method: 'GET',
      path: '/shop/checkout',
      summary: 'Who may order: customers with an account, or everybody',
      access: 'anyone',
      tags: ['shop_settings'],
      reply: checkoutSettings,
    },
    ({ db }) => queries.readCheckoutSettings(db),
  ),
  call(
    {
      method: 'PUT',
      path: '/shop/checkout',
      summary: 'Set who may order',
      access: 'admin',
      body: checkoutSettings,
      reply: checkoutSettingsSaved,
    },
    async ({ db, body }) => {
      await queries.saveCheckoutSettings(db, body);
      return { message: visitorMessages.saved, ...body };
    },
  ),
  call(
    {
      method: 'POST',
      path: '/auth/visit',
      summary:
        'A session for a visitor who orders without an account, where everybody may order; its cart is kept for 30 days after the last visit',
      access: 'anyone',
      limit: 'visit',
      reply: visitReply,
      status: 201,
      errors: ['account_needed'],
    },
    async ({ c, db, settings }) => {
      const { whoMayOrder } = await queries.readCheckoutSettings(db);
      if (whoMayOrder === 'customers') {
        throw new ApiError(403, 'account_needed', visitorMessages.accountNeeded);
      }
      const { token, refreshToken } = await queries.visit(settings);
      if (siteSecretOf(c.req.raw.headers, settings)) c.header('x-session', refreshToken);
      return { visitorToken: token };
    },
  ),
  call(
    {
      method: 'GET',
      path: '/checkout/visitor',
      summary: 'What the visitor has typed at the checkout',
      access: 'shopper',
      reply: visitorReply,
    },
    async ({ db }) => ({ visitor: await queries.readVisitor(db) }),
  ),
  call(
    {
      method: 'PUT',
      path: '/checkout/visitor',
      summary: 'Save what the visitor types at the checkout; omitted fields keep their values',
      access: 'shopper',
      guardedInSql: true,
      body: visitorInput,
      reply: visitorReply,
    },
    async ({ db, body }) => ({ visitor: await queries.updateVisitor(db, body) }),
  ),
  call(
    {
      method: 'POST',
      path: '/auth/keep-account',
      summary:
        'Make the visitor a customer, with the email address of the checkout and this password; orders and cart stay',
      access: 'shopper',
      body: keepAccountInput,
      limit: 'register',
      reply: keepAccountReply,
      status: 201,
      errors: ['no_email', 'email_taken', 'weak_password', 'email_invalid'],
    },
    async ({ db, settings, caller, body: { password } }) => {
      const email = queries.requireEmail(await queries.readVisitor(db));
      await updateCredentials(settings, caller.token, { email, password }, '/login');
      const confirmed = await db.call('is_customer');
      const message = confirmed ? visitorMessages.registered : visitorMessages.confirmFirst;
      return { message, confirmed };
    },
  ),
  call(
    {
      method: 'POST',
      path: '/orders/guest-orders/ask',
      summary:
        'Email the customer a link that adds the orders placed with this address, without an account, to the account',
      access: 'customer',
      guardedInSql: true,
      limit: 'reset',
      reply: messageReply,
    },
    async ({ db, settings }) => {
      await db.call('ask_for_guest_orders');
      sendMailsSoon(settings);
      return { message: visitorMessages.linkSent };
    },
  ),
  call(
    {
      method: 'POST',
      path: '/orders/guest-orders',
      summary: 'Add the orders of the link in that email to the account',
      access: 'customer',
      body: claimInput,
      reply: claimReply,
      errors: ['link_ended'],
    },
    async ({ settings, caller, body: { token } }) => {
      const mail = await guestOrdersMail(token, settings);
      if (!mail) throw new ApiError(404, 'link_ended', visitorMessages.linkEnded);
      const claim = { p_customer: caller.id, p_mail: mail };
      const orders = await connectAsService(settings).call('claim_guest_orders', claim);
      const message = orders > 0 ? visitorMessages.claimed(orders) : visitorMessages.noneFound;
      return { message, orders };
    },
  ),
];
