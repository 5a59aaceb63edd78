import type { z } from 'zod';
import type { orderReply } from '#shared/schemas/orders.ts';
import type {
  ownQuotesReply,
  QuoteAcceptInput,
  quoteChangedReply,
  quoteReply,
} from '#shared/schemas/quotes.ts';
import { call, resource } from './client.ts';

const atOnce = 24;
const one = (id: string, what = '') => `/quotes/${encodeURIComponent(id)}${what}`;
const changed = { message: 'string', quote: 'object' } as const;
type Changed = z.infer<typeof quoteChangedReply>;

export type QuotesPart = z.infer<typeof ownQuotesReply>;

/** The newest quotes of the company, or the page after a cursor. */
export const ownQuotes = (cursor = '') =>
  resource<QuotesPart>(
    `/quotes?${new URLSearchParams({ limit: String(atOnce), ...(cursor && { cursor }) })}`,
    { quotes: 'array' },
    { as: 'user' },
  );

export const ownQuote = (id: string) =>
  resource<z.infer<typeof quoteReply>>(one(id), { quote: 'object' }, { as: 'user' });

/** Requests a quote for the cart. */
export const requestQuote = (message: string) =>
  call<Changed>('/quotes', changed, { method: 'POST', body: { message }, as: 'user' });

export const writeToQuote = (id: string, text: string) =>
  call<Changed>(one(id, '/messages'), changed, { method: 'POST', body: { text }, as: 'user' });

/** Turns the quote into an order; repeated calls return the same order. */
export const acceptQuote = (id: string, body: QuoteAcceptInput) =>
  call<z.infer<typeof orderReply>>(
    one(id, '/accept'),
    { order: 'object' },
    { method: 'POST', body, as: 'user' },
  );

export const declineQuote = (id: string) =>
  call<Changed>(one(id, '/decline'), changed, { method: 'POST', body: {}, as: 'user' });
