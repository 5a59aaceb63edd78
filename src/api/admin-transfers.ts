import type { BookTransfersInput, Transfers, TransfersInput } from '#shared/schemas/transfers.ts';
import { post } from './admin-call.ts';

const shape = { headings: 'array', columns: 'object', lines: 'array' } as const;

/** What the lines of a bank's file would do. */
export const previewTransfers = (body: TransfersInput) =>
  post<Transfers>('/orders/admin/transfers/preview', shape, body);

/** Records lines of a bank's file as payments. */
export const bookTransfers = (body: BookTransfersInput) =>
  post<Transfers>('/orders/admin/transfers/book', shape, body);
