import { companies } from './access-companies.ts';
import { at, customers, type Row } from './access-rows.ts';

/** Calls of wholesale that delete nothing. */
export const wholesale: Record<string, Row> = {
  ...companies,
  'GET /wholesale/prices': customers(at(`/wholesale/prices?products=${crypto.randomUUID()}`)),
};
