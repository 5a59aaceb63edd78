import { sendMailsSoon } from '../../_shared/mail/send.ts';
import { quoteMessages } from '../../_shared/quote-messages.ts';
import { partQuery } from '../../_shared/schemas/common.ts';
import { orderReply } from '../../_shared/schemas/orders.ts';
import {
  ownQuotesReply,
  quoteAcceptInput,
  quoteChangedReply,
  quoteReply,
  quoteRequest,
  quoteWords,
} from '../../_shared/schemas/quotes.ts';
import { call, type Call } from '../call.ts';
import { syncDatabaseSettings } from '../database-settings.ts';
import * as queries from '../queries/quotes.ts';

/** Why an order cannot be placed. */
export const orderErrors = [
  'bad_quantity',
  'unknown_product',
  'out_of_stock',
  'not_delivered',
  'shipping_gone',
  'below_minimum',
  'no_address',
  'choice_missing',
] as const;

export const quotes: Call[] = [
  call(
    {
      method: 'GET',
      path: '/quotes',
      summary: "The quotes of the caller's company, newest first",
      access: 'customer',
      query: partQuery,
      reply: ownQuotesReply,
    },
    async ({ db, query }) => {
      const { items, ...rest } = await queries.listOwnQuotes(db, query);
      return { quotes: items, ...rest };
    },
  ),
  call(
    {
      method: 'POST',
      path: '/quotes',
      summary: 'Request a quote for the cart, as a member of a company; the cart does not change',
      access: 'customer',
      guardedInSql: true,
      limitedInSql: true,
      body: quoteRequest,
      reply: quoteChangedReply,
      status: 201,
      errors: ['no_company', 'empty_order'],
    },
    async ({ db, imageUrl, settings, body }) => {
      await syncDatabaseSettings(settings);
      const made = await queries.requestQuote(db, body.message);
      const quote = await queries.readQuote(db, imageUrl, made);
      return { message: quoteMessages.requested, quote };
    },
  ),
  call(
    {
      method: 'GET',
      path: '/quotes/:id',
      summary: "A quote of the caller's company with its lines and messages",
      access: 'customer',
      reply: quoteReply,
    },
    async ({ db, imageUrl, id }) => ({ quote: await queries.readQuote(db, imageUrl, id()) }),
  ),
  call(
    {
      method: 'POST',
      path: '/quotes/:id/messages',
      summary: 'Write to the shop about a quote',
      access: 'customer',
      guardedInSql: true,
      limitedInSql: true,
      body: quoteWords,
      reply: quoteChangedReply,
      status: 201,
    },
    async ({ db, imageUrl, settings, body, id }) => {
      await syncDatabaseSettings(settings);
      await queries.writeToQuote(db, id(), body.text);
      const quote = await queries.readQuote(db, imageUrl, id());
      return { message: quoteMessages.written, quote };
    },
  ),
  call(
    {
      method: 'POST',
      path: '/quotes/:id/accept',
      summary:
        'Turn a quote into an order, once, at exactly its prices; a repeated call returns the same order. Unless it is on terms, it is paid by POST /orders/{id}/pay',
      access: 'customer',
      guardedInSql: true,
      limitedInSql: true,
      body: quoteAcceptInput,
      reply: orderReply,
      errors: [
        ...['quote_moved', 'quote_expired', 'amount_differs', 'no_terms', 'credit_exceeded'],
        ...orderErrors,
      ],
    },
    async ({ db, imageUrl, settings, body, id }) => {
      await syncDatabaseSettings(settings);
      const order = await queries.acceptQuote(db, imageUrl, id(), body);
      // Free orders are paid at once, those on terms are to be sent.
      if (order.status !== 'Pending') sendMailsSoon(settings);
      return { order };
    },
  ),
  call(
    {
      method: 'POST',
      path: '/quotes/:id/decline',
      summary: "Decline a quote of the caller's company",
      access: 'customer',
      guardedInSql: true,
      reply: quoteChangedReply,
      errors: ['quote_moved'],
    },
    async ({ db, imageUrl, id }) => {
      await queries.declineQuote(db, id());
      const quote = await queries.readQuote(db, imageUrl, id());
      return { message: quoteMessages.declined, quote };
    },
  ),
];
