import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { test as base, type Tx } from './actors.ts';
import { rowOf, valueOf } from './answers.ts';
import { expectRefusal } from './refusals.ts';
import { actAsAdministrator } from './people.ts';
import { addCategory, addProduct } from './goods.ts';

/** Two products of an administrator's. */
const test = base.extend('ids', async ({ tx }) => {
  const ids = [
    await addProduct(tx, { title: 'Quorvine Coat', price: '19.99' }),
    await addProduct(tx, { title: 'Quorvine Cape', price: '999999999.99' }),
  ];
  await actAsAdministrator(tx);
  return ids;
});

const prices = async (tx: Tx, ids: string[]) =>
  (await tx`select price from products where id in ${tx(ids)} order by price`).map(
    (it) => it['price'],
  );

describe('many products at once', () => {
  test('change their prices to the cent, or none does', async ({ tx, ids }) => {
    const change = (percent: number) => (t: Tx) =>
      t`select office.change_product_prices(${ids}::uuid[], ${percent}) as n`;
    await expectRefusal(tx, 'price_too_high', change(10));
    await expectRefusal(tx, 'bad_percent', change(-101));
    expect(await prices(tx, ids)).toEqual(['19.99', '999999999.99']);
    expect(await rowOf(change(-12.5)(tx))).toEqual({ n: 2 });
    expect(await prices(tx, ids)).toEqual(['17.49', '874999999.99']);
  });

  test('show what a change of prices would make of them, and then cost it', async ({ tx, ids }) => {
    const [coat = ''] = ids;
    const preview = (...change: (number | null)[]) =>
      tx`select title, price, new_price from office.preview_product_prices(
          ${[coat]}::uuid[], ${change[0] ?? null}, ${change[1] ?? null})`;
    expect(await rowOf(preview(-12.5))).toMatchObject({ price: '19.99', new_price: '17.49' });
    expect(await rowOf(preview(null, -4.99))).toMatchObject({ new_price: '15.00' });
    for (const [change, code] of [
      [[null, -20], 'price_too_low'],
      [[null, 999_999_999], 'price_too_high'],
      [[5, 5], 'bad_percent'],
      [[], 'bad_percent'],
    ] as const) {
      await expectRefusal(
        tx,
        code,
        (t) => t`select * from office.preview_product_prices(
              ${[coat]}::uuid[], ${change[0] ?? null}, ${change[1] ?? null})`,
      );
    }
    expect(await prices(tx, [coat])).toEqual(['19.99']);
    expect(
      await valueOf(tx`select office.change_product_prices(${[coat]}::uuid[], p_amount => -4.99)`),
    ).toBe(1);
    expect(await prices(tx, [coat])).toEqual(['15.00']);
  });

  test('cost the price shown, and the one before once that is undone', async ({ tx, ids }) => {
    const [coat = '', cape = ''] = ids;
    const set = (t: Tx, ...rows: [id: string, price: number, next: number][]) => {
      const list = rows.map(([id, price, next]) => ({ id, price, new_price: next }));
      return t`select office.set_product_prices(${t.json(list)}) as n`;
    };
    expect(await rowOf(set(tx, [coat, 19.99, 15], [cape, 999_999_999.99, 1]))).toEqual({ n: 2 });
    expect(await prices(tx, ids)).toEqual(['1', '15']);
    await expectRefusal(tx, 'changed_meanwhile', (t) => set(t, [coat, 15, 19.99], [cape, 2, 3]));
    await expectRefusal(tx, 'price_too_low', (t) => set(t, [coat, 15, -1]));
    expect(await prices(tx, ids)).toEqual(['1', '15']);
    expect(await rowOf(set(tx, [coat, 15, 19.99]))).toEqual({ n: 1 });
  });

  test('are changed all or not at all when one is gone', async ({ tx, ids }) => {
    const some = [...ids, randomUUID()];
    for (const call of [
      (t: Tx) => t`select office.change_products(${some}::uuid[], 'OutofStock')`,
      (t: Tx) => t`select office.change_product_prices(${some}::uuid[], 5)`,
      (t: Tx) => t`select office.delete_products(${some}::uuid[])`,
    ]) {
      await expectRefusal(tx, 'unknown_product', call);
    }
    await expectRefusal(
      tx,
      'unknown_category',
      (t) => t`select office.change_products(${ids}::uuid[], p_category => ${randomUUID()})`,
    );
    expect(await tx`select office.delete_products(${ids}::uuid[])`).toHaveLength(2);
  });
});

describe('the table of products', () => {
  const titles = async (tx: Tx, query: string, page = 1, sort = '') =>
    (
      await tx`select title, total::int from office.list_admin_products(
        p_limit => 1, p_page => ${page}, p_query => ${query}, p_sort => ${sort})`
    ).map((it) => [it['title'], it['total']]);

  test('is searched, sorted and cut; a page past the end is the last', async ({ tx, ids: _ }) => {
    expect(await titles(tx, 'quorvine', 1, 'price-desc')).toEqual([['Quorvine Cape', 2]]);
    expect(await titles(tx, 'quorvine', 2, 'title-asc')).toEqual([['Quorvine Coat', 2]]);
    expect(await titles(tx, 'quorvine', 99, 'title-asc')).toEqual([['Quorvine Coat', 2]]);
    expect(await titles(tx, 'quorvine coat')).toEqual([['Quorvine Coat', 1]]);
    expect((await titles(tx, 'quorvien'))[0]?.[1]).toBe(2);
    expect(await titles(tx, '!!!')).toEqual([]);
  });

  test('gives the ids of what fits on all pages, in order, up to a limit', async ({ tx, ids }) => {
    const [coat = '', cape = ''] = ids;
    const found = async (sort: string, limit: number, query = 'quorvine') =>
      (
        await tx`select id from office.list_product_ids(
            p_query => ${query}, p_sort => ${sort}, p_limit => ${limit}) id`
      ).map((it) => String(it['id']));
    expect(await found('price-asc', 10)).toEqual([coat, cape]);
    expect(await found('price-desc', 1)).toEqual([cape]);
    expect(await found('', 10, 'quorvine coat')).toEqual([coat]);
    expect(await found('', 10, '!!!')).toEqual([]);
  });

  test('is filtered by category, availability and pictures', async ({ tx, ids }) => {
    const [coat = ''] = ids;
    const category = await addCategory(tx);
    await tx`select office.change_products(${[coat]}::uuid[], p_category => ${category})`;
    await tx`update products set availability = 'OutofStock', images = '{a.webp}' where id = ${coat}`;
    const count = async (call: PromiseLike<readonly unknown[]>) => (await call).length;
    expect([
      await count(tx`select 1 from office.list_admin_products(p_category => ${category})`),
      await count(
        tx`select 1 from office.list_admin_products(p_query => 'quorvine', p_without_category => true)`,
      ),
      await count(
        tx`select 1 from office.list_admin_products(p_query => 'quorvine', p_availability => 'OutofStock')`,
      ),
      await count(
        tx`select 1 from office.list_admin_products(p_query => 'quorvine', p_without_pictures => true)`,
      ),
    ]).toEqual([1, 1, 1, 1]);
  });
});
