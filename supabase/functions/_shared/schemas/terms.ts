import { z } from 'zod';
import { adminOrder } from './admin-orders.ts';
import { text } from './common.ts';

/** The body of `POST /orders/admin/{id}/mark-paid`: what the office notes of the transfer. */
export const markPaidInput = z.object({ note: text(200).default('') });
export type MarkPaidInput = z.input<typeof markPaidInput>;
export const markPaidReply = z.object({ message: z.string(), order: adminOrder });
