import { fromCents } from '../../_shared/domain/money.ts';
import type { RefundStatus } from '../../_shared/domain/order-status.ts';
import { rows, type Db } from '../../_shared/queries/database.ts';
import type {
  AdminOrder,
  OrderFilters,
  OrderListQuery,
  PaymentAttempt,
  PaymentEvent,
} from '../../_shared/schemas/admin-orders.ts';
import type { BoundedTotal } from '../../_shared/schemas/common.ts';
import { notFound } from '../errors.ts';
import { dayStart } from './day-start.ts';
import { given } from './given.ts';
import { columns, toOrder, type ImageUrl, type OrderRow } from './orders.ts';

const adminColumns = `${columns}, payment_attempts(reference, status, amount_minor, currency, created_at, refund:refunds(status, amount_minor, currency, note, asked_at, processed_at))`;

interface RefundRow {
  status: RefundStatus;
  amount_minor: number;
  currency: string;
  note: string;
  asked_at: string;
  processed_at: string | null;
}

interface AdminOrderRow extends OrderRow {
  payment_attempts: {
    reference: string;
    status: string;
    amount_minor: number;
    currency: string;
    created_at: string;
    refund: RefundRow | null;
  }[];
}

const toTime = (text: string) => new Date(text).toISOString();

function toAttempt(row: AdminOrderRow['payment_attempts'][number]): PaymentAttempt {
  const { reference, status, currency, refund } = row;
  return {
    ...{ reference, status, currency },
    amount: fromCents(Number(row.amount_minor)),
    createdAt: toTime(row.created_at),
    refund: refund && {
      status: refund.status,
      amount: fromCents(Number(refund.amount_minor)),
      currency: refund.currency,
      note: refund.note,
      askedAt: toTime(refund.asked_at),
      processedAt: refund.processed_at && toTime(refund.processed_at),
    },
  };
}

function toAdminOrder(row: AdminOrderRow, imageUrl: ImageUrl): AdminOrder {
  const attempts = row.payment_attempts
    .map(toAttempt)
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
  return { ...toOrder(row, imageUrl), attempts };
}

function toArguments({ q, status, from, to, customer }: OrderFilters) {
  return given({
    p_q: q,
    p_statuses: status?.join(','),
    p_from: dayStart(from),
    p_to: dayStart(to, 1),
    p_user: customer,
  });
}

/** In the order of the ids; those that are gone since are left out. */
async function readRows(db: Db, ids: string[]): Promise<AdminOrderRow[]> {
  if (ids.length === 0) return [];
  const found = await db
    .from('orders')
    .select(adminColumns)
    .in('id', ids)
    .overrideTypes<AdminOrderRow[], { merge: false }>();
  const byId = new Map(rows(found).map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** One page of all orders that fit, and how many fit; past the end the last page. */
export async function findOrders(
  db: Db,
  imageUrl: ImageUrl,
  { limit, page, sort, ...filters }: OrderListQuery,
): Promise<{ orders: AdminOrder[] } & BoundedTotal> {
  const found = await db
    .rpc('find_orders', {
      ...toArguments(filters),
      p_sort: sort,
      p_limit: limit,
      p_offset: (page - 1) * limit,
    })
    .single();
  const { ids, total, total_is_least: totalIsLeast } = rows(found);
  const orders = await readRows(db, ids);
  return { orders: orders.map((row) => toAdminOrder(row, imageUrl)), total, totalIsLeast };
}

/** All orders that fit, newest first, a part at a time: never more than one part is held. */
export async function* eachOrder(
  db: Db,
  imageUrl: ImageUrl,
  filters: OrderFilters,
): AsyncGenerator<AdminOrder[]> {
  const size = 100;
  let after = {};
  for (;;) {
    const asked = { ...toArguments(filters), ...after, p_limit: size };
    const { ids } = rows(await db.rpc('find_orders', asked).single());
    const found = await readRows(db, ids);
    if (found.length > 0) yield found.map((row) => toAdminOrder(row, imageUrl));
    if (ids.length < size) return;
    const last = found.at(-1);
    if (last) after = { p_after_at: last.created_at, p_after_id: last.id };
  }
}

/** @throws ApiError 404 when there is none */
export async function readAdminOrder(db: Db, imageUrl: ImageUrl, id: string): Promise<AdminOrder> {
  const [found] = await readRows(db, [id]);
  if (!found) throw notFound('Order');
  return toAdminOrder(found, imageUrl);
}

/** What the provider told us about these payments, newest first. */
export async function listEvents(
  db: Db,
  { attempts, paymentReference }: AdminOrder,
): Promise<PaymentEvent[]> {
  const references = new Set(attempts.map((it) => it.reference));
  if (paymentReference) references.add(paymentReference);
  if (references.size === 0) return [];
  const found = await db
    .from('payment_events')
    .select('event, reference, created_at')
    .in('reference', [...references])
    .order('created_at', { ascending: false })
    .limit(100);
  return rows(found).map(({ event, reference, created_at }) => ({
    ...{ event, reference },
    createdAt: toTime(created_at),
  }));
}
