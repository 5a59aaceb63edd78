import type { InvoicesReply } from '#shared/schemas/invoices.ts';
import { resource } from './client.ts';

/** The invoice of an order and its credit notes, oldest first. */
export const invoices = (order: string, as: 'user' | 'admin') =>
  resource<InvoicesReply>(
    `/orders/${as === 'admin' ? 'admin' : 'user-orders'}/${encodeURIComponent(order)}/invoices`,
    { invoices: 'array' },
    { as },
  );
