import type { z } from 'zod';
import type { messageReply } from '#shared/schemas/common.ts';
import type {
  CheckoutSettings,
  claimReply,
  keepAccountReply,
  VisitorInput,
  visitorReply,
  visitReply,
} from '#shared/schemas/visitors.ts';
import { call, resource } from './client.ts';
import { sentence } from './shape.ts';

/** Who may order. */
export const checkoutSettings = () =>
  resource<CheckoutSettings>('/shop/checkout', { whoMayOrder: 'string' });

/** Opens a session for a visitor who orders without an account. */
export const visit = () =>
  call<z.infer<typeof visitReply>>('/auth/visit', { visitorToken: 'string' }, { method: 'POST' });

type VisitorReply = z.infer<typeof visitorReply>;

/** What the visitor has typed at the checkout. */
export const visitor = () =>
  resource<VisitorReply>('/checkout/visitor', { visitor: 'object' }, { as: 'visitor' });

export const updateVisitor = (body: VisitorInput) =>
  call<VisitorReply>(
    '/checkout/visitor',
    { visitor: 'object' },
    { method: 'PUT', body, as: 'visitor' },
  );

/** Makes the visitor a customer, with the email address of the checkout. */
export const keepAccount = (password: string) =>
  call<z.infer<typeof keepAccountReply>>(
    '/auth/keep-account',
    { ...sentence, confirmed: 'boolean' },
    { method: 'POST', body: { password }, as: 'visitor' },
  );

/** Requests an email with a link that adds orders placed without an account to the customer's. */
export const askForGuestOrders = () =>
  call<z.infer<typeof messageReply>>('/orders/guest-orders/ask', sentence, {
    method: 'POST',
    as: 'user',
  });

/** Adds the orders of that link. */
export const claimGuestOrders = (token: string) =>
  call<z.infer<typeof claimReply>>(
    '/orders/guest-orders',
    { ...sentence, orders: 'number' },
    { method: 'POST', body: { token }, as: 'user' },
  );
