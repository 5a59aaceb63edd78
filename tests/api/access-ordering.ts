import { at, customers, type Row } from './access-rows.ts';

/** Calls by which companies order much at once. */
export const ordering: Record<string, Row> = {
  'POST /cart/add-lines': customers(
    ({ product }) => ({
      path: '/cart/add-lines',
      json: { lines: [{ product, size: 'M', color: 'navy', quantity: 1 }] },
    }),
    201,
  ),
  'GET /wholesale/articles': customers(at('/wholesale/articles?q=HM')),
  'GET /cart/drafts': customers(at('/cart/drafts')),
  'POST /cart/drafts': customers(at('/cart/drafts', { name: '' }), 400),
  // There are no such drafts.
  'POST /cart/drafts/:id/load': customers(at(`/cart/drafts/${crypto.randomUUID()}/load`, {}), 404),
  'DELETE /cart/drafts/:id': customers(at(`/cart/drafts/${crypto.randomUUID()}`), 404),
};
