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
};
