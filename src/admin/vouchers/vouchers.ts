import type { VoucherInput } from '#shared/schemas/vouchers.ts';
import { voucherMessages } from '#shared/voucher-messages.ts';
import * as api from '../../api/admin-vouchers.ts';
import { change, remove } from '../changes.ts';
import { tableList } from '../listing/table-list.ts';

const paths = ['/vouchers'];
const { created, updated, removed, failed } = voucherMessages;

/** Newest first. */
export const vouchers = tableList(api.voucherPage, { sorts: [] });

/** Creates or updates a voucher. */
export const saveVoucher = (id: string | null, fields: VoucherInput) =>
  id === null
    ? change(api.createVoucher(fields), paths, { done: created, failed })
    : change(api.updateVoucher(id, fields), paths, { done: updated, failed });

export const removeVoucher = (id: string): Promise<boolean> =>
  remove(api.deleteVoucher(id), { ids: [id], list: vouchers, paths, failed, done: () => removed });
