import type { z } from 'zod';
import type { companySalesReply, MarkPaidInput, markPaidReply } from '#shared/schemas/terms.ts';
import { post, read } from './admin-call.ts';

/** For an order on terms whose transfer has arrived. */
export const markPaid = (id: string, body: MarkPaidInput) =>
  post<z.infer<typeof markPaidReply>>(
    `/orders/admin/${encodeURIComponent(id)}/mark-paid`,
    { message: 'string', order: 'object' },
    body,
  );

/** What companies paid in a range, and what they owe now. */
export const companySales = ({ from, to }: { from: string; to: string }) =>
  read<z.infer<typeof companySalesReply>>(
    `/dashboard/companies?${new URLSearchParams({ from, to }).toString()}`,
    { companies: 'array' },
  );
