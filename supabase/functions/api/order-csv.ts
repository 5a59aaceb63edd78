import { plainPrice } from '../_shared/domain/money.ts';
import { fulfilmentLabels } from '../_shared/domain/fulfilment.ts';
import { statusLabel } from '../_shared/domain/order-status.ts';
import type { Cell } from '../_shared/domain/csv.ts';
import type { AdminOrder } from '../_shared/schemas/admin-orders.ts';
import type { RecordFile } from './record-csv.ts';

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

/** Amounts are in units of its currency. */
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

export const orderFile: RecordFile<AdminOrder> = {
  ...{ name: 'orders.csv', resource: 'order', header, toCells },
};
