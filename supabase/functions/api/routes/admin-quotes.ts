import { sendMailsSoon } from '../../_shared/mail/send.ts';
import { quoteMessages } from '../../_shared/quote-messages.ts';
import {
  newQuoteInput,
  officeOrderInput,
  officeOrderReply,
  choiceQuery,
  companyChoicesReply,
  productChoicesReply,
  quoteAnswer,
  quoteChangedReply,
  quotedGoodsQuery,
  quotedGoodsReply,
  quoteOffer,
  quoteReply,
  quoteTableQuery,
  quoteTableReply,
} from '../../_shared/schemas/quotes.ts';
import { call, type Call } from '../call.ts';
import { syncDatabaseSettings } from '../database-settings.ts';
import { findCompanies, findProducts } from '../queries/office-choices.ts';
import * as queries from '../queries/quotes.ts';
import { orderErrors } from './quotes.ts';

/** Quotes and orders that the office writes. */
export const adminQuotes: Call[] = [
  call(
    {
      method: 'GET',
      path: '/quotes/admin/companies',
      summary: 'Approved companies with the words of `q` in their name',
      access: 'admin',
      query: choiceQuery,
      reply: companyChoicesReply,
    },
    async ({ db, query: { q } }) => ({ companies: await findCompanies(db, q) }),
  ),
  call(
    {
      method: 'GET',
      path: '/quotes/admin/products',
      summary: 'Published products with the words of `q` in their title, or with this SKU',
      access: 'admin',
      query: choiceQuery,
      reply: productChoicesReply,
    },
    async ({ db, imageUrl, query: { q } }) => ({ products: await findProducts(db, imageUrl, q) }),
  ),
  call(
    {
      method: 'GET',
      path: '/quotes/admin/list',
      summary: 'A page of the quotes whose number, company or customer has the words of `q`',
      access: 'admin',
      guardedInSql: true,
      query: quoteTableQuery,
      reply: quoteTableReply,
    },
    ({ db, query }) => queries.listQuoteTable(db, query),
  ),
  call(
    {
      method: 'GET',
      path: '/quotes/admin/:id',
      summary: 'A quote with its lines and messages',
      access: 'admin',
      reply: quoteReply,
    },
    async ({ db, imageUrl, id }) => ({ quote: await queries.readQuote(db, imageUrl, id()) }),
  ),
  call(
    {
      method: 'GET',
      path: '/quotes/admin/:id/goods',
      summary: 'Price in the shop and stock of each size and color of these products',
      access: 'admin',
      guardedInSql: true,
      query: quotedGoodsQuery,
      reply: quotedGoodsReply,
    },
    async ({ db, query, id }) => ({ goods: await queries.readGoods(db, id(), query.products) }),
  ),
  call(
    {
      method: 'POST',
      path: '/quotes/admin/create',
      summary: 'Create a quote for a company, which is notified when the offer is sent',
      access: 'admin',
      guardedInSql: true,
      body: newQuoteInput,
      reply: quoteReply,
      status: 201,
    },
    async ({ db, imageUrl, body }) => {
      const made = await queries.createQuote(db, body.company);
      return { quote: await queries.readQuote(db, imageUrl, made) };
    },
  ),
  call(
    {
      method: 'PUT',
      path: '/quotes/admin/:id',
      summary: 'Offer these lines at these prices until a given time; the offer is emailed',
      access: 'admin',
      guardedInSql: true,
      body: quoteOffer,
      reply: quoteChangedReply,
      errors: ['quote_moved'],
    },
    async ({ db, imageUrl, settings, body, id }) => {
      await queries.offerQuote(db, id(), body);
      sendMailsSoon(settings);
      const quote = await queries.readQuote(db, imageUrl, id());
      return { message: quoteMessages.offered, quote };
    },
  ),
  call(
    {
      method: 'POST',
      path: '/quotes/admin/:id/answer',
      summary:
        'Send the company a message about its quote, or decline the quote with a message; it is emailed',
      access: 'admin',
      guardedInSql: true,
      body: quoteAnswer,
      reply: quoteChangedReply,
      errors: ['quote_moved'],
    },
    async ({ db, imageUrl, settings, body, id }) => {
      await queries.answerQuote(db, id(), body);
      sendMailsSoon(settings);
      const quote = await queries.readQuote(db, imageUrl, id());
      return { message: quoteMessages[body.decline ? 'declined' : 'answered'], quote };
    },
  ),
  call(
    {
      method: 'POST',
      path: '/orders/admin/create',
      summary:
        'Place a Pending order on behalf of a customer, at the customer’s or fixed prices; a payment link is emailed',
      access: 'admin',
      guardedInSql: true,
      body: officeOrderInput,
      reply: officeOrderReply,
      status: 201,
      errors: ['unknown_customer', ...orderErrors],
    },
    async ({ db, imageUrl, settings, body }) => {
      await syncDatabaseSettings(settings);
      const order = await queries.createOrder(db, imageUrl, body);
      sendMailsSoon(settings);
      return { message: quoteMessages.orderPlaced, order };
    },
  ),
];
