import { expect } from 'vitest';
import { actAs, actAsService, asOwner, test as base, type Tx } from './actors.ts';
import { only, rowOf, valueOf, valuesOf } from './answers.ts';
import { expectRefusal } from './refusals.ts';
import { addAdministrator, addCustomer } from './people.ts';
import { addCategory, addProduct, addReview } from './goods.ts';
import { placeOrder } from './orders.ts';

interface World {
  draft: string;
  published: string;
  category: string;
  customer: string;
  administrator: string;
}

/** A draft and a published product, alone in their category, each with a review. */
const test = base.extend('world', async ({ tx }) => {
  const category = await addCategory(tx);
  const add = (status: 'draft' | 'published', title: string) =>
    addProduct(tx, { title, category, status, sizes: ['quor'] });
  const published = await add('published', 'Quorvine Coat');
  const draft = await add('draft', 'Quorvine Zwilchcape');
  const customer = await addCustomer(tx);
  for (const product of [published, draft]) await addReview(tx, customer, product);
  return { draft, published, category, customer, administrator: await addAdministrator(tx) };
});

/** Which of the two each way of reading the catalogue gives. */
async function seen(tx: Tx, { draft, published, category }: World) {
  const both = [draft, published];
  const filters = JSON.stringify({ size: ['quor'] });
  const found = await rowOf(tx<Record<string, string[]>[]>`
      with goods as (select id from unnest(${both}::uuid[]) id)
      select array(select id from products where id in (select id from goods)) as "table",
        array(select id from product_details where id in (select id from goods)) as view,
        array(select product_id from reviews where product_id in (select id from goods)) as reviews,
        array(select id from goods where read_product(id) is not null) as one,
        array(select id from goods where list_reviews(id) is not null) as reviewed,
        array(select e ->> 'id' from json_array_elements(
          list_products(p_categories => ${JSON.stringify([category])}::text::jsonb) -> 'rows') e) as list,
        array(select e ->> 'id' from json_array_elements(
          list_products(p_filters => ${filters}::text::jsonb) -> 'rows') e) as filtered,
        array(select e ->> 'id' from json_array_elements(find_products('quorvine') -> 'rows') e) as search,
        array(select e ->> 'id' from json_array_elements(
          find_products('quorvine', p_filters => ${filters}::text::jsonb) -> 'rows') e) as narrowed,
        array(select e ->> 'id' from json_array_elements(find_products('zwilchcape') -> 'rows') e) as only_draft,
        array(select e ->> 'id' from json_array_elements(find_products('zwilchcaep') -> 'rows') e) as mistyped,
        array(select id from random_products(100) where id in (select id from goods)) as random,
        coalesce((select array_agg(e ->> 'id') from json_array_elements(
          list_related_products(${published})) e), '{}') as related`);
  return Object.fromEntries(
    Object.entries(found).map(([way, ids]) => [
      way,
      (way === 'random' ? ids.filter((it) => it === draft) : ids).toSorted(),
    ]),
  );
}

test('a draft is nowhere in the shop, only in the tables of the office', async ({ tx, world }) => {
  const { draft, published, category, customer, administrator } = world;
  const one = [published];
  const shop = {
    ...{ list: one, filtered: one, search: one, narrowed: one },
    ...{ only_draft: [], mistyped: [], random: [], related: [] },
  };
  const rows = { table: one, view: one, reviews: one, one, reviewed: one };
  for (const who of [null, customer]) {
    await actAs(tx, who);
    expect(await seen(tx, world)).toEqual({ ...shop, ...rows });
  }
  await actAs(tx, administrator);
  const both = [draft, published].toSorted();
  expect(await seen(tx, world)).toEqual({
    ...shop,
    ...{ table: both, view: both, reviews: both, one: both, reviewed: both },
  });
  const office = (query: string, status: string | null) =>
    valuesOf<string>(tx`select id from office.list_admin_products(
          p_query => ${query}, p_category => ${query ? null : category}, p_status => ${status})`);
  expect((await office('', null)).toSorted()).toEqual(both);
  expect((await office('quorvine', null)).toSorted()).toEqual(both);
  expect(await office('zwilchcape', null)).toEqual([draft]);
  expect(await office('quorvine', 'draft')).toEqual([draft]);
  expect(await office('', 'published')).toEqual([published]);
  const rowsOf = await tx<{ products: number }[]>`
      select products::int from office.list_admin_categories(p_limit => 100) where id = ${category}`;
  expect(only(rowsOf)).toEqual({ products: 2 });
});

test('publishing puts a product into the shop, and its counts follow', async ({ tx, world }) => {
  const { draft, published, category, administrator } = world;
  const count = () =>
    valueOf<number>(tx`select count_products(${JSON.stringify([category])}::text::jsonb)`);
  const set = (status: string) =>
    tx`select office.change_products(${[draft]}::uuid[], p_status => ${status}::product_status)`;
  expect(await count()).toBe(1);
  await actAs(tx, administrator);
  await set('published');
  await actAs(tx, null);
  const both = [draft, published].toSorted();
  expect(await count()).toBe(2);
  expect(await seen(tx, world)).toMatchObject({
    ...{ table: both, search: both, list: both, related: [draft], only_draft: [draft] },
    mistyped: [draft],
  });
  await actAs(tx, administrator);
  await set('draft');
  await actAs(tx, null);
  expect(await count()).toBe(1);
  expect((await seen(tx, world))['list']).toEqual([published]);
});

test('a draft keeps the date of its first publication', async ({ tx, world }) => {
  const { draft, published, administrator } = world;
  await tx`update products set created_at = '2020-01-01' where id in ${tx([draft, published])}`;
  await actAs(tx, administrator);
  const isNew = (id: string) =>
    valueOf<boolean>(tx`select created_at = now() as new from products where id = ${id}`);
  const set = (id: string, status: string) =>
    tx`select office.change_products(${[id]}::uuid[], p_status => ${status}::product_status)`;
  await set(draft, 'published');
  await set(published, 'draft');
  await set(published, 'published');
  expect([await isNew(draft), await isNew(published)]).toEqual([true, false]);
});

test('a draft cannot be bought or reviewed; in carts it is sold out', async ({ tx, world }) => {
  const { draft, published, customer } = world;
  await actAs(tx, customer);
  const add = (to: Tx, product: string) => to`select add_to_cart(${product}, 1, 'quor')`;
  await expectRefusal(tx, 'unknown_product', (point) => add(point, draft));
  await add(tx, published);
  await asOwner(tx, () => tx`update products set status = 'draft' where id = ${published}`);
  expect(await valueOf(tx`select read_cart() -> 0 -> 'product' ->> 'availability'`)).toBe(
    'OutofStock',
  );
  const lines = [{ product: published, quantity: 1, size: 'quor' }];
  await expectRefusal(tx, 'out_of_stock', (point) => placeOrder(point, lines, '20'));
  await actAsService(tx);
  expect(await valueOf(tx`select add_review(${customer}, ${draft}, 5, 'Good')`)).toBe(null);
});
