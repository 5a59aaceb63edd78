import { z } from 'zod';
import { adminOrder } from './admin-orders.ts';
import { day, text } from './common.ts';

/** The body of `POST /orders/admin/{id}/mark-paid`: what the office notes of the transfer. */
export const markPaidInput = z.object({ note: text(200).default('') });
export type MarkPaidInput = z.input<typeof markPaidInput>;
export const markPaidReply = z.object({ message: z.string(), order: adminOrder });

/** The query of `GET /dashboard/companies`: both days of the shop are included. */
export const companySalesQuery = z.object({ from: day, to: day });

/** What a company paid in the time, and what it has to pay now for orders on terms, in dollars. */
const companySales = z.object({
  _id: z.string(),
  name: z.string(),
  orders: z.int(),
  income: z.number(),
  outstanding: z.number(),
  overdue: z.number(),
});
export const companySalesReply = z.object({ companies: z.array(companySales) });
