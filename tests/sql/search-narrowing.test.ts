import fc from 'fast-check';
import { expect } from 'vitest';
import { actAs, actAsOwner, test, type Tx } from './actors.ts';
import { valueOf, valuesOf } from './answers.ts';
import { add, addCategory, addProduct } from './goods.ts';

const [orchard, loom, croft, vale, tee, jean] = [
  'Orchard Shirt Dress',
  'Loom Knit Dress',
  'Croft Pinafore',
  'Vale Slip Dress',
  'Heavy Green Tee',
  'Slate Straight Jean',
] as const;

const row = (size: string, letter: string, eu: string, uk: string) => ({
  ...{ size, letter, eu, uk, us: '', cm: [''] },
});
const guide = JSON.stringify([
  row('10', 'S', '38', '10'),
  row('12', 'M', '40', '12'),
  row('14', 'M', '42', '14'),
  row('M', '', '40–42', '12–14'),
]);

/** Dresses in numbers and letters, whose size guide says which are the same. */
async function openShop(tx: Tx): Promise<string> {
  await tx`delete from products`;
  const dresses = await addCategory(tx, 'Evening dresses');
  await tx`insert into size_guides (category_id, measures, sizes) values (${dresses}, '{Hips}', ${guide}::text::jsonb)`;
  const numbers = ['10', '12', '14'];
  for (const garment of [
    { title: orchard, sizes: numbers, colors: ['white', 'darkseagreen'], category: dresses },
    { title: loom, sizes: ['S', 'M'], colors: ['dimgray'], category: dresses },
    { title: croft, sizes: numbers, colors: ['sienna', 'darkolivegreen'], category: dresses },
    {
      ...{ title: vale, sizes: ['10'], colors: ['darkslategray', 'seagreen'] },
      ...{ category: dresses, description: 'Goes with a medium rose belt.' },
    },
    { title: tee, sizes: ['M', 'L'], colors: ['white'] },
    { title: jean, sizes: ['28', '30', 'One size'], colors: ['midnightblue'] },
  ]) {
    await addProduct(tx, garment);
  }
  await actAs(tx, null);
  return dresses;
}

const find = (tx: Tx, text: string) =>
  valuesOf<string>(
    tx`select e ->> 'title' from json_array_elements(find_products(${text}) -> 'rows') e`,
  );

test('colors and sizes are words of a search, and all words must fit', async ({ tx }) => {
  await openShop(tx);
  for (const [text, ...titles] of [
    ['green dress size M', croft, orchard],
    ['green dress in size 12', croft, orchard],
    ['green dress', croft, orchard, vale],
    ['gown 12', croft, loom, orchard],
    ['dress medium', croft, loom, orchard],
    ['dress M', croft, loom, orchard],
    ['size 14', croft, loom, orchard],
    ['dress eu 42', croft, loom, orchard],
    ['dress EU38', orchard, croft, vale, loom],
    ['uk 12', croft, loom, orchard],
    // Dark gray and sea green are no dark green.
    ['dark green dress', croft, orchard],
    ['dark grey dress', vale],
    ['white green dress'],
    // In a title, words are no conditions.
    ['white green tee', tee],
    ['slate jean', jean],
    ['green tee M', tee],
    ['jean one size', jean],
    ['rose dress', vale],
    ['red rose dress'],
    ['dress size 99'],
    ['green dress size', croft, orchard, vale],
    ['grene dress size M', croft, orchard],
  ]) {
    expect((await find(tx, text ?? '')).toSorted(), text).toEqual(titles.toSorted());
  }
});

async function narrow(tx: Tx, searches: number): Promise<void> {
  await openShop(tx);
  const word = fc.constantFrom(
    ...['dress', 'gown', 'green', 'dark', 'white', 'gray', 'size M', 'size 12', '12', 'M', 'L'],
    ...['slip', 'knit', 'tee', 'jean', 'dres', 'pinafor', 'xylophone', 'rose', 'eu 40'],
  );
  const drawn = fc.sample(fc.array(word, { minLength: 1, maxLength: 4 }), {
    numRuns: searches,
    seed: 33,
  });
  for (const words of drawn) {
    for (const place of words.keys()) {
      const [fewer, more] = [words.slice(0, place + 1), words.slice(0, place + 2)];
      const wider = await find(tx, fewer.join(' '));
      expect(wider, more.join(' ')).toEqual(expect.arrayContaining(await find(tx, more.join(' '))));
    }
  }
}

test('another word never finds more', ({ tx }) => narrow(tx, 20));
test('another word never finds more in 100 searches', { tags: ['more'] }, ({ tx }) =>
  narrow(tx, 100),
);

type Choice = { color: string | null; size: string | null; inStock: boolean } | null;
const asked = async (tx: Tx, text: string, filters: object | null, title: string) =>
  (
    await valuesOf<Choice>(tx`
      select e -> 'asked' from json_array_elements(find_products(${text}, p_filters => ${filters && JSON.stringify(filters)}::text::jsonb) -> 'rows') e
      where e ->> 'title' = ${title}`)
  )[0];

test('a product says which size and color was asked for, and whether that is left', async ({
  tx,
}) => {
  const dresses = await openShop(tx);
  const green = { color: 'darkseagreen', inStock: true };
  expect(await asked(tx, 'dress', null, orchard)).toBeNull();
  expect(await asked(tx, 'green dress', null, orchard)).toEqual({ ...green, size: null });
  expect(await asked(tx, 'green dress M', null, orchard)).toEqual({ ...green, size: '12' });
  expect(await asked(tx, 'green tee', null, tee)).toBeNull();
  const filters = { color: ['green'], size: ['M'], category: [dresses] };
  expect(await asked(tx, 'dress', filters, orchard)).toEqual({ ...green, size: '12' });

  await actAsOwner(tx);
  await tx`update product_variants v set policy = case when v.color = 'white' or v.size = '14' then 'untracked' else 'deny' end::stock_policy
    from products p where p.id = v.product_id and p.title = ${orchard}`;
  await actAs(tx, null);
  expect(await asked(tx, 'green dress M', null, orchard)).toEqual({ ...green, size: '14' });
  const gone = { color: 'darkseagreen', size: '10', inStock: false };
  expect(await asked(tx, 'green dress 10', null, orchard)).toEqual(gone);
  // In stock, green in 10 is asked of one variant.
  const inStock = JSON.stringify({ availability: ['InStock'] });
  const left = await valueOf<number>(
    tx`select find_products('green dress 10', p_counted => true, p_filters => ${inStock}::text::jsonb) -> 'total'`,
  );
  const counted = await valueOf<number>(
    tx`select product_facets(${inStock}::text::jsonb, 'green dress 10') -> 'total'`,
  );
  expect([left, counted]).toEqual([2, 2]);
  expect(await find(tx, 'green dress 10')).toContain(orchard);
});

test('filters find sizes that are the same in the size guide, as the office has it now', async ({
  tx,
}) => {
  const dresses = await openShop(tx);
  const count = (size: string) =>
    valueOf<number>(
      tx`select count_products(p_filters => ${JSON.stringify({ size: [size], category: [dresses] })}::text::jsonb)`,
    );
  expect([await count('M'), await count('12'), await count('10')]).toEqual([3, 3, 4]);
  await actAsOwner(tx);
  await tx`update size_guides set sizes = jsonb_path_query_array(sizes, '$[*] ? (@.size != "14")') where category_id = ${dresses}`;
  expect([await count('M'), await count('14')]).toEqual([3, 2]);
  await tx`delete from size_guides where category_id = ${dresses}`;
  expect([await count('M'), await count('12')]).toEqual([1, 2]);
  await add(
    tx,
    'size_guides',
    { category_id: dresses, measures: ['Hips'], sizes: tx.json(JSON.parse(guide)) },
    'category_id',
  );
  expect(await count('M')).toBe(3);
});

test('lists are between two prices, and filters count what is', async ({ tx }) => {
  await tx`delete from products`;
  for (const price of ['49.99', '50', '74.5', '120']) await addProduct(tx, { price, sizes: ['M'] });
  await addProduct(tx, { price: '74.5', sizes: ['M'], status: 'draft' });
  // As two writers at once leave it.
  await tx`
    insert into private.product_counts (category_id, facets, many)
    select category_id, facets, n from private.product_counts, unnest('{1,-1}'::int[]) n`;
  await actAs(tx, null);
  for (const [filters, ...prices] of [
    [{ minPrice: 50 }, 50, 74.5, 120],
    [{ maxPrice: 50 }, 49.99, 50],
    [{ minPrice: 50, maxPrice: 74.5, size: ['M'] }, 50, 74.5],
    [{ minPrice: 60, price: ['50-100'], availability: ['InStock'] }, 74.5],
    [{ minPrice: 121 }],
  ] as const) {
    const text = JSON.stringify(filters);
    const shown = await valuesOf<number>(tx`
      select (e ->> 'price')::float from json_array_elements(
        list_products('price-low-to-high', p_filters => ${text}::text::jsonb) -> 'rows') e`);
    expect(shown, text).toEqual(prices);
    expect(await valueOf(tx`select count_products(p_filters => ${text}::text::jsonb)`), text).toBe(
      prices.length,
    );
    for (const query of [null, 'coat']) {
      const total = await valueOf<number>(
        tx`select product_facets(${text}::text::jsonb, ${query}) -> 'total'`,
      );
      expect(total, text).toBe(prices.length);
    }
  }
});
