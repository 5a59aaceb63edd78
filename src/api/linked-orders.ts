import type { z } from 'zod';
import type { linkSettledReply, payReply } from '#shared/schemas/orders.ts';
import { call } from './client.ts';

const of = (token: string, what: string) => `/orders/by-link/${encodeURIComponent(token)}/${what}`;

/** A payment of the order of a link, by whoever has it. */
export const payLinkedOrder = (token: string) =>
  call<z.infer<typeof payReply>>(
    of(token, 'pay'),
    { message: 'string', paymentInfo: { data: { authorization_url: 'string' } } },
    { method: 'POST' },
  );

/** Asks the provider how such a payment ended and settles it. */
export const settleLinkedOrder = (token: string, reference: string) =>
  call<z.infer<typeof linkSettledReply>>(
    of(token, 'settle'),
    { outcome: 'string' },
    { method: 'POST', body: { reference } },
  );
