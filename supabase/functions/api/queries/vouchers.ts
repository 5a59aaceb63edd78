import sql from 'sql-template-tag';
import { single, type Db } from '../../_shared/queries/database.ts';
import type { VoucherRow } from '../../_shared/queries/rows.ts';
import type {
  Voucher,
  VoucherInput,
  VoucherUpdate,
  VoucherTableQuery,
  VoucherRow as TableRow,
} from '../../_shared/schemas/vouchers.ts';
import { notFound } from '../errors.ts';
import { assignments } from './assignments.ts';
import { storable } from './storable.ts';

const columns = sql`id, code, kind, value, starts_at, ends_at, minimum, categories,
  once_per_customer, max_uses, uses, created_at`;

const toIso = (time: string | null) => time && new Date(time).toISOString();

function toVoucher(row: VoucherRow): Voucher {
  return {
    _id: row.id,
    code: row.code,
    kind: row.kind,
    value: row.value,
    startsAt: toIso(row.starts_at),
    endsAt: toIso(row.ends_at),
    minimum: row.minimum,
    categories: row.categories,
    oncePerCustomer: row.once_per_customer,
    maxUses: row.max_uses,
    uses: row.uses,
    createdAt: new Date(row.created_at).toISOString(),
  };
}

/** One page of the table of the back office. */
export async function listVoucherTable(
  db: Db,
  { limit, page, q }: VoucherTableQuery,
): Promise<{ vouchers: TableRow[]; total: number }> {
  const found = await db.list('office.list_admin_vouchers', {
    p_limit: limit,
    p_page: page,
    p_query: storable(q),
  });
  return {
    vouchers: found.map((row) => ({
      ...toVoucher(row),
      categoryNames: row.category_names,
      state: row.state,
    })),
    total: found[0]?.total ?? 0,
  };
}

export async function insertVoucher(db: Db, it: VoucherInput): Promise<Voucher> {
  const added = await db.query<VoucherRow>(sql`
    insert into public.vouchers (code, kind, value, starts_at, ends_at, minimum, categories,
      once_per_customer, max_uses)
    values (${it.code}, ${it.kind}, ${it.value}, ${it.startsAt}, ${it.endsAt}, ${it.minimum},
      ${it.categories}, ${it.oncePerCustomer}, ${it.maxUses}) returning ${columns}`);
  return toVoucher(single(added));
}

/** @throws ApiError 404 */
export async function updateVoucher(db: Db, id: string, it: VoucherUpdate): Promise<Voucher> {
  const changes = assignments({
    ...{ code: it.code, kind: it.kind, value: it.value, minimum: it.minimum },
    ...{ starts_at: it.startsAt, ends_at: it.endsAt, categories: it.categories },
    ...{ once_per_customer: it.oncePerCustomer, max_uses: it.maxUses },
  });
  const [changed] = await db.query<VoucherRow>(sql`
    update public.vouchers set ${changes} where id = ${id} returning ${columns}`);
  if (!changed) throw notFound('Voucher');
  return toVoucher(changed);
}
