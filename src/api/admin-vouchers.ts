import type { z } from 'zod';
import type {
  voucherChangedReply,
  VoucherInput,
  voucherTableReply,
} from '#shared/schemas/vouchers.ts';
import { call, resource } from './client.ts';
import { pageOf } from './page.ts';
import { deleted, type Deleted } from './trash.ts';

type Changed = z.infer<typeof voucherChangedReply>;
const changed = { message: 'string', voucher: 'object' } as const;

/** `params` is a table query of the back office. */
export const voucherPage = (params: string) =>
  pageOf(
    resource<z.infer<typeof voucherTableReply>>(
      `/vouchers/admin/list?${params}`,
      { vouchers: 'array', total: 'number' },
      { as: 'admin' },
    ),
    (it) => it.vouchers,
  );

export const createVoucher = (body: VoucherInput) =>
  call<Changed>('/vouchers/create', changed, { method: 'POST', body, as: 'admin' });

export const updateVoucher = (id: string, body: VoucherInput) =>
  call<Changed>(`/vouchers/update/${encodeURIComponent(id)}`, changed, {
    method: 'PUT',
    body,
    as: 'admin',
  });

export const deleteVoucher = (id: string) =>
  call<Deleted>(`/vouchers/delete/${encodeURIComponent(id)}`, deleted, {
    method: 'DELETE',
    as: 'admin',
  });
