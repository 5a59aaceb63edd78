import sql from 'sql-template-tag';
import { limits } from '../../_shared/domain/limits.ts';
import { fromMinor } from '../../_shared/domain/money.ts';
import { findProvider, providerTitle } from '../../_shared/payments/providers.ts';
import { single, type Db } from '../../_shared/queries/database.ts';
import type { AdminOrderRow, OrderRow } from '../../_shared/queries/order-rows.ts';
import type { EventRow } from '../../_shared/queries/payment-rows.ts';
import type {
  AdminOrder,
  AssignInput,
  Dispute,
  OrderFilters,
  OrderListQuery,
  PaymentAttempt,
  PaymentEvent,
  Slips,
} from '../../_shared/schemas/admin-orders.ts';
import type { BoundedTotal } from '../../_shared/schemas/common.ts';
import { notFound } from '../errors.ts';
import { inBatches } from './batches.ts';
import { columns, toOrder, type ImageUrl } from './orders.ts';
import { toTime } from './to-time.ts';

const adminColumns = sql`${columns}, o.by_guest,
  array(
    select json_build_object('reference', a.reference, 'status', a.status,
      'amount_minor', a.amount_minor, 'currency', a.currency, 'created_at', a.created_at,
      'paid_minor', a.paid_minor, 'refunded_minor', a.refunded_minor, 'transfer', a.transfer,
      'provider', a.provider,
      'refunds', array(
        select json_build_object('id', r.id, 'status', r.status, 'amount_minor', r.amount_minor,
          'shipping_minor', r.shipping_minor, 'currency', r.currency, 'note', r.note, 'asked_at', r.asked_at,
          'by_customer', coalesce(r.asked_by = o.user_id, false), 'processed_at', r.processed_at, 'lines', array(
            select json_build_object('line', l.order_item_id, 'quantity', l.quantity, 'price_minor', l.price_minor)
            from public.refund_lines l where l.refund_id = r.id))
        from public.refunds r where r.reference = a.reference order by r.asked_at desc, r.id))
    from public.payment_attempts a where a.order_id = o.id
    order by a.created_at desc) as payment_attempts,
  array(
    select json_build_object('provider', d.provider, 'status', d.status, 'reason', d.reason, 'amount_minor', d.amount_minor,
      'currency', d.currency, 'respond_by', d.respond_by, 'created_at', d.created_at, 'closed_at', d.closed_at)
    from public.payment_disputes d where d.order_id = o.id order by d.created_at desc) as disputes,
  (select i.number from public.invoices i where i.order_id = o.id and i.kind = 'invoice') as invoice,
  (select json_build_object('id', a.id, 'firstname', a.firstname) from public.administrators a where a.id = o.assigned_to) as assignee`;

function toAttempt(row: AdminOrderRow['payment_attempts'][number]): PaymentAttempt {
  const { reference, status, currency, transfer, refunds, provider } = row;
  return {
    ...{ reference, status, currency, transfer },
    provider: providerTitle(provider),
    kind: findProvider(provider)?.kind ?? null,
    amount: fromMinor(row.amount_minor, currency),
    createdAt: toTime(row.created_at),
    paid: row.paid_minor === null ? null : fromMinor(row.paid_minor, currency),
    refunded: fromMinor(row.refunded_minor, currency),
    refunds: refunds.map(({ id, lines, ...refund }) => ({
      _id: id,
      lines: lines.map(({ price_minor: minor, ...it }) => ({
        ...it,
        price: fromMinor(minor, currency),
      })),
      status: refund.status,
      amount: fromMinor(refund.amount_minor, currency),
      shipping: fromMinor(refund.shipping_minor, currency),
      currency: refund.currency,
      note: refund.note,
      askedAt: toTime(refund.asked_at),
      byCustomer: refund.by_customer,
      processedAt: refund.processed_at && toTime(refund.processed_at),
    })),
  };
}

function toDispute(row: AdminOrderRow['disputes'][number]): Dispute {
  return {
    provider: providerTitle(row.provider),
    status: row.status,
    reason: row.reason,
    amount: fromMinor(row.amount_minor, row.currency),
    currency: row.currency,
    respondBy: row.respond_by && toTime(row.respond_by),
    createdAt: toTime(row.created_at),
    closedAt: row.closed_at && toTime(row.closed_at),
  };
}

function toAdminOrder(row: AdminOrderRow, imageUrl: ImageUrl): AdminOrder {
  const { invoice, assignee } = row;
  return {
    ...toOrder(row, imageUrl),
    attempts: row.payment_attempts.map(toAttempt),
    disputes: row.disputes.map(toDispute),
    byGuest: row.by_guest,
    invoice,
    assignee: assignee && { _id: assignee.id, firstname: assignee.firstname },
  };
}

function toArguments({
  q,
  status,
  fulfilment,
  returns,
  overdue,
  disputed,
  from,
  to,
  customer,
  assignee,
}: OrderFilters) {
  return {
    p_q: q,
    p_statuses: status?.join(','),
    p_fulfilments: fulfilment?.join(','),
    p_returns: returns?.join(','),
    p_overdue: overdue === 'yes',
    p_disputed: disputed,
    p_from: from,
    p_to: to,
    p_user: customer,
    p_assignee: assignee,
  };
}

/** In the order of the ids, without deleted ones. */
async function readRows(db: Db, ids: string[]): Promise<AdminOrderRow[]> {
  if (ids.length === 0) return [];
  return db.query(sql`
    select ${adminColumns} from public.orders o where o.id = any(${ids})
    order by array_position(${ids}::uuid[], o.id)`);
}

/** A page of the matching orders and their total; past the end the last page. */
export async function findOrders(
  db: Db,
  imageUrl: ImageUrl,
  { limit, page, sort, ...filters }: OrderListQuery,
): Promise<{ orders: AdminOrder[] } & BoundedTotal> {
  const found = await db.list('office.find_orders', {
    ...toArguments(filters),
    p_sort: sort,
    p_limit: limit,
    p_offset: (page - 1) * limit,
  });
  const { ids, total, total_is_least: totalIsLeast } = single(found);
  const orders = await readRows(db, ids);
  return { orders: orders.map((row) => toAdminOrder(row, imageUrl)), total, totalIsLeast };
}

/** All matching orders, newest first, in batches, so that memory use is bounded. */
export async function* eachOrder(
  db: Db,
  imageUrl: ImageUrl,
  filters: OrderFilters,
): AsyncGenerator<AdminOrder[]> {
  const size = 100;
  let after = {};
  for (;;) {
    const args = { ...toArguments(filters), ...after, p_limit: size };
    const { ids } = single(await db.list('office.find_orders', args));
    const found = await readRows(db, ids);
    if (found.length > 0) yield found.map((row) => toAdminOrder(row, imageUrl));
    if (ids.length < size) return;
    const last = found.at(-1);
    if (last) after = { p_after_at: last.created_at, p_after_id: last.id };
  }
}

/** The ids of all matching orders, at most `limits.bulkRows`, newest first. */
export async function listOrderIds(db: Db, filters: OrderFilters): Promise<string[]> {
  const args = { ...toArguments(filters), p_limit: limits.bulkRows };
  return single(await db.list('office.find_orders', args)).ids;
}

/** These orders in batches, in the order of the ids. */
export function readOrders(db: Db, imageUrl: ImageUrl, ids: string[]) {
  return inBatches(ids, async (some) =>
    (await readRows(db, some)).map((row) => toAdminOrder(row, imageUrl)),
  );
}

/** These orders in the order of the ids, and the SKU of each line whose variant is still there. */
export async function readSlips(db: Db, imageUrl: ImageUrl, ids: string[]): Promise<Slips> {
  const rows = await db.query<OrderRow>(sql`
    select ${columns} from public.orders o where o.id = any(${ids})
    order by array_position(${ids}::uuid[], o.id)`);
  const skus = await db.query<{ id: string; sku: string }>(sql`
    select i.id, v.sku from public.order_items i
    join public.product_variants v on v.id = i.variant_id
    where i.order_id = any(${ids})`);
  return {
    orders: rows.map((row) => toOrder(row, imageUrl)),
    skus: Object.fromEntries(skus.map(({ id, sku }) => [id, sku])),
  };
}

/** Those of the orders that are not paid, and those that are Paid and cost nothing. */
export async function cancellableAmong(
  db: Db,
  ids: string[],
): Promise<{ unpaid: string[]; free: string[] }> {
  const found = await db.query<{ id: string; free: boolean }>(sql`
    select o.id, o.status = 'Paid' as free from public.orders o
    where o.id = any(${ids}) and (o.status in ('Pending', 'OnTerms') or o.status = 'Paid' and o.total_price = 0)`);
  const idsOf = (free: boolean) => found.filter((it) => it.free === free).map(({ id }) => id);
  return { unpaid: idsOf(false), free: idsOf(true) };
}

/** Cancels those that are Pending, or on terms or free with nothing sent, and returns their number. */
export function cancelOrders(db: Db, ids: string[]): Promise<number> {
  return db.call('office.cancel_orders', { p_ids: ids });
}

/** Hands them to an administrator, or to nobody, and returns their number. */
export function assignOrders(db: Db, { ids, administrator }: AssignInput): Promise<number> {
  return db.call('office.assign_orders', { p_ids: ids, p_to: administrator ?? undefined });
}

/** @throws ApiError 404 */
export async function readAdminOrder(db: Db, imageUrl: ImageUrl, id: string): Promise<AdminOrder> {
  const [found] = await readRows(db, [id]);
  if (!found) throw notFound('Order');
  return toAdminOrder(found, imageUrl);
}

/** The provider's events for these payments, newest first. */
export async function listEvents(
  db: Db,
  { attempts, paymentReference, currency }: AdminOrder,
): Promise<PaymentEvent[]> {
  const references = new Set(attempts.map((it) => it.reference));
  if (paymentReference) references.add(paymentReference);
  if (references.size === 0) return [];
  const found = await db.query<EventRow>(sql`
    select event, reference, amount_minor, created_at from public.payment_events
    where reference = any(${[...references]}) order by created_at desc limit 100`);
  return found.map(({ event, reference, amount_minor, created_at }) => ({
    ...{ event, reference },
    amount: amount_minor === null ? null : fromMinor(Number(amount_minor), currency),
    createdAt: toTime(created_at),
  }));
}
