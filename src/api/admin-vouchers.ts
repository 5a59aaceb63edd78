import type { z } from 'zod';
import type {
  voucherChangedReply,
  VoucherInput,
  voucherTableReply,
  VoucherUpdate,
} from '#shared/schemas/vouchers.ts';
import { tablePage } from './page.ts';
import { recordCalls } from './record-calls.ts';

export const voucherPage = tablePage(
  '/vouchers/admin/list',
  { vouchers: 'array', total: 'number' },
  (it: z.infer<typeof voucherTableReply>) => it.vouchers,
);

export const [createVoucher, updateVoucher, deleteVoucher] = recordCalls<
  VoucherInput,
  z.infer<typeof voucherChangedReply>,
  VoucherUpdate
>('/vouchers', { message: 'string', voucher: 'object' });
