import type { VoucherInput, VoucherUpdate } from '#shared/schemas/vouchers.ts';
import { voucherMessages } from '#shared/voucher-messages.ts';
import * as api from '../../api/admin-vouchers.ts';
import { change, remove } from '../changes.ts';
import { tableList } from '../listing/table-list.ts';

const paths = ['/vouchers'];
const { created, updated, removed, failed } = voucherMessages;

/** Newest first. */
export const vouchers = tableList(api.voucherPage, { sorts: [] });

export const createVoucher = (voucher: VoucherInput) =>
  change(api.createVoucher(voucher), paths, { done: created, failed });

export const updateVoucher = (id: string, changes: VoucherUpdate) =>
  change(api.updateVoucher(id, changes), paths, { done: updated, failed });

export const removeVoucher = (id: string): Promise<boolean> =>
  remove(api.deleteVoucher(id), { ids: [id], list: vouchers, paths, failed, done: () => removed });
