import sql from 'sql-template-tag';
import type { Db } from '../../_shared/queries/database.ts';
import type { ImportedOrderRow } from '../../_shared/queries/imported-order-rows.ts';
import type { ImportedOrder, ImportedOrderQuery } from '../../_shared/schemas/imported-orders.ts';
import { storable } from './storable.ts';
import { toTime } from './to-time.ts';

function toImportedOrder({ id, ordered_at, details, ...row }: ImportedOrderRow): ImportedOrder {
  const { source, number, email, name, status, paid, currency, total, refunded, lines } = row;
  const { subtotal = null, discount = null, shipping = null, tax = null, ...texts } = details;
  const { fulfilment = '', discountCode = '', phone = '', note = '' } = texts;
  const { deliverTo = '', billTo = '' } = texts;
  return {
    ...{ _id: id, source, number, email, name, status, paid, currency, total, refunded, lines },
    ...{ subtotal, discount, shipping, tax, fulfilment, discountCode, phone, note },
    ...{ deliverTo, billTo, createdAt: toTime(ordered_at) },
  };
}

/** One page of the table of the back office. */
export async function listImportedOrders(
  db: Db,
  { limit, page, sort, q }: ImportedOrderQuery,
): Promise<{ orders: ImportedOrder[]; total: number }> {
  const found = await db.list('office.list_imported_orders', {
    ...{ p_limit: limit, p_page: page, p_sort: sort, p_query: storable(q) },
  });
  return {
    orders: found.map((it) => toImportedOrder(it.imported)),
    total: found[0]?.total ?? 0,
  };
}

/** Those of the caller, newest first; at most 500. */
export async function listOwnImportedOrders(db: Db, customer: string): Promise<ImportedOrder[]> {
  const found = await db.query<ImportedOrderRow>(sql`
    select * from public.imported_orders where user_id = ${customer}
    order by ordered_at desc, id limit 500`);
  return found.map(toImportedOrder);
}
