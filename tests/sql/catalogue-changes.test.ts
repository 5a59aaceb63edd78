import { describe, expect } from 'vitest';
import { actAs, test as base, connect, sql, type Tx } from './actors.ts';
import { valueOf } from './answers.ts';
import { addCustomer } from './people.ts';
import { addCategory, addProduct, addReview } from './goods.ts';

/** The tags that the work leaves, sorted. */
async function tagsOf(tx: Tx, work: () => Promise<unknown>): Promise<string[]> {
  const last = await valueOf<string>(tx`select coalesce(max(id), 0) as last from catalogue_changes
      where transaction_id = pg_current_xact_id()`);
  await work();
  const rows = await tx<{ tag: string }[]>`
    select tag from catalogue_changes where id > ${last} and transaction_id = pg_current_xact_id()`;
  return [...new Set(rows.map(({ tag }) => tag))].sort();
}

const test = base.extend('goods', async ({ tx }) => {
  const category = await addCategory(tx);
  return { category, product: await addProduct(tx, { category }) };
});

describe('the change feed', () => {
  test('names a new, changed and deleted product, and its category', async ({ tx, goods }) => {
    const { product, category } = goods;
    const both = [`category:${category}`, `product:${product}`, 'products'];
    expect(
      await tagsOf(tx, () => tx`update products set price = 21 where id = ${product}`),
    ).toEqual(both);
    const other = await addCategory(tx);
    expect(
      await tagsOf(tx, () => tx`update products set category_id = ${other} where id = ${product}`),
    ).toEqual([`category:${category}`, `category:${other}`].sort().concat(both.slice(1)));
    expect(await tagsOf(tx, () => tx`delete from products where id = ${product}`)).toEqual([
      `category:${other}`,
      ...both.slice(1),
      'redirects',
    ]);
    let made = '';
    const tags = await tagsOf(tx, async () => (made = await addProduct(tx)));
    expect(tags).toEqual([`product:${made}`, 'products']);
  });

  test('names the category of a size guide that comes, changes and goes', async ({ tx, goods }) => {
    const { category } = goods;
    const tags = [`size_guide:${category}`, 'size_guides'];
    const sizes = JSON.stringify([{ size: 'S', eu: '', uk: '', us: '', cm: ['85'] }]);
    for (const work of [
      () => tx`insert into size_guides (category_id, measures, sizes)
          values (${category}, '{Chest}', ${sizes}::text::jsonb)`,
      () => tx`update size_guides set measures = '{Waist}' where category_id = ${category}`,
      () => tx`delete from size_guides where category_id = ${category}`,
    ]) {
      expect(await tagsOf(tx, work)).toEqual(tags);
    }
  });

  test('names the products of a renamed and of a deleted category', async ({ tx, goods }) => {
    const { product, category } = goods;
    const all = ['categories', `category:${category}`, `product:${product}`, 'products'];
    expect(
      await tagsOf(tx, () => tx`update categories set name = 'Else' where id = ${category}`),
    ).toEqual(all);
    expect(await tagsOf(tx, () => tx`delete from categories where id = ${category}`)).toEqual([
      ...all,
      'redirects',
    ]);
  });

  test('says nothing when nothing changed', async ({ tx, goods: { product, category } }) => {
    expect(
      await tagsOf(tx, async () => {
        await tx`update products set price = price where id = ${product}`;
        await tx`update categories set name = name where id = ${category}`;
        await tx`delete from banners where false`;
        await tx`delete from reviews where false`;
      }),
    ).toEqual([]);
  });

  test('names the tables of what the shop promises', async ({ tx }) => {
    const zone = () => tx`insert into shipping_zones (name) values ('World')`;
    expect(await tagsOf(tx, zone)).toEqual(['shipping_zones']);
    const method = () => tx`insert into shipping_methods (zone_id, name, price)
      select id, 'Post', 5 from shipping_zones where name = 'World'`;
    expect(await tagsOf(tx, method)).toEqual(['shipping_methods']);
    expect(await tagsOf(tx, () => tx`delete from shipping_zones where name = 'World'`)).toEqual([
      'shipping_methods',
      'shipping_zones',
    ]);
    const days = () => tx`update shop_settings set value = '9' where name = 'return_days'`;
    expect(await tagsOf(tx, days)).toEqual(['shop_settings']);
  });

  test('names banners, and the product of a review', async ({ tx, goods: { product } }) => {
    const banner = () => tx`insert into banners (header) values ('New')`;
    expect(await tagsOf(tx, banner)).toEqual(['banners']);
    expect(
      await tagsOf(tx, () => tx`update banners set header = 'x' where header = 'New'`),
    ).toEqual(['banners']);
    expect(await tagsOf(tx, () => tx`delete from banners where header = 'x'`)).toEqual(['banners']);
    const customer = await addCustomer(tx);
    const tag = [`reviews:${product}`];
    expect(await tagsOf(tx, () => addReview(tx, customer, product))).toEqual(tag);
    // Gone with the customer, which no statement on reviews says.
    expect(await tagsOf(tx, () => tx`delete from auth.users where id = ${customer}`)).toEqual(tag);
  });

  test('says one word for very many changes, and for many reviews of a product', async ({ tx }) => {
    const many = () =>
      tx`insert into products (title, price) select 'Bulk', 1 from generate_series(1, 600)`;
    expect(await tagsOf(tx, many)).toEqual(['everything']);
    const [product, customer] = [await addProduct(tx), await addCustomer(tx)];
    const reviews = () => tx`insert into reviews (user_id, product_id, rating, comment)
        select ${customer}::uuid, ${product}::uuid, 5, 'Good' from generate_series(1, 600)`;
    expect(await tagsOf(tx, reviews)).toEqual([`reviews:${product}`]);
  });

  test('forgets what is older than a day', async ({ tx }) => {
    await tx`insert into catalogue_changes (tag, changed_at)
        values ('old', now() - interval '25 hours'), ('young', now() - interval '23 hours')`;
    await addProduct(tx);
    const rows = await tx`select tag from catalogue_changes where tag in ('old', 'young')`;
    expect(rows).toEqual([{ tag: 'young' }]);
  });
});

test.for(['banners', 'reviews'])('emptying %s changes everything', async (table, { tx }) => {
  expect(await tagsOf(tx, () => tx`truncate ${tx(table)}`)).toEqual(['everything']);
});

test('emptying any table of the catalogue is noted', async () => {
  const noted = await sql<{ name: string }[]>`
    select tgrelid::regclass::text as name from pg_trigger
    where tgfoid = 'private.record_catalogue_changes'::regproc and pg_get_triggerdef(oid) ~ 'AFTER TRUNCATE'
    order by 1`;
  expect(noted.map(({ name }) => name)).toEqual([
    'advertisements',
    'banners',
    'categories',
    'custom_fields',
    'custom_values',
    'faqs',
    'pages',
    'products',
    'redirects',
    'reviews',
    'search_synonyms',
    'shipping_methods',
    'shipping_zones',
    'shop_settings',
    'size_guides',
  ]);
});

interface Feed {
  cursor: string;
  changes: { id: number; tag: string }[];
  from: number;
  until: number;
}

async function feed(db: Tx, cursor: string | null): Promise<Feed> {
  return valueOf<Feed>(db`select catalogue_changes_since(${cursor})`);
}

describe('a reader of the feed', () => {
  test('begins with nothing, and then misses no slow transaction', async () => {
    const reader = connect();
    const read = (cursor: string | null) => reader.begin((tx) => feed(tx, cursor));
    try {
      const { cursor, changes } = await read(null);
      expect(changes).toEqual([]);
      const tag = `test:${crypto.randomUUID()}`;
      let seen: Feed | undefined;
      await sql.begin(async (slow) => {
        await slow`insert into catalogue_changes (tag) values (${`${tag}-slow`})`;
        // A later number is there to be read first.
        await reader`insert into catalogue_changes (tag) values (${`${tag}-quick`})`;
        seen = await read(cursor);
      });
      const tags = ({ changes: found }: Feed) =>
        found.map((change) => change.tag).filter((it) => it.startsWith(tag));
      expect(seen && tags(seen)).toEqual([`${tag}-quick`]);
      expect(tags(await read(seen?.cursor ?? null))).toContain(`${tag}-slow`);
      await reader`delete from catalogue_changes where starts_with(tag, ${tag})`;
    } finally {
      await reader.end();
    }
  });

  test('returns the clock before and after the query', async ({ tx }) => {
    const clock = () =>
      valueOf<number>(tx`select (extract(epoch from clock_timestamp()) * 1000)::float8`);
    const before = await clock();
    const { from, until } = await feed(tx, null);
    // The snapshot is never older than its transaction.
    expect(from).toBeLessThanOrEqual(before);
    expect(from).toBeGreaterThan(before - 60_000);
    expect(until).toBeGreaterThanOrEqual(before);
    expect(until).toBeLessThanOrEqual(Math.ceil(await clock()));
  });

  test.for(['999999999999999', 'nonsense', ''])(
    'with the cursor "%s" starts anew',
    async (cursor, { tx }) => {
      await actAs(tx, null);
      expect((await feed(tx, cursor)).changes).toEqual([{ id: 0, tag: 'everything' }]);
    },
  );
});
