import { administrators, at, type Row } from './access-rows.ts';

/** The calls of orders on terms. */
export const terms: Record<string, Row> = {
  'POST /orders/admin/:id/mark-paid': administrators(
    at(`/orders/admin/${crypto.randomUUID()}/mark-paid`, {}),
    404,
  ),
  'GET /dashboard/companies': administrators(
    at('/dashboard/companies?from=2026-01-01&to=2026-01-31'),
  ),
};
