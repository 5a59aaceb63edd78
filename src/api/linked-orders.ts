import type { z } from 'zod';
import type { linkedInvoicesReply } from '#shared/schemas/invoices.ts';
import type { linkedOrderReply, linkSettledReply, payReply } from '#shared/schemas/orders.ts';
import type { exchangesReply, ReturnInput } from '#shared/schemas/returns.ts';
import { call, resource } from './client.ts';

const of = (token: string, what: string) => `/orders/by-link/${encodeURIComponent(token)}/${what}`;

/** Starts a payment of a linked order, with one of its ways to pay; the link authorises it. */
export const payLinkedOrder = (token: string, payWith?: string) =>
  call<z.infer<typeof payReply>>(
    of(token, 'pay'),
    { message: 'string', paymentInfo: { data: { authorization_url: 'string' } } },
    { method: 'POST', body: { payWith } },
  );

/** Checks such a payment with the provider and settles it. */
export const settleLinkedOrder = (token: string, reference: string) =>
  call<z.infer<typeof linkSettledReply>>(
    of(token, 'settle'),
    { outcome: 'string' },
    { method: 'POST', body: { reference } },
  );

/** Cancels the order of a guest. */
export const cancelLinkedOrder = (token: string) =>
  call<z.infer<typeof linkedOrderReply>>(
    of(token, 'cancel'),
    { order: 'object' },
    { method: 'POST' },
  );

/** Requests the return of pieces of a guest's order. */
export const returnLinkedOrder = (token: string, body: ReturnInput) =>
  call<z.infer<typeof linkedOrderReply> & { message: string }>(
    of(token, 'returns'),
    { message: 'string', order: 'object' },
    { method: 'POST', body },
  );

/** What the lines of a guest's order can be exchanged for. */
export const linkedExchanges = (token: string) =>
  resource<z.infer<typeof exchangesReply>>(of(token, 'exchanges'), { choices: 'array' });

/** The order of a guest with its invoice and credit notes. */
export const linkedInvoices = (token: string) =>
  resource<z.infer<typeof linkedInvoicesReply>>(of(token, 'invoices'), {
    order: 'object',
    invoices: 'array',
  });
