import { quotes } from './access-quotes.ts';
import { ordering } from './access-ordering.ts';
import { priceLists } from './access-price-lists.ts';
import { companies } from './access-companies.ts';
import { at, customers, type Row } from './access-rows.ts';
import { terms } from './access-terms.ts';

/** Calls of wholesale that delete nothing. */
export const wholesale: Record<string, Row> = {
  ...quotes,
  ...ordering,
  ...priceLists,
  ...companies,
  'GET /wholesale/prices': customers(at(`/wholesale/prices?products=${crypto.randomUUID()}`)),
  ...terms,
};
