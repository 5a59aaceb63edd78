import { describe, expect } from 'vitest';
import { actAs, rolledBack, test, type Tx } from './actors.ts';
import { valueOf, valuesOf } from './answers.ts';
import { addCategory, addProduct } from './goods.ts';

async function titles(tx: Tx, name: string, args: readonly (string | number)[]): Promise<string[]> {
  const list = args.map((arg) => (typeof arg === 'number' ? tx`${arg}::int` : tx`${arg}::uuid`));
  const [first, second] = list;
  const rows = await tx<{ title: string }[]>`
    select title from ${tx(name)}(${first ?? tx``}${second ? tx`, ${second}` : tx``})`;
  return rows.map(({ title }) => title);
}

describe('random products', () => {
  test('are as many as asked for, none twice, and others each time', async ({ tx }) => {
    await tx`insert into products (title, price) select 'Pick ' || n, 1 from generate_series(1, 300) n`;
    await actAs(tx, null);
    const draws = [];
    for (let draw = 0; draw < 5; draw += 1) draws.push(await titles(tx, 'random_products', [20]));
    for (const draw of draws) expect(draw).toHaveLength(20);
    // Five equal draws of 20 out of more than 300 do not happen by chance.
    expect(new Set(draws.map((draw) => draw.sort().join())).size).toBeGreaterThan(1);
  });

  test('are all there are when more are asked for', async () => {
    const oneView = 'isolation level repeatable read';
    await rolledBack(async (tx) => {
      for (const title of ['Pick one', 'Pick two']) await addProduct(tx, { title });
      const count = await valueOf<number>(tx`select count(*)::int as count from products`);
      const drawn = await titles(tx, 'random_products', [100]);
      expect(drawn).toHaveLength(Math.min(count, 100));
      if (count <= 100) expect(drawn).toEqual(expect.arrayContaining(['Pick one', 'Pick two']));
      expect(await titles(tx, 'random_products', [0])).toEqual([]);
    }, oneView);
  });
});

async function related(tx: Tx, product: string, limit: number): Promise<string[]> {
  return valuesOf<string>(tx`
    select e ->> 'title' as title from json_array_elements(list_related_products(${product}, ${limit})) e`);
}

describe('related products', () => {
  test('are the others of the category, newest first', async ({ tx }) => {
    const category = await addCategory(tx);
    const product = await addProduct(tx, { category });
    for (const title of ['Old', 'Older']) await addProduct(tx, { title, category });
    await tx`update products set created_at = now() - interval '1 day' where title = 'Older'`;
    await addProduct(tx, { title: 'Elsewhere', category: await addCategory(tx) });
    await actAs(tx, null);
    expect(await related(tx, product, 4)).toEqual(['Old', 'Older']);
    expect(await related(tx, product, 1)).toEqual(['Old']);
  });

  test('of a product without category are none', async ({ tx }) => {
    await addProduct(tx);
    expect(await related(tx, await addProduct(tx), 4)).toEqual([]);
  });
});

test('a list gives no more than the API ever asks for at once, whoever asks', async ({ tx }) => {
  await tx`insert into products (title, price) select 'Listed ' || n, 1 from generate_series(1, 1100) n`;
  await actAs(tx, null);
  const listed = await valueOf<{ rows: object[] }>(tx`select list_products(p_limit => 1000000)`);
  expect(listed.rows).toHaveLength(1000);
});
