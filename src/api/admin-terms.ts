import type { z } from 'zod';
import type { MarkPaidInput, markPaidReply } from '#shared/schemas/terms.ts';
import { call } from './client.ts';

/** Of an order on terms whose transfer has arrived. */
export const markPaid = (id: string, body: MarkPaidInput) =>
  call<z.infer<typeof markPaidReply>>(
    `/orders/admin/${encodeURIComponent(id)}/mark-paid`,
    { message: 'string', order: 'object' },
    { method: 'POST', body, as: 'admin' },
  );
