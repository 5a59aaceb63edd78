import { expect, test } from 'vitest';
import { connect, rolledBack, sql, type Tx } from './actors.ts';
import { valueOf } from './answers.ts';
import { addCategory, addProduct } from './goods.ts';

async function counted(tx: Tx, ...categories: string[]): Promise<number> {
  const [row] = await tx<{ many: number }[]>`
    select count_products(${JSON.stringify(categories)}::text::jsonb) as many`;
  return row?.many ?? NaN;
}

/** All of them, as counted and as reckoned. */
async function difference(tx: Tx): Promise<number> {
  const row = await valueOf<number>(tx`
      select count_products() - (select count(*) from products)::int`);
  return row;
}

test('are right after whatever happens to products and categories', async () => {
  await rolledBack(async (tx) => {
    const [coats, hats] = [await addCategory(tx, 'Coats'), await addCategory(tx, 'Hats')];
    const coat = await addProduct(tx, { category: coats });
    await tx`insert into products (title, price, category_id)
        select 'Hat ' || n, 1, ${hats}::uuid from generate_series(1, 50) n`;
    expect([await counted(tx, coats), await counted(tx, hats)]).toEqual([1, 50]);
    expect(await counted(tx, coats, hats)).toBe(51);

    await tx`update products set category_id = ${hats}, price = 2 where id = ${coat}`;
    expect([await counted(tx, coats), await counted(tx, hats)]).toEqual([0, 51]);
    await tx`delete from products where title like 'Hat 1%' and category_id = ${hats}`;
    expect(await counted(tx, hats)).toBe(40);
    await tx`delete from categories where id = ${hats}`;
    expect(await counted(tx, hats)).toBe(0);
    expect(await difference(tx)).toBe(0);
  }, 'isolation level repeatable read');
});

test('wait for nobody who writes at the same time', async () => {
  const other = connect();
  const category = await addCategory(sql, 'Crowded');
  try {
    await sql.begin(async (one) => {
      await addProduct(one, { category });
      await other.begin(async (two) => {
        await two`set local lock_timeout = '2s'`;
        await addProduct(two, { category });
        expect(await counted(two, category)).toBe(1);
      });
      expect(await counted(one, category)).toBe(2);
    });
    expect(await sql.begin((tx) => counted(tx, category))).toBe(2);
  } finally {
    await sql`delete from products where category_id = ${category}`;
    await sql`delete from categories where id = ${category}`;
    await other.end();
  }
});
