import type { z } from 'zod';
import type { refundReply as orderChangedReply } from '#shared/schemas/admin-orders.ts';
import type { ReturnUpdate } from '#shared/schemas/returns.ts';
import { put } from './admin-call.ts';

/** Approves or refuses a return, or receives its pieces. */
export const changeReturn = (id: string, body: ReturnUpdate) =>
  put<z.infer<typeof orderChangedReply>>(
    `/orders/admin/returns/${encodeURIComponent(id)}`,
    { message: 'string', order: 'object' },
    body,
  );
