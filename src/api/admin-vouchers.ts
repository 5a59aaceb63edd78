import type { z } from 'zod';
import type {
  voucherChangedReply,
  VoucherInput,
  voucherTableReply,
} from '#shared/schemas/vouchers.ts';
import { post, put, read, remove } from './admin-call.ts';
import { pageOf } from './page.ts';
import { deleted, type Deleted } from './trash.ts';

type Changed = z.infer<typeof voucherChangedReply>;
const changed = { message: 'string', voucher: 'object' } as const;

/** `params` is a table query of the back office. */
export const voucherPage = (params: string) =>
  pageOf(
    read<z.infer<typeof voucherTableReply>>(`/vouchers/admin/list?${params}`, {
      vouchers: 'array',
      total: 'number',
    }),
    (it) => it.vouchers,
  );

export const createVoucher = (body: VoucherInput) =>
  post<Changed>('/vouchers/create', changed, body);

export const updateVoucher = (id: string, body: VoucherInput) =>
  put<Changed>(`/vouchers/update/${encodeURIComponent(id)}`, changed, body);

export const deleteVoucher = (id: string) =>
  remove<Deleted>(`/vouchers/delete/${encodeURIComponent(id)}`, deleted);
