import { randomUUID } from 'node:crypto';
import type { Tx } from './actors.ts';
import { valueOf } from './answers.ts';
import { add } from './goods.ts';
import { addCompany, addList, addMember } from './companies.ts';
import type { Trial } from './trial.ts';

/** A price list of no company. */
const sharedList = randomUUID();
/** A zone that is there once. */
const zone = randomUUID();
const newCode = () => randomUUID().toUpperCase();

/** The approved company, with a price list of its own, of which somebody is the manager; a new one unless there is one. */
async function companyOf(tx: Tx, user: string): Promise<{ company: string; list: string }> {
  await tx`insert into price_lists (id, name) values (${sharedList}, ${sharedList}) on conflict do nothing`;
  const [own] = await tx<{ company: string; list: string }[]>`
    select c.id as company, c.price_list_id as list from company_members m
    join companies c on c.id = m.company_id and c.price_list_id is not null where m.user_id = ${user}`;
  if (own) return own;
  const list = await addList(tx, 10);
  const company = await addCompany(tx, { price_list_id: list });
  await tx`delete from company_members where user_id = ${user}`;
  await addMember(tx, company, user, 'manager');
  return { company, list };
}
const listOf = async (tx: Tx, user: string) => (await companyOf(tx, user)).list;
const quoteOf = async (tx: Tx, user_id: string) =>
  add(tx, 'quotes', { company_id: (await companyOf(tx, user_id)).company, user_id });

/** For the customer's company, if there is one. */
const orderOf = (tx: Tx, user: string): Promise<string> =>
  valueOf(tx`insert into orders (user_id, total_price, company_id)
    values (${user}, 20, (select company_id from company_members where user_id = ${user})) returning id`);
const itemOf = (tx: Tx, order_id: string) =>
  add(tx, 'order_items', { order_id, title: 'Coat', unit_price: 20, quantity: 1 });
const moneyOf = async (tx: Tx, user: string) => ({
  ...{ reference: randomUUID(), order_id: await orderOf(tx, user) },
  ...{ amount_minor: 2000, currency: 'USD' },
});
/** Up to 30 small letters, as names of providers have them. */
const inLetters = (uuid: string) =>
  uuid
    .replaceAll('-', '')
    .replaceAll(/\d/g, (it) => 'ghijklmnop'.charAt(Number(it)))
    .slice(2);
async function refundOf(tx: Tx, user: string) {
  const money = await moneyOf(tx, user);
  await add(tx, 'payment_attempts', money, 'reference');
  return money;
}
export const variantOf = (tx: Tx, product: string): Promise<string> =>
  valueOf(
    tx`select id from product_variants where product_id = ${product} order by number, id limit 1`,
  );

/** How to try companies, prices and orders, and what belongs to them. */
export const saleTrials: Record<string, Trial> = {
  companies: {
    row: async (tx, user) => (await companyOf(tx, user)).company,
    update: { credit_limit: '1000' },
  },
  company_members: {
    key: 'user_id',
    row: async (tx, user) => {
      await companyOf(tx, user);
      return user;
    },
  },
  company_invitations: {
    row: async (tx, user) => ({
      ...{ company_id: (await companyOf(tx, user)).company, email: 'new@test.example' },
    }),
  },
  price_lists: {
    row: listOf,
    insert: () => ({ name: randomUUID(), percent: 5 }),
    update: { percent: '50' },
  },
  price_list_items: {
    row: async (tx, user, { product }) => ({
      ...{ price_list_id: await listOf(tx, user), product_id: product, price: 5 },
    }),
  },
  order_quantities: {
    row: async (tx, user, { product }) => ({
      ...{ price_list_id: await listOf(tx, user), product_id: product, minimum: 6 },
    }),
  },
  quotes: { row: quoteOf },
  quote_lines: {
    row: async (tx, user, { product }) => ({
      ...{ quote_id: await quoteOf(tx, user), product_id: product },
      ...{ title: 'Coat', quantity: 1, unit_price: 5 },
    }),
  },
  quote_messages: {
    row: async (tx, user) => ({
      ...{ quote_id: await quoteOf(tx, user), from_office: false, text: 'When?' },
    }),
  },
  countries: { key: 'code', rows: () => ['DE', 'NG'] },
  shipping_zones: {
    // Of a country that is in no other zone.
    row: async (tx) => ({
      name: 'Europe',
      countries: [
        await valueOf<string>(tx`select c.code from countries c where c.code <> 'AQ'
          and not exists (select from shipping_zones z where c.code = any (z.countries)) limit 1`),
      ],
    }),
    insert: () => ({ name: 'Asia' }),
    update: { name: 'Africa' },
  },
  shipping_methods: {
    row: async (tx) => {
      await tx`insert into shipping_zones (id, name, countries) values (${zone}, 'Antarctica', '{AQ}')
        on conflict do nothing`;
      return { zone_id: zone, name: 'Standard', price: 5 };
    },
    insert: () => ({ zone_id: zone, name: 'Express', price: 9 }),
    update: { price: 6 },
  },
  tax_rates: {
    row: async (tx) => ({
      country: await valueOf<string>(tx`select c.code from countries c
        left join tax_rates r on r.country = c.code where r.id is null limit 1`),
      rate: 19,
    }),
    insert: () => ({ class: 'reduced', rate: 20 }),
    update: { rate: 5 },
  },
  vouchers: {
    row: () => ({ code: newCode(), kind: 'percent', value: 10 }),
    insert: () => ({ code: newCode(), kind: 'amount', value: 5 }),
    update: { value: 20 },
  },
  voucher_uses: {
    key: 'order_id',
    row: async (tx, user_id) => ({
      ...{ order_id: await orderOf(tx, user_id), user_id, once: false },
      voucher_id: await add(tx, 'vouchers', { code: newCode(), kind: 'percent', value: 10 }),
    }),
  },
  orders: { row: orderOf },
  order_notes: {
    row: async (tx, user) => ({ order_id: await orderOf(tx, user), note: 'Ring twice' }),
    insert: ({ order }) => ({ order_id: order, note: 'Ring once' }),
  },
  parcels: { row: async (tx, user) => ({ order_id: await orderOf(tx, user) }) },
  parcel_lines: {
    key: 'parcel_id',
    row: async (tx, user) => {
      const order_id = await orderOf(tx, user);
      const parcel_id = await add(tx, 'parcels', { order_id });
      return { parcel_id, order_item_id: await itemOf(tx, order_id), quantity: 1 };
    },
  },
  returns: { row: async (tx, user) => ({ order_id: await orderOf(tx, user) }) },
  return_lines: {
    key: 'return_id',
    row: async (tx, user) => {
      const order_id = await orderOf(tx, user);
      const return_id = await add(tx, 'returns', { order_id });
      return { return_id, order_item_id: await itemOf(tx, order_id), quantity: 1 };
    },
  },
  invoices: {
    row: async (tx, user) =>
      valueOf<string>(tx`
        insert into invoices (kind, serial, number, order_id, order_number, currency, net, tax, gross, rates, seller)
        select 'invoice', -abs(hashtext(id::text)), 'INV-1', id, number, 'USD', 20, 0, 20, '[]', '{}'
        from orders where id = ${await orderOf(tx, user)} returning id`),
  },
  order_items: { row: async (tx, user) => itemOf(tx, await orderOf(tx, user)) },
  payment_attempts: { key: 'reference', row: moneyOf },
  payment_events: { row: () => ({ id: randomUUID() }) },
  payment_disputes: {
    key: 'provider_id',
    row: async (tx, user) => {
      const { reference, order_id } = await refundOf(tx, user);
      return {
        ...{ reference, order_id, provider: 'paystack', provider_id: randomUUID() },
        ...{ amount_minor: 100, currency: 'USD' },
      };
    },
  },
  payment_methods: { key: 'provider', row: () => ({ provider: inLetters(randomUUID()) }) },
  refunds: { key: 'reference', row: refundOf },
  refund_lines: {
    key: 'refund_id',
    row: async (tx, user) => {
      const refund = await refundOf(tx, user);
      const refund_id = await add(tx, 'refunds', refund);
      return { refund_id, order_item_id: await itemOf(tx, refund.order_id), quantity: 1 };
    },
  },
  stock_holds: {
    key: 'order_id',
    row: async (tx, user, { product }) => ({
      ...{
        order_id: await orderOf(tx, user),
        variant_id: await variantOf(tx, product),
        quantity: 1,
      },
    }),
  },
};
