import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { actAs, actAsOwner, test, type Tx } from './actors.ts';
import { valueOf, valuesOf } from './answers.ts';
import { errorOf } from './refusals.ts';
import { actAsAdministrator } from './people.ts';
import { addProduct } from './goods.ts';
import { addBuyer, orderOnTerms } from './companies.ts';
import { addCountedProduct } from './counted-goods.ts';

const moveTo = (tx: Tx, zone: string) =>
  tx`update shop_settings set value = to_jsonb(${zone}::text) where name = 'time_zone'`;

/** An order of $5 by a new customer in Los Angeles, on the evening of the last Thursday of November. */
const evening = '2001-11-30T02:33:00Z';
async function orderAt(tx: Tx, at: string): Promise<string> {
  const product = await addProduct(tx);
  const id = randomUUID();
  await tx`insert into orders (id, total_price, status, created_at, paid_at)
    values (${id}, 5, 'Paid', ${at}, ${at})`;
  await tx`insert into order_items (order_id, product_id, title, quantity, unit_price)
    values (${id}, ${product}, 'Hat', 1, 5)`;
  return product;
}

test.for([
  // zone, time, its day, when that begins
  ['', '2026-11-27T02:33:00Z', '2026-11-27', '2026-11-27T00:00:00Z'],
  ['America/Los_Angeles', '2026-11-27T02:33:00Z', '2026-11-26', '2026-11-26T08:00:00Z'],
  ['America/New_York', '2027-11-07T06:30:59Z', '2027-11-07', '2027-11-07T04:00:00Z'],
  ['Asia/Kolkata', '2026-11-26T18:30:00Z', '2026-11-27', '2026-11-26T18:30:00Z'],
  ['Pacific/Auckland', '2026-11-26T11:00:00Z', '2026-11-27', '2026-11-26T11:00:00Z'],
  ['Africa/Cairo', '2026-04-24T12:00:00Z', '2026-04-24', '2026-04-23T22:00:00Z'],
  ['Atlantic/Azores', '2026-10-25T00:30:00Z', '2026-10-25', '2026-10-25T00:00:00Z'],
] as const)('in “%s”, %s is in the day %s', async ([zone, time, day, start], { tx }) => {
  await moveTo(tx, zone);
  expect(await valueOf(tx`select private.day_of(${time})::text`)).toBe(day);
  expect(await valueOf(tx`select private.day_start(${day})`)).toEqual(new Date(start));
});

test.for([
  ['2026-11-26', 0, '2026-11-26'],
  ['2026-11-27', 1, '2026-11-30'],
  ['2026-11-28', 0, '2026-11-30'],
  ['2026-11-29', 2, '2026-12-02'],
  ['2026-11-25', 5, '2026-12-02'],
  ['2026-11-25', 13, '2026-12-14'],
] as const)('from %s, %i weekdays last until %s', async ([day, days, last], { tx }) => {
  expect(await valueOf(tx`select private.weekdays_after(${day}, ${days})::text`)).toBe(last);
});

test('where shipping says its days, the day that begins is in the change feed', async ({ tx }) => {
  await moveTo(tx, 'Asia/Kolkata');
  const changes = async () => [
    ...(await tx`select id::float8, tag from private.planned_changes() where tag = 'days'`),
  ];
  await tx`delete from shipping_methods`;
  expect(await changes()).toEqual([]);
  const zone = await valueOf(tx`insert into shipping_zones (name) values ('All') returning id`);
  await tx`insert into shipping_methods (zone_id, name, price, days_to) values (${String(zone)}, 'Post', 5, 4)`;
  const midnight = tx`select extract(epoch from private.day_start(private.day_of(now())))::float8`;
  const id = -1000 * (await valueOf<number>(midnight));
  expect(await changes()).toEqual([{ id, tag: 'days' }]);
});

describe('with the shop in Los Angeles', () => {
  const [thursday, friday] = ['2001-11-29', '2001-11-30'];

  test('orders, customers and changes are found by its days', async ({ tx }) => {
    await moveTo(tx, 'America/Los_Angeles');
    await orderAt(tx, evening);
    const { user } = await addBuyer(tx);
    await tx`update profiles set created_at = ${evening} where id = ${user}`;
    await tx`update audit_log set happened_at = ${evening} where record_id = ${user}`;
    await actAsAdministrator(tx);
    const foundOn = async (day: string) => [
      await valueOf(tx`select total from office.find_orders(p_from => ${day}, p_to => ${day})`),
      await valueOf(tx`select total from office.find_customers(p_from => ${day}, p_to => ${day})`),
      await valueOf(
        tx`select (office.list_audit(p_table => 'profiles', p_from => ${day}, p_to => ${day}) -> 'total')::int > 0`,
      ),
    ];
    expect(await foundOn(thursday)).toEqual([1, 1, true]);
    expect(await foundOn(friday)).toEqual([0, 0, false]);
  });

  test('sales are those of its days and months', async ({ tx }) => {
    await moveTo(tx, 'America/Los_Angeles');
    const product = await orderAt(tx, '2001-12-01T02:33:00Z');
    await actAsOwner(tx);
    const months = tx`select month::text from income_by_month where income = 5 and month < '2002-01-01'`;
    expect(await valuesOf(months)).toEqual(['2001-11-01']);
    await actAsAdministrator(tx);
    const income = (from: string, to: string, by: string) =>
      valueOf(tx`select office.sales_figures(${from}, ${to}, ${by}) -> 'income'`);
    const sale = { income: 5, orders: 1 };
    const none = { income: 0, orders: 0 };
    expect(await income('2001-11-30', '2001-12-01', 'day')).toEqual([
      { period: '2001-11-30', ...sale },
      { period: '2001-12-01', ...none },
    ]);
    expect(await income('2001-11-15', '2001-12-31', 'month')).toEqual([
      { period: '2001-11-01', ...sale },
      { period: '2001-12-01', ...none },
    ]);
    const byMonth = tx`select month::text from office.sales_by_month(p_product => ${product})`;
    expect(await valuesOf(byMonth)).toEqual(['2001-11-01']);
  });

  test('an order on terms is due at the end of a day, its invoice is of today', async ({ tx }) => {
    await moveTo(tx, 'America/Los_Angeles');
    const { user } = await addBuyer(tx, { terms_days: 30 });
    const { product } = await addCountedProduct(tx, { M: 3 });
    await actAs(tx, user);
    const { id } = await orderOnTerms(tx, [{ product, quantity: 1, size: 'M' }], 20);
    await tx`set constraints all immediate`;
    await actAsOwner(tx);
    const [days] = await tx`
      select (o.due_at at time zone 'America/Los_Angeles')::text as due,
        (now() at time zone 'America/Los_Angeles')::date + 30 || ' 23:59:59' as promised,
        i.issued_on = (now() at time zone 'America/Los_Angeles')::date as is_today
      from orders o join invoices i on i.order_id = o.id where o.id = ${id}`;
    expect(days).toEqual({ due: days?.promised, promised: days?.promised, is_today: true });
  });
});

test('only names of time zones are accepted, and everybody may read them', async ({ tx }) => {
  await actAsAdministrator(tx);
  expect(await valueOf(tx`select shop_time_zone()`)).toBeNull();
  for (const wrong of ['Mars/Olympus', 'america/new_york', 'UTC+3', 'Etc']) {
    expect((await errorOf(tx, (it) => moveTo(it, wrong))).code).toBe('23514');
  }
  await moveTo(tx, 'Asia/Calcutta');
  await actAs(tx, null);
  expect(await valueOf(tx`select shop_time_zone()`)).toBe('Asia/Calcutta');
});
