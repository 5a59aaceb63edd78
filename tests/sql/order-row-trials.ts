import { randomUUID } from 'node:crypto';
import { only, type Tx } from './actors.ts';
import { each, type People, type Trial } from './trial-people.ts';

/** For the customer's company, if there is one. */
export const addOrder = (tx: Tx, user: string) => tx<{ id: string }[]>`
  insert into orders (user_id, total_price, company_id)
  values (${user}, 20, (select company_id from company_members where user_id = ${user})) returning id`;

const moneyOf = ({ product }: People) => ({
  ...{ reference: randomUUID(), order_id: product, amount_minor: 1, currency: 'USD' },
});

export const orderTrials: Record<string, Trial> = {
  orders: {
    key: 'id',
    rows: each('id', (tx, user) => addOrder(tx, user)),
    insert: () => ({ total_price: 1 }),
    update: { status: 'Paid' },
  },
  parcels: {
    key: 'id',
    rows: each('id', async (tx, user) => {
      const order = only(await addOrder(tx, user));
      return tx`insert into parcels (order_id) values (${order.id}) returning id`;
    }),
    insert: () => ({ order_id: randomUUID(), carrier: 'DHL' }),
    update: { carrier: 'UPS' },
  },
  parcel_lines: {
    key: 'parcel_id',
    rows: each('parcel_id', async (tx, user) => {
      const order = only(await addOrder(tx, user));
      return tx`
        with line as (
          insert into order_items (order_id, title, unit_price, quantity)
          values (${order.id}, 'Coat', 20, 1) returning id),
        parcel as (insert into parcels (order_id) values (${order.id}) returning id)
        insert into parcel_lines (parcel_id, order_item_id, quantity)
        select parcel.id, line.id, 1 from line, parcel returning parcel_id`;
    }),
    insert: () => ({ parcel_id: randomUUID(), order_item_id: randomUUID(), quantity: 1 }),
    update: { quantity: 2 },
  },
  returns: {
    key: 'id',
    rows: each('id', async (tx, user) => {
      const order = only(await addOrder(tx, user));
      return tx`insert into returns (order_id) values (${order.id}) returning id`;
    }),
    insert: () => ({ order_id: randomUUID(), reason: 'Too small' }),
    update: { note: 'Yes' },
  },
  return_lines: {
    key: 'return_id',
    rows: each('return_id', async (tx, user) => {
      const order = only(await addOrder(tx, user));
      return tx`
        with line as (
          insert into order_items (order_id, title, unit_price, quantity)
          values (${order.id}, 'Coat', 20, 1) returning id),
        back as (insert into returns (order_id) values (${order.id}) returning id)
        insert into return_lines (return_id, order_item_id, quantity)
        select back.id, line.id, 1 from line, back returning return_id`;
    }),
    insert: () => ({ return_id: randomUUID(), order_item_id: randomUUID(), quantity: 1 }),
    update: { received: 1 },
  },
  invoices: {
    key: 'id',
    rows: each('id', async (tx, user) => {
      const order = only(await addOrder(tx, user));
      return tx`
        insert into invoices (kind, serial, number, order_id, order_number, currency, net, tax, gross, rates, seller)
        select 'invoice', -abs(hashtext(id::text)), 'INV-1', id, number, 'USD', 20, 0, 20, '[]', '{}'
        from orders where id = ${order.id} returning id`;
    }),
    insert: () => ({ kind: 'invoice', serial: 1, number: 'INV-1', order_number: 'HM-1' }),
    update: { number: 'INV-2' },
  },
  order_items: {
    key: 'id',
    rows: each('id', async (tx, user, { product }) => {
      const order = only(await addOrder(tx, user));
      return tx`insert into order_items (order_id, product_id, title, unit_price, quantity)
        values (${order.id}, ${product}, 'Coat', 20, 1) returning id`;
    }),
    insert: ({ product }) => ({
      order_id: product,
      product_id: product,
      title: 'Coat',
      unit_price: 1,
      quantity: 1,
    }),
    update: { unit_price: 1 },
  },
  payment_attempts: {
    key: 'reference',
    rows: each('reference', async (tx, user) => {
      const order = only(await addOrder(tx, user));
      return tx`insert into payment_attempts (reference, order_id, amount_minor, currency)
        values (${randomUUID()}, ${order.id}, 2000, 'USD') returning reference`;
    }),
    insert: moneyOf,
    update: { amount_minor: 1 },
  },
  payment_events: {
    key: 'id',
    rows: each(
      'id',
      (tx) => tx`insert into payment_events (id) values (${randomUUID()}) returning id`,
    ),
    insert: () => ({ id: randomUUID() }),
    update: { event: 'charge.success' },
  },
  refund_lines: {
    key: 'refund_id',
    rows: each('refund_id', async (tx, user) => {
      const order = only(await addOrder(tx, user));
      const reference = randomUUID();
      await tx`insert into payment_attempts (reference, order_id, amount_minor, currency)
        values (${reference}, ${order.id}, 2000, 'USD')`;
      return tx`
        with line as (
          insert into order_items (order_id, title, unit_price, quantity)
          values (${order.id}, 'Coat', 20, 1) returning id),
        refund as (
          insert into refunds (reference, order_id, amount_minor, currency)
          values (${reference}, ${order.id}, 2000, 'USD') returning id)
        insert into refund_lines (refund_id, order_item_id, quantity)
        select refund.id, line.id, 1 from line, refund returning refund_id`;
    }),
    insert: () => ({ refund_id: randomUUID(), order_item_id: randomUUID(), quantity: 1 }),
    update: { not_to_send: 1 },
  },
  refunds: {
    key: 'reference',
    rows: each('reference', async (tx, user) => {
      const order = only(await addOrder(tx, user));
      const reference = randomUUID();
      await tx`insert into payment_attempts (reference, order_id, amount_minor, currency)
        values (${reference}, ${order.id}, 2000, 'USD')`;
      return tx`insert into refunds (reference, order_id, amount_minor, currency)
        values (${reference}, ${order.id}, 2000, 'USD') returning reference`;
    }),
    insert: ({ product }) => ({
      reference: randomUUID(),
      order_id: product,
      amount_minor: 1,
      currency: 'USD',
    }),
    update: { amount_minor: 1 },
  },
};
