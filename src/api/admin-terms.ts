import type { z } from 'zod';
import type { companySalesReply, MarkPaidInput, markPaidReply } from '#shared/schemas/terms.ts';
import { call, resource } from './client.ts';

/** For an order on terms whose transfer has arrived. */
export const markPaid = (id: string, body: MarkPaidInput) =>
  call<z.infer<typeof markPaidReply>>(
    `/orders/admin/${encodeURIComponent(id)}/mark-paid`,
    { message: 'string', order: 'object' },
    { method: 'POST', body, as: 'admin' },
  );

/** What companies paid in a range, and what they owe now. */
export const companySales = ({ from, to }: { from: string; to: string }) =>
  resource<z.infer<typeof companySalesReply>>(
    `/dashboard/companies?${new URLSearchParams({ from, to }).toString()}`,
    { companies: 'array' },
    { as: 'admin' },
  );
