import { z } from 'zod';
import { leastText } from '../domain/money.ts';
import { adminOrder } from './admin-orders.ts';
import { amount, day, text } from './common.ts';

/** The body of `POST /orders/admin/{id}/mark-paid`. */
export const markPaidInput = z.object({
  /** What the office notes of the payment. */
  note: text(200).default(''),
  /** What has arrived, in units of the order's currency; all that is due where it is missing. */
  amount: amount.refine((it) => it > 0, { error: leastText }).optional(),
  /** What was due when the office looked, so that a request that is sent twice records nothing twice. */
  due: amount.optional(),
});
export type MarkPaidInput = z.input<typeof markPaidInput>;
export const markPaidReply = z.object({ message: z.string(), order: adminOrder });

/** The query of `GET /dashboard/companies`: both days of the shop are included. */
export const companySalesQuery = z.object({ from: day, to: day });

/** What a company paid in the time, and what it has to pay now for orders on terms, in the shop's currency. */
const companySales = z.object({
  _id: z.string(),
  name: z.string(),
  orders: z.int(),
  income: z.number(),
  outstanding: z.number(),
  overdue: z.number(),
});
export const companySalesReply = z.object({ companies: z.array(companySales) });
