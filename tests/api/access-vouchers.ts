import { administrators, at, type Row } from './access-rows.ts';

const half = () => ({ code: crypto.randomUUID(), kind: 'percent', value: 50 });

/** Calls about vouchers that delete nothing. */
export const vouchers: Record<string, Row> = {
  'GET /vouchers/admin/list': administrators(at('/vouchers/admin/list?limit=2')),
  'POST /vouchers/create': administrators(() => ({ path: '/vouchers/create', json: half() }), 201),
  'PUT /vouchers/update/:id': administrators(({ voucher }) => ({
    path: `/vouchers/update/${voucher}`,
    json: half(),
  })),
};
