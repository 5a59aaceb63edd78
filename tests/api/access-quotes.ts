import { administrators, at, customers, everyone, type Row } from './access-rows.ts';

const nothing = `/quotes/${crypto.randomUUID()}`;
const office = `/quotes/admin/${crypto.randomUUID()}`;
const line = { product: crypto.randomUUID(), quantity: 1 };

/** Calls about quotes and orders of the office; the customers here are in no company. */
export const quotes: Record<string, Row> = {
  'GET /quotes': customers(at('/quotes')),
  'POST /quotes': customers(at('/quotes', { message: 'Hello' }), 403),
  'GET /quotes/:id': customers(at(nothing), 404),
  'POST /quotes/:id/messages': customers(at(`${nothing}/messages`, { text: 'Hello' }), 404),
  'POST /quotes/:id/accept': customers(at(`${nothing}/accept`, { amount: 1 }), 404),
  'POST /quotes/:id/decline': customers(at(`${nothing}/decline`, {}), 404),
  'GET /quotes/admin/list': administrators(at('/quotes/admin/list?state=to-answer')),
  'GET /quotes/admin/companies': administrators(at('/quotes/admin/companies?q=x')),
  'GET /quotes/admin/products': administrators(at('/quotes/admin/products?q=x')),
  'GET /quotes/admin/:id': administrators(at(office), 404),
  'POST /quotes/admin/create': administrators(
    at('/quotes/admin/create', { company: crypto.randomUUID() }),
    404,
  ),
  'PUT /quotes/admin/:id': administrators(
    at(office, { lines: [{ ...line, unitPrice: 1 }], endsAt: '2999-01-01T00:00:00Z' }),
    404,
  ),
  'POST /quotes/admin/:id/answer': administrators(at(`${office}/answer`, { text: 'Hello' }), 404),
  'POST /orders/admin/create': administrators(
    at('/orders/admin/create', { customer: crypto.randomUUID(), lines: [line] }),
    404,
  ),
  'POST /orders/by-link/:token/pay': everyone(at('/orders/by-link/x/pay', {}), 404),
  'POST /orders/by-link/:token/settle': everyone(
    at('/orders/by-link/x/settle', { reference: 'x' }),
    404,
  ),
};
