import { plainPrice } from '../_shared/domain/money.ts';
import { fulfilmentLabels } from '../_shared/domain/fulfilment.ts';
import { statusLabel } from '../_shared/domain/order-status.ts';
import { offsetTimes } from '../_shared/domain/shop-time.ts';
import type { Cell } from '../_shared/domain/csv.ts';
import type { AdminOrder } from '../_shared/schemas/admin-orders.ts';
import type { Db } from '../_shared/queries/database.ts';
import { readTimeZone } from '../_shared/queries/time-zone.ts';
import { csvFile } from './csv.ts';
import { customColumns, type CustomColumns } from './queries/custom-fields.ts';

const header = [
  ...[
    'Number',
    'Order ID',
    'Placed',
    'Status',
    'Total',
    'Currency',
    'Paid',
    'Payment reference',
    'Delivery',
  ],
  ...[
    'First name',
    'Last name',
    'Email',
    'Phone',
    'Address',
    'City',
    'Postcode',
    'State',
    'Country',
  ],
  ...['Products', 'Invoice', 'Discount', 'Shipping', 'Tax'],
  ...['Company', 'VAT number', 'Purchase order', 'Due', 'Recipient', 'Gift message'],
];

/** One row per order; amounts in units of its currency. */
function toCells(
  { user, products, ...order }: AdminOrder,
  toTime: (iso: string) => string,
): Cell[] {
  const lines = products.map(({ title, quantity, color, size }) => {
    const choice = [color, size].filter(Boolean).join(', ');
    return `${title}${choice && ` (${choice})`} × ${quantity}`;
  });
  const money = (amount: number) => plainPrice(amount, order.currency);
  return [
    ...[
      order.number,
      order._id,
      toTime(order.createdAt),
      statusLabel(order.status),
      money(order.totalPrice),
      order.currency,
    ],
    ...[
      order.paidAt && toTime(order.paidAt),
      order.paymentReference,
      fulfilmentLabels[order.fulfilment],
    ],
    ...[user.firstname, user.lastname, user.email, user.phone],
    ...[user.address, user.city, user.postcode, user.state, user.country],
    ...[lines.join('; '), order.invoice],
    ...[order.discount, order.shipping, order.tax].map(money),
    ...[order.company?.name, order.company?.vatId, order.poNumber],
    ...[order.dueAt && toTime(order.dueAt), order.recipient, order.gift?.message],
  ];
}

async function* pagesOf(
  parts: AsyncGenerator<AdminOrder[]>,
  timeZone: string,
  { cellsOf }: CustomColumns,
): AsyncGenerator<Cell[][]> {
  const toTime = offsetTimes(timeZone);
  for await (const orders of parts) {
    const custom = await cellsOf(orders.map((it) => it._id));
    yield orders.map((it) => [...toCells(it, toTime), ...custom(it._id)]);
  }
}

/** These orders as a CSV file, with the custom fields of orders as its last columns. */
export async function orderCsv(
  db: Db,
  imageUrl: (path: string) => string,
  parts: AsyncGenerator<AdminOrder[]>,
): Promise<Response> {
  const custom = await customColumns(db, 'order', imageUrl);
  const columns = [...header, ...custom.fields.map((it) => it.name)];
  return csvFile('orders.csv', columns, pagesOf(parts, await readTimeZone(db), custom));
}
