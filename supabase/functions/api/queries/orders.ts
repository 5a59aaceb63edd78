import sql from 'sql-template-tag';
import { transferCode } from '../../_shared/domain/transfer-code.ts';
import { DatabaseError } from '../../_shared/queries/database-error.ts';
import type { Db } from '../../_shared/queries/database.ts';
import { JsonValue } from '../../_shared/queries/json-value.ts';
import { toWays } from '../../_shared/payments/providers.ts';
import { toAttempt, type Attempt } from '../../_shared/queries/payments.ts';
import type { OrderRow, ParcelRow } from '../../_shared/queries/order-rows.ts';
import type { DeliveryAddress } from '../../_shared/schemas/addresses.ts';
import type { Order, OwnOrdersQuery } from '../../_shared/schemas/orders.ts';
import type { Parcel } from '../../_shared/schemas/parcels.ts';
import { notFound } from '../errors.ts';
import { toReplaced, toReturn } from './order-returns.ts';
import {
  afterCursor,
  orderAndLimit,
  readPage,
  type Page,
  type Sorting,
  type Window,
} from './paging.ts';
import { toTime } from './to-time.ts';

/** The columns of `public.orders o`, with its lines. */
export const columns = sql`
  o.id, o.user_id, o.firstname, o.lastname, o.email, o.phone, o.address, o.city, o.postcode, o.state, o.country,
  o.total_price, o.currency, o.status, o.payment_reference, o.created_at, o.paid_at, o.number, o.fulfilment, o.refunded,
  o.discount, o.voucher_code, o.shipping, o.shipping_method, o.shipping_tax_rate, o.shipping_tax, o.tax, o.tax_included,
  o.company_id, o.company_name, o.company_vat_id, o.po_number, o.due_at, o.tax_free,
  o.days_from, o.days_to, o.recipient, o.invoice_address, o.gift_message, public.hold_end_of(o.id) as held_until,
  public.payment_of(o.id) as payment,
  public.parcels_of(o.id) as parcels, public.returns_of(o.id) as returns,
  public.returnable_of(o.id) as returnable, public.exchange_of(o.id) as exchange,
  array(
    select json_build_object('id', i.id, 'title', i.title, 'unit_price', i.unit_price,
      'quantity', i.quantity, 'size', i.size, 'color', i.color, 'sku', i.sku, 'position', i.position,
      'refunded', i.refunded, 'not_to_send', i.not_to_send,
      'discount', i.discount, 'tax_rate', i.tax_rate, 'tax', i.tax,
      'product', case when p.id is not null then
        json_build_object('id', p.id, 'title', p.title, 'images', p.images,
          'sizes', p.sizes, 'colors', p.colors) end)
    from public.order_items i left join public.products p on p.id = i.product_id
    where i.order_id = o.id order by i.position) as order_items`;

export type ImageUrl = (path: string) => string;

function toParcel({ id, status, carrier, lines, ...row }: ParcelRow): Parcel {
  return {
    _id: id,
    ...{ status, carrier },
    trackingNumber: row.tracking_number,
    trackingUrl: row.tracking_url,
    createdAt: toTime(row.created_at),
    sentAt: row.sent_at && toTime(row.sent_at),
    deliveredAt: row.delivered_at && toTime(row.delivered_at),
    lines: lines.map(({ item, quantity }) => ({ line: item, quantity })),
  };
}

/** Null where the caller may not know, as on an invoice. */
function toPayment({ payment, ...order }: OrderRow): Order['payment'] {
  return {
    ...{ provider: payment?.provider ?? '', kind: payment?.kind ?? null },
    ...{ awaited: payment?.awaited ?? false, due: payment?.due ?? 0 },
    transferCode: transferCode({ payment, ...order }),
    ways: toWays(payment?.ways ?? []),
  };
}

export function toOrder(row: OrderRow, imageUrl: ImageUrl): Order {
  const { firstname, lastname, email, phone, address, city, postcode, state, country } = row;
  return {
    _id: row.id,
    number: row.number,
    user: {
      _id: row.user_id,
      ...{ firstname, lastname, email, phone, address, city, postcode, state, country },
    },
    products: row.order_items.map(({ id, product, unit_price, not_to_send, ...line }) => ({
      _id: id,
      product: product && {
        _id: product.id,
        title: product.title,
        images: product.images.map(imageUrl),
        sizes: product.sizes,
        colors: product.colors,
      },
      title: line.title,
      unitPrice: unit_price,
      quantity: line.quantity,
      size: line.size,
      color: line.color,
      sku: line.sku,
      discount: line.discount,
      taxRate: line.tax_rate,
      tax: line.tax,
      refunded: line.refunded,
      notToSend: not_to_send,
      returnable: row.returnable[id] ?? 0,
    })),
    discount: row.discount,
    voucherCode: row.voucher_code,
    shipping: row.shipping,
    shippingMethod: row.shipping_method,
    daysFrom: row.days_from,
    daysTo: row.days_to,
    shippingTaxRate: row.shipping_tax_rate,
    shippingTax: row.shipping_tax,
    tax: row.tax,
    taxIncluded: row.tax_included,
    taxFree: row.tax_free,
    refunded: row.refunded,
    totalPrice: row.total_price,
    currency: row.currency,
    status: row.status,
    paymentReference: row.payment_reference,
    createdAt: toTime(row.created_at),
    paidAt: row.paid_at && toTime(row.paid_at),
    heldUntil: row.held_until && toTime(row.held_until),
    dueAt: row.due_at && toTime(row.due_at),
    payTo: row.payment?.pay_to ?? '',
    payment: toPayment(row),
    fulfilment: row.fulfilment,
    parcels: row.parcels.map(toParcel),
    returns: row.returns.map(toReturn),
    exchange: row.exchange && toReplaced(row.exchange),
    company: row.company_name
      ? { _id: row.company_id, name: row.company_name, vatId: row.company_vat_id }
      : null,
    poNumber: row.po_number,
    recipient: row.recipient,
    invoiceAddress: row.invoice_address,
    gift: row.gift_message === null ? null : { message: row.gift_message },
  };
}

/** The orders visible to the caller, newest first by default, optionally of one customer or status. */
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
  const { status } = query;
  const condition = sql`${userId === undefined ? sql`true` : sql`o.user_id = ${userId}`}
    and ${status === undefined ? sql`true` : sql`o.status = ${status}`}`;
  const read = (window: Window) =>
    db.query<OrderRow>(sql`
      select ${columns} from public.orders o where ${condition} and ${afterCursor(window)} ${orderAndLimit(window)}`);
  return readPage(query, sorting, read, (row) => toOrder(row, imageUrl));
}

/** Null if it is not visible to the caller. */
export async function findOrder(db: Db, imageUrl: ImageUrl, id: string): Promise<Order | null> {
  const [found] = await db.query<OrderRow>(
    sql`select ${columns} from public.orders o where o.id = ${id}`,
  );
  return found ? toOrder(found, imageUrl) : null;
}

/** @throws ApiError 404 if it is not visible to the caller */
export async function readOrder(db: Db, imageUrl: ImageUrl, id: string): Promise<Order> {
  const found = await findOrder(db, imageUrl, id);
  if (!found) throw notFound('Order');
  return found;
}

/** The orders that have to give way, as SQL names them. @throws any other error */
function openOrdersIn(error: unknown): string[] {
  if (error instanceof DatabaseError && error.details === 'open_order') {
    return error.hint.split(',');
  }
  throw error;
}

export interface OrderLine {
  product: string;
  quantity: number;
  size: string | null;
  color: string | null;
}

/**
 * Places an order at the database's prices. The same key returns the same order, without a new payment attempt. A Pending order
 * from the same cart gives way, after `beforeReplacing`.
 */
export async function placeOrder(
  db: Db,
  imageUrl: ImageUrl,
  {
    products,
    amount,
    email,
    key,
    checkout,
    shippingMethod,
    voucher,
    poNumber,
    terms,
    deliverTo,
    gift,
    payWith,
  }: {
    products: OrderLine[];
    amount: number;
    email: string;
    key: string | null;
    checkout: boolean;
    shippingMethod: string | null;
    voucher: string | null;
    poNumber: string;
    terms: boolean;
    deliverTo: DeliveryAddress | null;
    gift: { message: string } | null;
    payWith?: string | undefined;
  },
  beforeReplacing: (order: string) => Promise<void>,
): Promise<{ order: Order; attempt: Attempt | null; refusal: string | null }> {
  const args = {
    p_products: new JsonValue(products),
    p_amount: amount,
    p_email: email,
    p_idempotency_key: key ?? undefined,
  };
  const options = {
    ...{ checkout, method: shippingMethod, voucher, po_number: poNumber, terms },
    deliver_to: deliverTo,
    gift: gift && gift.message,
    pay_with: payWith,
  };
  const place = async (replaces: string[]) => {
    const p_options = new JsonValue({ ...options, replaces });
    const placed = await db.call('place_order_to_pay', { ...args, p_options });
    if ('problem' in placed) throw new DatabaseError({ code: 'P0001', ...placed.problem }, 400);
    return placed;
  };
  const { order, attempt, refusal } = await place([]).catch(async (error) => {
    const open = openOrdersIn(error);
    for (const it of open) await beforeReplacing(it);
    return place(open);
  });
  return { order: toOrder(order, imageUrl), attempt: attempt && toAttempt(attempt), refusal };
}

/** @throws ApiError 404 for other orders, 409 if it is not Pending, 403 for non-customers */
export async function cancelOrder(db: Db, imageUrl: ImageUrl, id: string): Promise<Order> {
  const found = await db.call('cancel_order', { p_order: id });
  if (found === null) throw notFound('Order');
  return toOrder(found, imageUrl);
}

/** The caller's order of a payment; null for other orders. @throws ApiError 403 for non-customers */
export async function findPaidOrder(
  db: Db,
  imageUrl: ImageUrl,
  reference: string,
): Promise<Order | null> {
  const found = await db.call('read_own_payment', { p_reference: reference });
  return found && toOrder(found, imageUrl);
}

/** The same. @throws ApiError 404 for other orders */
export async function readPaidOrder(db: Db, imageUrl: ImageUrl, reference: string): Promise<Order> {
  const found = await findPaidOrder(db, imageUrl, reference);
  if (!found) throw notFound('Payment');
  return found;
}

export function countOwnOrders(db: Db): Promise<number> {
  return db.call('order_count');
}

export function countOrders(db: Db): Promise<number> {
  return db.call('office.total_orders');
}

/** The income of this calendar month, in the shop's currency. */
export function readMonthlyIncome(db: Db): Promise<number> {
  return db.call('office.monthly_income');
}
