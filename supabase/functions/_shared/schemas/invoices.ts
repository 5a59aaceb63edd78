import { z } from 'zod';
import { order } from './orders.ts';

/** An invoice, or a credit note about a refund of it, as it was issued; amounts in units of its currency. */
export const invoice = z.object({
  _id: z.string(),
  kind: z.enum(['invoice', 'credit_note']),
  number: z.string(),
  issuedAt: z.string(),
  /** Its date, `YYYY-MM-DD`: the day in the time zone that the shop had then. */
  issuedOn: z.string(),
  currency: z.string(),
  net: z.number(),
  tax: z.number(),
  gross: z.number(),
  /** The sums by tax rate, which is in percent. */
  rates: z.array(
    z.object({ rate: z.number(), net: z.number(), tax: z.number(), gross: z.number() }),
  ),
  seller: z.object({ name: z.string(), address: z.string(), taxId: z.string() }),
});
export type InvoicePaper = z.infer<typeof invoice>;

/** The invoice of an order, and its credit notes, oldest first; none before it is paid. */
export const invoicesReply = z.object({ invoices: z.array(invoice) });
export type InvoicesReply = z.infer<typeof invoicesReply>;
/** `GET /orders/by-link/:token/invoices`. */
export const linkedInvoicesReply = invoicesReply.extend({ order });
