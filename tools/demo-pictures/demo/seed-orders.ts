import { garmentOf } from './catalogue/catalogue.ts';
import { orders, type Order } from './orders.ts';
import { customers, type Person } from './people.ts';
import { reviews } from './reviews.ts';
import { personId } from './seed-accounts.ts';
import { productId } from './seed-catalogue.ts';
import { ago, insert, text } from './sql.ts';
import { stableId } from './stable-id.ts';

const orderColumns = [
  'id',
  'user_id',
  'firstname',
  'lastname',
  'email',
  'phone',
  'address',
  'city',
  'postcode',
  'state',
  'country',
  'total_price',
  'currency',
  'status',
  'payment_reference',
  'created_at',
  'paid_at',
];

const lineColumns = [
  'id',
  'order_id',
  'product_id',
  'title',
  'unit_price',
  'quantity',
  'size',
  'color',
];

function customerAt(index: number): Person {
  const person = customers[index];
  if (person === undefined) throw new Error(`no customer number ${String(index)}`);
  return person;
}

const cents = (price: string) => Math.round(Number(price) * 100);

/** Dollars of the whole order, summed in cents. */
export function orderTotal(order: Order): string {
  const sum = order.lines.reduce(
    (total, line) => total + cents(garmentOf(line.garment).price) * line.quantity,
    0,
  );
  return (sum / 100).toFixed(2);
}

function orderRow(order: Order, index: number): string[] {
  const person = customerAt(order.customer);
  const id = stableId(`order/${String(index)}`);
  const settled = order.status !== 'Pending';
  return [
    text(id),
    text(personId(person)),
    text(person.firstname),
    text(person.lastname),
    text(person.email),
    text(person.phone),
    text(person.address),
    text(person.city),
    text(person.postcode),
    text(person.state),
    text(person.country),
    orderTotal(order),
    "'USD'",
    text(order.status),
    settled ? text(`hml-demo-${id.slice(0, 12)}`) : 'null',
    ago(order.age, 'hours'),
    settled && order.status !== 'Held'
      ? `${ago(order.age, 'hours')} + interval '3 minutes'`
      : 'null',
  ];
}

function lineRows(order: Order, index: number): string[][] {
  return order.lines.map((line, position) => {
    const garment = garmentOf(line.garment);
    return [
      text(stableId(`line/${String(index)}/${String(position)}`)),
      text(stableId(`order/${String(index)}`)),
      text(productId(garment.slug)),
      text(garment.title),
      garment.price,
      String(line.quantity),
      text(line.size),
      text(line.colour),
    ];
  });
}

export function ordersSql(): string {
  const comments = reviews.map(([slug, reviewer, rating, days, comment], index) => {
    const person = customerAt(reviewer);
    return [
      text(stableId(`review/${String(index)}`)),
      text(productId(garmentOf(slug).slug)),
      text(personId(person)),
      text(person.firstname),
      text(person.lastname),
      String(rating),
      text(comment),
      ago(days, 'days'),
    ];
  });
  return [
    '-- What customers bought, and then wrote.',
    insert('public.orders', orderColumns, orders.map(orderRow)),
    insert('public.order_items', lineColumns, orders.flatMap(lineRows)),
    insert(
      'public.reviews',
      ['id', 'product_id', 'user_id', 'firstname', 'lastname', 'rating', 'comment', 'created_at'],
      comments,
    ),
  ].join('\n');
}
