import { administrators, at, type Row } from './access-rows.ts';

/** The calls of orders on terms. */
export const terms: Record<string, Row> = {
  'POST /orders/admin/:id/mark-paid': administrators(
    at(`/orders/admin/${crypto.randomUUID()}/mark-paid`, {}),
    404,
  ),
};
