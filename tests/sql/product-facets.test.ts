import fc from 'fast-check';
import { expect } from 'vitest';
import { actAs, sql, test, type Tx } from './actors.ts';
import { rowOf, valueOf } from './answers.ts';
import { addCategory, addProduct, type Product } from './goods.ts';

type Filters = Partial<Record<'category' | 'size' | 'color' | 'price' | 'availability', string[]>>;

interface Facets {
  total: number;
  values: { facet: keyof Filters; value: string; name: string | null; count: number }[];
}

const json = (value: unknown) => JSON.stringify(value);

async function facetsOf(tx: Tx, filters: Filters, query: string | null = null): Promise<Facets> {
  return valueOf<Facets>(tx`select product_facets(${json(filters)}::text::jsonb, ${query})`);
}

interface Garment {
  category: string | null;
  size: string[];
  color: string[];
  price: string[];
  availability: string[];
  /** Size and color of what is left, where only a part is sold out. */
  left: { size: string; color: string }[] | null;
}

const colours = { maroon: 'red', firebrick: 'red', navy: 'blue', '#2f3e55': 'blue', tan: 'beige' };
const prices = { '49.99': 'under-50', '50': '50-100', '149.99': '100-150', '200': 'over-200' };

/** Counts a garment, of which two variants of three are sold out; what is left. */
async function countSome(tx: Tx, product: string, salt: number) {
  await tx`update product_variants set policy = 'deny' where product_id = ${product}`;
  const left = await tx<{ id: string; size: string; color: keyof typeof colours }[]>`
    select id, size, color from product_variants where product_id = ${product} and (hashtext(sku) + ${salt}) % 3 = 0`;
  await tx`insert into stock_movements (variant_id, quantity, reason)
    select id, 1, 'received' from unnest(${left.map((it) => it.id)}::uuid[]) id`;
  return left.map(({ size, color }) => ({ size, color: colours[color] }));
}

/** 60 garments of two categories or none; what is chosen of each is told by its number. Of each seventh there is a draft too. */
async function addGarments(tx: Tx): Promise<Garment[]> {
  const categories = [await addCategory(tx), await addCategory(tx), null];
  const names = Object.keys(colours) as (keyof typeof colours)[];
  const costs = Object.keys(prices) as (keyof typeof prices)[];
  const all: Garment[] = [];
  for (let i = 0; i < 60; i += 1) {
    const category = categories[i % 3] ?? null;
    const sizes = ['S', 'M', 'XL'].filter((_, at) => (i >> at) % 2 === 1);
    const chosen = names.filter((_, at) => (i * 7 + at) % 3 === 0);
    const price = costs[i % 4] ?? '50';
    const availability = i % 5 === 0 ? ('OutofStock' as const) : 'InStock';
    const garment: Product = {
      ...{ title: 'Quorvine', category, sizes, colors: chosen, price, availability },
    };
    const id = await addProduct(tx, garment);
    const isCounted = i % 2 === 1 && availability === 'InStock' && chosen.length > 0;
    const left = isCounted ? await countSome(tx, id, i) : null;
    if (i % 7 === 0) await addProduct(tx, { ...garment, status: 'draft' });
    all.push({
      category,
      size: sizes,
      color: chosen.map((it) => colours[it]),
      price: [prices[price]],
      availability: [left?.length === 0 ? 'OutofStock' : availability],
      left,
    });
  }
  return all;
}

const names = ['category', 'size', 'color', 'price', 'availability'] as const;

const has = (it: Garment, name: keyof Filters, values: readonly string[]) =>
  values.some((value) => (name === 'category' ? it.category === value : it[name].includes(value)));

const fits = (it: Garment, filters: Filters) => {
  const { size, color, availability } = filters;
  return (
    names.every((name) => !filters[name] || has(it, name, filters[name])) &&
    (it.left === null ||
      availability?.join() !== 'InStock' ||
      it.left.some(
        (of) => (size?.includes(of.size) ?? true) && (color?.includes(of.color) ?? true),
      ))
  );
};

/** Random filters count what a plain count counts, in the shop and in a search. */
async function tryFilters(tx: Tx, many: number): Promise<void> {
  await tx`delete from products`;
  const garments = await addGarments(tx);
  const categories = [...new Set(garments.map((it) => it.category))].filter((it) => it !== null);
  await actAs(tx, null);
  const some = (values: readonly string[]) =>
    fc.option(fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 }), {
      nil: undefined,
    });
  const filters = fc.record({
    category: some(categories),
    size: some(['S', 'M', 'XL', 'never']),
    color: some(['red', 'blue', 'beige', 'pink']),
    price: some(['under-50', '50-100', '100-150', '150-200', 'over-200']),
    availability: some(['InStock', 'OutofStock']),
  });
  for (const [i, drawn] of fc.sample(filters, { numRuns: many, seed: 33 }).entries()) {
    const asked = JSON.parse(json(drawn)) as Filters;
    const { total, values } = await facetsOf(tx, asked, i % 2 === 0 ? null : 'quorvine');
    expect(total).toBe(garments.filter((it) => fits(it, asked)).length);
    for (const { facet, value, count } of values) {
      const expected = garments.filter((it) => fits(it, { ...asked, [facet]: [value] }));
      expect([asked, facet, value, count]).toEqual([asked, facet, value, expected.length]);
    }
    const chosen = names.flatMap((name) => (asked[name] ?? []).map((it) => `${name}:${it}`));
    expect(values.map((it) => `${it.facet}:${it.value}`)).toEqual(expect.arrayContaining(chosen));
    const listed = await rowOf(tx<{ rows: { id: string }[]; total: number }[]>`
          select x.rows, x.total from json_to_record(list_products(p_limit => 100, p_counted => true,
            p_filters => ${json(asked)}::text::jsonb)) x (rows json, total int)`);
    expect([listed.rows.length, listed.total]).toEqual([total, total]);
  }
}

/** Filtered lists have the same order and pages as those that are filtered by hand. */
async function tryPages(tx: Tx, many: number): Promise<void> {
  await tx`delete from products`;
  const [coats, hats] = [await addCategory(tx), await addCategory(tx)];
  await tx`insert into products (title, price, sizes, category_id, created_at)
      select 'Quorvine', n % 90, case when n % 3 = 0 then '{M}'::text[] else '{L}' end,
        case when n % 2 = 0 then ${coats}::uuid else ${hats}::uuid end, now() - n * interval '1 minute'
      from generate_series(1, ${many}::int) n`;
  for (const size of ['M', 'L']) {
    for (const [sort, order] of [
      ['default', tx`created_at desc, id`],
      ['price-low-to-high', tx`price, id`],
      ['price-high-to-low', tx`price desc, id`],
    ] as const) {
      for (const category of [null, hats]) {
        const expected = await tx<{ id: string }[]>`
            select id from products where ${size} = any (sizes) and (${category}::uuid is null or category_id = ${category})
            order by ${order} limit 30 offset 60`;
        const found = await tx<{ id: string }[]>`
            select e ->> 'id' as id from json_array_elements(list_products(${sort}, 30, 60,
              ${category && json([category])}::text::jsonb, p_filters => ${json({ size: [size] })}::text::jsonb) -> 'rows') e`;
        expect(found).toEqual([...expected]);
      }
    }
  }
}

test('random filters count what a plain count counts', ({ tx }) => tryFilters(tx, 60));
test('500 do, too', { tags: ['more'] }, ({ tx }) => tryFilters(tx, 500));

test('filtered lists have the order and pages of those that are filtered by hand', ({ tx }) =>
  tryPages(tx, 600));
// More than an index of facets is asked for at once.
test('so have very long ones', { tags: ['more'] }, ({ tx }) => tryPages(tx, 6300));

test('facets follow what is changed', async ({ tx }) => {
  const id = await addProduct(tx, { sizes: ['quor'], colors: ['White/Navy'], price: '20' });
  const count = async (filters: Filters) => (await facetsOf(tx, filters)).total;
  expect(await count({ size: ['quor'], color: ['blue'], price: ['under-50'] })).toBe(1);
  expect(await count({ size: ['quor'], color: ['white'] })).toBe(1);
  await tx`update products set colors = '{Dusty Maroon}', price = 250, availability = 'OutofStock' where id = ${id}`;
  expect(await count({ size: ['quor'], color: ['blue'] })).toBe(0);
  expect(
    await count({
      ...{ size: ['quor'], color: ['red'], price: ['over-200'], availability: ['OutofStock'] },
    }),
  ).toBe(1);
  await tx`delete from products where id = ${id}`;
  expect(await count({ size: ['quor'] })).toBe(0);
});

test('sizes that differ in case or decimal sign are one, as typed last', async ({ tx }) => {
  await tx`delete from products`;
  for (const sizes of [
    ['s', 'XL'],
    ['S', '36.5'],
    ['36,5', 'One  Size'],
  ]) {
    await addProduct(tx, { sizes });
  }
  const shown = async (filters: Filters) => {
    const { values } = await facetsOf(tx, filters);
    return Object.fromEntries(
      values.filter((it) => it.facet === 'size').map((it) => [it.value, [it.name, it.count]]),
    );
  };
  const all = {
    '36.5': ['36,5', 2],
    'One Size': ['One  Size', 1],
    ...{ S: ['S', 2], XL: ['XL', 1] },
  };
  expect(await shown({})).toEqual(all);
  for (const size of ['s', 'S', '36,5', '36.5']) {
    expect((await facetsOf(tx, { size: [size] })).total, size).toBe(2);
  }
});

test('a colour is of a family, and one of two tones of two', async () => {
  for (const [colour, ...families] of [
    ['darkolivegreen', 'green'],
    ['Dark Olive Green', 'green'],
    ['Midnight Navy', 'blue'],
    ['dark-slate-grey', 'gray'],
    ['linen', 'beige'],
    ['#fff', 'white'],
    ['#101010', 'black'],
    ['#7a1f2b', 'red'],
    ['#2f3e55', 'blue'],
    ['#556b2f', 'green'],
    ['xanthic'],
    ['#12345'],
    ['Navy/White', 'blue', 'white'],
    ['Red & Blue', 'blue', 'red'],
    ['black and cream', 'black', 'white'],
    ['Navy x Dusty Rose', 'blue', 'pink'],
    ['Red, White + Blue', 'blue', 'red', 'white'],
    ['#fff/#7a1f2b', 'red', 'white'],
    ['Black-White', 'black', 'white'],
    ['Black White', 'black', 'white'],
    ['Olive/Multi', 'green', 'multicolor'],
    ['Off-White', 'white'],
    ['Rose Gold', 'pink'],
    ['Wine Red', 'red'],
    ['Black Denim', 'black'],
    ['Navy Stripe', 'blue'],
    ['Heather Grey', 'gray'],
    ['Nude', 'beige'],
    ['Bordeaux', 'red'],
    ['Champagne', 'beige'],
    ['Midnight', 'blue'],
    ['Multi', 'multicolor'],
    ['Leopard Print', 'multicolor'],
    ['Anthracite', 'gray'],
    ['Noir', 'black'],
  ]) {
    const found = await valueOf<string[] | null>(
      sql`select families from private.describe_colours(array[${colour ?? ''}])`,
    );
    expect(found ?? [], colour).toEqual(families);
  }
});
