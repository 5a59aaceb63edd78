import { expect } from 'vitest';
import { actAs, letPass, test as base, type Tx } from './actors.ts';
import { valueOf } from './answers.ts';
import { expectRefusal } from './refusals.ts';
import { addAdministrator } from './people.ts';
import { addProduct } from './goods.ts';

/** A published product that is asked $50, and who keeps it. */
const test = base.extend('shop', async ({ tx }) => {
  return { coat: await addProduct(tx, { price: '50' }), admin: await addAdministrator(tx) };
});

/** Earlier prices, the last one first. */
const earlier = async (tx: Tx, product: string) =>
  (
    await tx<{ price: string }[]>`
      select price from product_prices where product_id = ${product} order by until desc`
  ).map(({ price }) => Number(price));

const lowest = (tx: Tx, product: string) =>
  valueOf<number | null>(tx`select (read_product(${product}) ->> 'lowest_price_30_days')::float`);

test('the lowest price is that of the 30 days before the price began', async ({ tx, shop }) => {
  const { coat } = shop;
  const ask = (price: number) => tx`update products set price = ${price} where id = ${coat}`;
  await tx`update products set compare_at_price = 60 where id = ${coat}`;
  // It has never cost anything else.
  expect(await lowest(tx, coat)).toBe(50);
  await ask(30);
  await letPass(tx, '31 days');
  await ask(45);
  // The 50 ended a month before; the 30 was asked until now.
  expect(await earlier(tx, coat)).toEqual([30]);
  await letPass(tx, '10 days');
  await ask(40);
  expect(await earlier(tx, coat)).toEqual([45, 30]);
  expect(await lowest(tx, coat)).toBe(30);
  await letPass(tx, '400 days');
  expect(await lowest(tx, coat)).toBe(30);
  await ask(41);
  expect(await lowest(tx, coat)).toBe(40);
  await tx`update products set compare_at_price = null where id = ${coat}`;
  expect(await lowest(tx, coat)).toBeNull();
});

test('what nobody was asked is no earlier price', async ({ tx, shop: { coat } }) => {
  await tx`update products set price = price, title = 'Cape' where id = ${coat}`;
  expect(await earlier(tx, coat)).toEqual([]);
  // In one transaction shoppers see neither the 1 nor the draft's 2.
  await tx`update products set price = 1 where id = ${coat}`;
  await tx`update products set price = 45 where id = ${coat}`;
  expect(await earlier(tx, coat)).toEqual([50]);
  await letPass(tx, '1 day');
  await tx`update products set status = 'draft' where id = ${coat}`;
  await letPass(tx, '1 day');
  await tx`update products set price = 2 where id = ${coat}`;
  await letPass(tx, '1 day');
  await tx`update products set price = 44, status = 'published' where id = ${coat}`;
  expect(await earlier(tx, coat)).toEqual([45, 50]);
});

test('prices that change in bulk or by a file are kept too', async ({ tx, shop }) => {
  const { coat, admin } = shop;
  await actAs(tx, admin);
  await tx`select office.change_product_prices(${[coat]}::uuid[], -10)`;
  expect(await earlier(tx, coat)).toEqual([50]);
  await letPass(tx, '1 day');
  await tx`select office.import_products(${tx.json([{ line: 2, id: coat, price: 44 }])}, false)`;
  expect(await earlier(tx, coat)).toEqual([45, 50]);
});

test('a sale price is below the compare-at price; a rise to it fails', async ({ tx, shop }) => {
  const { coat, admin } = shop;
  await tx`update products set title = 'Quorvine Coat', compare_at_price = 60 where id = ${coat}`;
  await expectRefusal(tx, '23514', (t) => t`update products set price = 60 where id = ${coat}`);
  await actAs(tx, admin);
  for (const call of [
    (t: Tx) => t`select * from office.preview_product_prices(${[coat]}::uuid[], 20)`,
    (t: Tx) => t`select office.change_product_prices(${[coat]}::uuid[], p_amount => 10)`,
    (t: Tx) =>
      t`select office.set_product_prices(${t.json([{ id: coat, price: 50, new_price: 60 }])})`,
  ]) {
    await expectRefusal(tx, 'price_too_high', call);
  }
  expect(
    await valueOf(tx`select office.change_product_prices(${[coat]}::uuid[], p_amount => 9.99)`),
  ).toBe(1);
});

test('earlier prices come with their product, also from the trash', async ({ tx, shop }) => {
  const { coat, admin } = shop;
  await tx`update products set price = 40 where id = ${coat}`;
  await actAs(tx, null);
  expect(await earlier(tx, coat)).toEqual([50]);
  await actAs(tx, admin);
  const id = await valueOf<string>(tx`select office.delete_products(${[coat]}::uuid[])`);
  expect(await earlier(tx, coat)).toEqual([]);
  await tx`select office.restore_trash(${[id]}::uuid[])`;
  expect(await earlier(tx, coat)).toEqual([50]);
  await tx`update products set status = 'draft' where id = ${coat}`;
  await actAs(tx, null);
  expect(await earlier(tx, coat)).toEqual([]);
});
