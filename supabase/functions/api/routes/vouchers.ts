import { deletedReply } from '../../_shared/schemas/common.ts';
import {
  voucherChangedReply,
  voucherInput,
  voucherTableQuery,
  voucherTableReply,
  voucherUpdate,
} from '../../_shared/schemas/vouchers.ts';
import { voucherMessages } from '../../_shared/voucher-messages.ts';
import { call, type Call } from '../call.ts';
import * as queries from '../queries/vouchers.ts';
import { deleteRecord } from '../queries/trash.ts';

export const vouchers: Call[] = [
  call(
    {
      method: 'GET',
      path: '/vouchers/admin/list',
      summary:
        'One page of the vouchers whose codes contain `q`, newest first, with how often they were used',
      access: 'admin',
      guardedInSql: true,
      query: voucherTableQuery,
      reply: voucherTableReply,
    },
    ({ db, query }) => queries.listVoucherTable(db, query),
  ),
  call(
    {
      method: 'POST',
      path: '/vouchers/create',
      summary: 'Add a voucher: a code that takes a percentage or an amount off an order',
      access: 'admin',
      body: voucherInput,
      errors: ['code_taken'],
      reply: voucherChangedReply,
      status: 201,
    },
    async ({ db, body }) => ({
      message: voucherMessages.created,
      voucher: await queries.insertVoucher(db, body),
    }),
  ),
  call(
    {
      method: 'PUT',
      path: '/vouchers/update/:id',
      summary: 'Change a voucher; omitted fields stay, and orders that used it keep their price',
      access: 'admin',
      body: voucherUpdate,
      errors: ['code_taken'],
      reply: voucherChangedReply,
    },
    async ({ db, body, id }) => ({
      message: voucherMessages.updated,
      voucher: await queries.updateVoucher(db, id(), body),
    }),
  ),
  call(
    {
      method: 'DELETE',
      path: '/vouchers/delete/:id',
      summary: 'Delete a voucher; orders that used it keep their price',
      access: 'admin',
      reply: deletedReply,
    },
    async ({ db, bucket, id }) => ({
      message: voucherMessages.removed,
      undo: await deleteRecord({ db, bucket }, 'vouchers', id(), 'Voucher'),
    }),
  ),
];
