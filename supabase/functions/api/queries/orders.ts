import type { Ask } from '../../_shared/queries/asking.ts';
import { rowOrNull, rows, type Db } from '../../_shared/queries/database.ts';
import { toAttempt, type Attempt, type AttemptRow } from '../../_shared/queries/payments.ts';
import type { Order, OwnOrdersQuery } from '../../_shared/schemas/orders.ts';
import { notFound } from '../errors.ts';
import { readPage, within, type Page, type Sorting, type Window } from './paging.ts';

export const columns =
  'id, user_id, firstname, lastname, email, phone, address, postcode, state, country, total_price, currency, status, payment_reference, created_at, paid_at, order_items(id, title, unit_price, quantity, size, color, position, product:products(id, title, images))';

export interface OrderRow {
  id: string;
  user_id: string | null;
  firstname: string;
  lastname: string;
  email: string;
  phone: string;
  address: string;
  postcode: string;
  state: string;
  country: string;
  total_price: number;
  currency: string;
  status: Order['status'];
  payment_reference: string | null;
  created_at: string;
  paid_at: string | null;
  order_items: {
    id: string;
    title: string;
    unit_price: number;
    quantity: number;
    size: string | null;
    color: string | null;
    position: number;
    product: { id: string; title: string; images: string[] } | null;
  }[];
}

export type ImageUrl = (path: string) => string;

export function toOrder(row: OrderRow, imageUrl: ImageUrl): Order {
  const { firstname, lastname, email, phone, address, postcode, state, country } = row;
  return {
    _id: row.id,
    user: {
      _id: row.user_id,
      ...{ firstname, lastname, email, phone, address, postcode, state, country },
    },
    products: row.order_items
      .toSorted((a, b) => a.position - b.position)
      .map(({ id, product, title, unit_price, quantity, size, color }) => ({
        _id: id,
        product: product && {
          _id: product.id,
          title: product.title,
          images: product.images.map(imageUrl),
        },
        unitPrice: Number(unit_price),
        ...{ title, quantity, size, color },
      })),
    totalPrice: Number(row.total_price),
    currency: row.currency,
    status: row.status,
    paymentReference: row.payment_reference,
    createdAt: new Date(row.created_at).toISOString(),
    paidAt: row.paid_at && new Date(row.paid_at).toISOString(),
  };
}

/** Those that the caller may see, newest first unless asked otherwise; with a customer, only theirs; with a status, only those. */
export function listOrders(
  db: Db,
  imageUrl: ImageUrl,
  query: OwnOrdersQuery = {},
  userId?: string,
): Promise<Page<Order>> {
  const byPrice = query.sort?.startsWith('price') ?? false;
  const sorting: Sorting = {
    column: byPrice ? 'total_price' : 'created_at',
    ascending: query.sort === 'price-low-to-high',
  };
  const read = async (window: Window) => {
    const all = db.from('orders').select(columns);
    const ofUser = userId === undefined ? all : all.eq('user_id', userId);
    const wanted = query.status === undefined ? ofUser : ofUser.eq('status', query.status);
    return rows(await within(wanted, window).overrideTypes<OrderRow[], { merge: false }>());
  };
  return readPage(query, sorting, read, (row) => toOrder(row, imageUrl));
}

/** Throws 404 when there is none that the caller may see. */
export async function readOrder(db: Db, imageUrl: ImageUrl, id: string): Promise<Order> {
  const found = rowOrNull(
    await db.from('orders').select(columns).eq('id', id).maybeSingle<OrderRow>(),
  );
  if (!found) throw notFound('Order');
  return toOrder(found, imageUrl);
}

export interface OrderLine {
  product: string;
  quantity: number;
  size: string | null;
  color: string | null;
}

/** Priced by the database; the same key again gives the same order, without a new try to pay. */
export async function placeOrder(
  ask: Ask,
  imageUrl: ImageUrl,
  order: { products: OrderLine[]; amount: number; email: string; key: string | null },
): Promise<{ order: Order; attempt: Attempt | null }> {
  const placed = await ask('place_order_to_pay', {
    p_products: order.products.map((line) => ({ ...line })),
    p_amount: order.amount,
    p_email: order.email,
    ...(order.key === null ? {} : { p_idempotency_key: order.key }),
  });
  const { order: row, attempt } = placed as unknown as {
    order: OrderRow;
    attempt: AttemptRow | null;
  };
  return { order: toOrder(row, imageUrl), attempt: attempt && toAttempt(attempt) };
}

/** The caller's own order that a payment is for; throws 404 for anybody else's and 403 for nobody's customer. */
export async function readPaidOrder(
  ask: Ask,
  imageUrl: ImageUrl,
  reference: string,
): Promise<Order> {
  const found = await ask('read_own_payment', { p_reference: reference });
  if (found === null) throw notFound('Payment');
  return toOrder(found as unknown as OrderRow, imageUrl);
}

export async function countOwnOrders(db: Db): Promise<number> {
  return rows(await db.rpc('order_count'));
}

export async function countOrders(db: Db): Promise<number> {
  return rows(await db.rpc('total_orders'));
}

/** Dollars paid in this calendar month. */
export async function readMonthlyIncome(db: Db): Promise<number> {
  return Number(rows(await db.rpc('monthly_income')));
}
