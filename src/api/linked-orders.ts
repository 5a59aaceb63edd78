import type { z } from 'zod';
import type { linkSettledReply, payReply } from '#shared/schemas/orders.ts';
import { call } from './client.ts';

const of = (token: string, what: string) => `/orders/by-link/${encodeURIComponent(token)}/${what}`;

/** Starts a payment of a linked order; the link authorises it. */
export const payLinkedOrder = (token: string) =>
  call<z.infer<typeof payReply>>(
    of(token, 'pay'),
    { message: 'string', paymentInfo: { data: { authorization_url: 'string' } } },
    { method: 'POST' },
  );

/** Checks such a payment with the provider and settles it. */
export const settleLinkedOrder = (token: string, reference: string) =>
  call<z.infer<typeof linkSettledReply>>(
    of(token, 'settle'),
    { outcome: 'string' },
    { method: 'POST', body: { reference } },
  );
