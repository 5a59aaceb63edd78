import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { actAs, actAsOwner, test as base, type Tx } from './actors.ts';
import { valueOf, valuesOf } from './answers.ts';
import { actAsAdministrator, actAsCustomer } from './people.ts';
import { addCategory, addProduct } from './goods.ts';
import { settle, startPayment } from './orders.ts';
import { addVoucher, orderWith } from './voucher-orders.ts';

interface Figures {
  income: { period: string; income: number; orders: number }[];
  bestSellers: { product_id: string | null; title: string; pieces: number; income: number }[];
}

/** Long before the demo's orders. */
const past = { from: '2001-03-01', to: '2001-03-31' };
const today = () => new Date().toISOString().slice(0, 10);

async function report(tx: Tx, { from, to } = past): Promise<Figures> {
  const figures = await valueOf<Figures>(tx`select office.sales_figures(${from}, ${to}, 'month')`);
  return figures;
}

interface Sale {
  product?: string;
  title?: string;
  quantity: number;
  at: string;
}

/** A paid order of one line at $2.50 a piece. */
async function sell(tx: Tx, { product, title = 'Hat', quantity, at }: Sale): Promise<string> {
  const id = randomUUID();
  await tx`insert into orders (id, total_price, status, paid_at)
    values (${id}, ${quantity * 2.5}, 'Paid', ${at})`;
  await tx`insert into order_items (order_id, product_id, title, quantity, unit_price)
    values (${id}, ${product ?? null}, ${title}, ${quantity}, 2.50)`;
  return id;
}

/** The shop as an administrator sees it; `change` acts as the owner of the database. */
const test = base.extend('change', async ({ tx }) => {
  const administrator = await actAsAdministrator(tx);
  return async <Made>(make: () => Promise<Made>) => {
    await actAsOwner(tx);
    const made = await make();
    await actAs(tx, administrator);
    return made;
  };
});

test('the report counts orders of another shop only if that is wanted, and not what was paid back', async ({
  tx,
  change,
}) => {
  const product = await change(() => addProduct(tx, { title: 'Cap' }));
  const [sku = ''] = await valuesOf<string>(
    tx`select sku from product_variants where product_id = ${product}`,
  );
  const rows = [
    {
      number: '1',
      paid: true,
      total: 20,
      refunded: 5,
      lines: [{ title: 'Old cap', sku, quantity: 2, price: 8 }],
    },
    { number: '2', paid: false, total: 40, refunded: 0, lines: [] },
    {
      number: '3',
      paid: true,
      total: 9,
      refunded: 0,
      lines: [{ title: 'Scarf', sku: '', quantity: 1, price: 9 }],
    },
  ].map((it, line) => ({
    ...{ ...it, line, source: 'other', date: '2001-03-12T10:00:00', email: '', name: '' },
    ...{ status: '', currency: '', details: {} },
  }));
  await tx`select office.import_orders(${JSON.stringify(rows)}::text::jsonb, false)`;
  expect(await report(tx)).toMatchObject({ income: [{ income: 0 }], bestSellers: [] });
  const { from, to } = past;
  expect(
    await valueOf(tx`select office.sales_figures(${from}, ${to}, 'month', true)`),
  ).toMatchObject({
    income: [{ income: 24, orders: 2 }],
    bestSellers: [
      { product_id: product, title: 'Cap', pieces: 2, income: 16 },
      { product_id: null, title: 'Scarf', pieces: 1, income: 9 },
    ],
    hasImported: true,
  });
});

describe('the report', () => {
  test('follows whatever happens to them', async ({ tx, change }) => {
    expect(await report(tx)).toMatchObject({ income: [{ income: 0 }], bestSellers: [] });
    const product = await change(() => addProduct(tx, { title: 'Cap' }));
    const id = await change(() => sell(tx, { product, quantity: 4, at: '2001-03-10T10:00Z' }));
    const sold = { product_id: product, title: 'Cap', pieces: 4, income: 10 };
    expect(await report(tx)).toMatchObject({
      income: [{ income: 10, orders: 1 }],
      bestSellers: [sold],
    });
    await change(() => tx`update order_items set quantity = 6 where order_id = ${id}`);
    expect((await report(tx)).bestSellers).toMatchObject([{ pieces: 6, income: 15 }]);
    const [open, back] = [randomUUID(), id];
    await change(() => tx`insert into orders (id, total_price) values (${open}, 0)`);
    await change(() => tx`update order_items set order_id = ${open} where order_id = ${id}`);
    expect((await report(tx)).bestSellers).toEqual([]);
    await change(() => tx`update order_items set order_id = ${back} where order_id = ${open}`);
    await change(() => tx`update products set title = 'Beret' where id = ${product}`);
    expect((await report(tx)).bestSellers).toMatchObject([{ title: 'Beret' }]);
    await change(() => tx`delete from products where id = ${product}`);
    expect((await report(tx)).bestSellers).toMatchObject([{ product_id: null, title: 'Hat' }]);
    await change(() => tx`update orders set status = 'Refunded' where id = ${id}`);
    expect(await report(tx)).toMatchObject({ income: [{ income: 0 }], bestSellers: [] });
    await change(() => tx`update orders set status = 'Paid' where id = ${id}`);
    expect((await report(tx)).bestSellers).toHaveLength(1);
    await change(() => tx`update orders set paid_at = '2001-04-01T00:00Z' where id = ${id}`);
    expect((await report(tx)).bestSellers).toEqual([]);
    const late = await change(() => sell(tx, { quantity: 1, at: '2001-03-31T23:59:59Z' }));
    expect((await report(tx)).income).toMatchObject([{ income: 2.5 }]);
    await change(() => tx`delete from orders where id = ${late}`);
    expect((await report(tx)).income).toMatchObject([{ income: 0 }]);
  });

  test('has today’s sales with those of before', async ({ tx, change }) => {
    const range = { from: past.from, to: today() };
    const [cap, coat] = await change(async () => [
      await addProduct(tx, { title: 'Cap' }),
      await addProduct(tx, { title: 'Coat' }),
    ]);
    await change(() => sell(tx, { product: cap, quantity: 900, at: '2001-03-10T10:00Z' }));
    await change(() => sell(tx, { product: coat, quantity: 800, at: '2001-03-10T10:00Z' }));
    const first = await report(tx, range);
    expect(first.bestSellers.slice(0, 2)).toMatchObject([{ title: 'Cap' }, { pieces: 800 }]);
    await change(() => sell(tx, { product: coat, quantity: 200, at: new Date().toISOString() }));
    const { income, bestSellers } = await report(tx, range);
    expect(bestSellers.slice(0, 2)).toMatchObject([
      { title: 'Coat', pieces: 1000, income: 2500 },
      { title: 'Cap', pieces: 900 },
    ]);
    expect(income[0]).toMatchObject({ period: '2001-03-01', income: 4250, orders: 2 });
    const [was = 0, is = 0] = [first, { income }].map((it) => it.income.at(-1)?.income);
    expect(is - was).toBeGreaterThanOrEqual(500);
  });

  test('adds up cents exactly, and has titles of deleted products', async ({ tx, change }) => {
    await change(async () => {
      await tx`with made as (
            insert into orders (total_price, status, paid_at)
            values (1, 'Paid', '2001-03-10T10:00Z') returning id)
          insert into order_items (order_id, title, quantity, unit_price)
          select made.id, 'Hat ' || n % 10, 3, 0.1 + (n % 10) / 100.0 from made, generate_series(1, 3010) n`;
    });
    const { bestSellers } = await report(tx);
    expect(bestSellers.map(({ title, pieces, income }) => [title, pieces, income])).toEqual(
      [9, 8, 7, 6, 5, 4, 3, 2].map((n) => [`Hat ${n}`, 903, ((10 + n) * 903) / 100]),
    );
  });
});

describe('the sales of a category', () => {
  const months = (tx: Tx, category: string) =>
    tx<{ month: string; pieces: string; income: string; orders: string }[]>`
      select month::text, pieces, income, orders from office.sales_by_month(p_category => ${category})`;
  const march = (pieces: number, orders = 1) => ({
    ...{ month: '2001-03-01', pieces: `${pieces}` },
    ...{ income: (pieces * 2.5).toFixed(2), orders: `${orders}` },
  });

  test('follow whatever happens to orders and products', async ({ tx, change }) => {
    const [here, there] = await change(async () => [
      await addCategory(tx, 'Here'),
      await addCategory(tx, 'There'),
    ]);
    expect(await months(tx, here)).toEqual([]);
    const product = await change(() => addProduct(tx, { category: here }));
    const id = await change(() => sell(tx, { product, quantity: 4, at: '2001-03-10T10:00Z' }));
    expect(await months(tx, here)).toEqual([march(4)]);
    await change(() => sell(tx, { product, quantity: 1, at: '2001-03-11T10:00Z' }));
    expect(await months(tx, here)).toEqual([march(5, 2)]);
    await change(() => tx`update orders set status = 'Refunded' where id = ${id}`);
    expect(await months(tx, here)).toEqual([march(1)]);
    await change(() => tx`update products set category_id = ${there} where id = ${product}`);
    expect(await months(tx, here)).toEqual([]);
    expect(await months(tx, there)).toEqual([march(1)]);
    await change(() => tx`delete from products where id = ${product}`);
    expect(await months(tx, there)).toEqual([]);
  });

  test('are what was paid, without the discount, in the report too', async ({ tx, change }) => {
    const category = await change(async () => {
      const category = await addCategory(tx);
      const product = await addProduct(tx, { price: '100.00', category });
      const { code } = await addVoucher(tx, { value: 50 });
      await actAsCustomer(tx);
      const { id } = await orderWith(tx, code, [{ product, quantity: 1 }], '50');
      await actAsOwner(tx);
      await settle(tx, await startPayment(tx, id), 5000);
      await tx`update orders set paid_at = '2001-03-10T10:00Z' where id = ${id}`;
      return category;
    });
    expect(await months(tx, category)).toMatchObject([{ pieces: '1', income: '50.00' }]);
    expect((await report(tx)).bestSellers).toMatchObject([{ pieces: 1, income: 50 }]);
  });
});
