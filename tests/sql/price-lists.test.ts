import { describe, expect } from 'vitest';
import { test as base, type Tx } from './actors.ts';
import { rowOf, valueOf } from './answers.ts';
import { errorOf, expectRefusal } from './refusals.ts';
import { actAsAdministrator } from './people.ts';
import { add, addProduct, remove, restore } from './goods.ts';
import { addCompany } from './companies.ts';

interface Price {
  variant: string | null;
  quantity: number;
  price: number;
}
interface Saved {
  prices: Price[];
  minimum: number | null;
  multiple: number | null;
}
const none: Saved = { prices: [], minimum: null, multiple: null };
const all = (quantity: number, price: number): Price => ({ variant: null, quantity, price });

/** A list and a product with two sizes; an administrator acts. */
const test = base.extend('office', async ({ tx }) => {
  const list = await add(tx, 'price_lists', { name: 'Corner shops', percent: 15 });
  const company = await addCompany(tx, { price_list_id: list });
  const product = await addProduct(tx, { title: 'Cape', price: '20', sizes: ['M', 'XL'] });
  await actAsAdministrator(tx);
  const size = (name: string) =>
    valueOf<string>(
      tx`select id from product_variants where product_id = ${product} and size = ${name}`,
    );
  return { list, company, product, size };
});

const json = (value: unknown) => JSON.stringify(value);

/** What is saved from now on, where `known` was there. */
async function save(
  tx: Tx,
  { list, product }: { list: string | null; product: string },
  wanted: Saved,
  known: Saved,
): Promise<Saved> {
  const it = await valueOf<Saved>(tx`
      select office.save_list_prices(${product}, ${json(wanted.prices)}::text::jsonb,
        ${json(known)}::text::jsonb, ${list}, ${wanted.minimum}, ${wanted.multiple})`);
  const { prices, minimum, multiple } = it;
  return { prices, minimum, multiple };
}

describe('prices of a product in a list', () => {
  test('are what was saved last, with the order quantities, and are listed', async ({
    tx,
    office: { size, ...of },
  }) => {
    const xl = await size('XL');
    const first = {
      ...{ minimum: 12, multiple: 6 },
      prices: [all(1, 16), all(10, 15), { variant: xl, quantity: 1, price: 18 }],
    };
    expect(await save(tx, of, first, none)).toEqual(first);
    const listed = await rowOf(tx`select * from office.list_list_products(${of.list})`);
    expect(listed).toMatchObject({
      ...{ id: of.product, title: 'Cape', variants: '1', minimum: 12, multiple: 6, total: '1' },
      prices: [
        { quantity: 1, price: 16 },
        { quantity: 10, price: 15 },
      ],
    });
    const second = { prices: [all(1, 16.5), all(50, 12)], minimum: null, multiple: null };
    expect(await save(tx, of, second, first)).toEqual(second);
    const lists = await tx`select * from office.list_price_lists(p_query => 'CORN')`;
    expect(lists).toMatchObject([{ name: 'Corner shops', prices: '2', companies: '1' }]);
    expect(await save(tx, of, none, second)).toEqual(none);
    expect(await tx`select 1 from office.list_list_products(${of.list})`).toHaveLength(0);
  });

  test('are refused whole where they have changed meanwhile', async ({ tx, office }) => {
    const { size: _, ...of } = office;
    const seen = { ...none, prices: [all(1, 16), all(10, 15)] };
    await save(tx, of, seen, none);
    const theirs = { ...none, prices: [all(1, 16), all(10, 14)] };
    await save(tx, of, theirs, seen);
    const mine = { ...none, prices: [all(1, 10), all(10, 13)] };
    const refusal = await errorOf(tx, (point) => save(point, of, mine, seen));
    expect(refusal).toMatchObject({ detail: 'changed_meanwhile', hint: 'prices.1' });
    expect(await save(tx, of, theirs, theirs)).toEqual(theirs);
    const packs = { ...theirs, multiple: 6, minimum: 1 };
    await save(tx, of, packs, theirs);
    await expectRefusal(tx, 'changed_meanwhile', (point) => save(point, of, mine, theirs));
    const strange = { ...none, prices: [all(1, 9), { ...all(1, 9), variant: of.list }] };
    expect(await errorOf(tx, (point) => save(point, of, strange, packs))).toMatchObject({
      detail: 'unknown_variant',
      hint: 'prices.1.variant',
    });
  });

  test('of no list are the order quantities for all lists', async ({ tx, office }) => {
    const { product, list } = office;
    const packs = { prices: [], minimum: 24, multiple: 1 };
    expect(await save(tx, { list: null, product }, packs, none)).toEqual(packs);
    const { it } = await rowOf(tx`select office.read_list_prices(${product}, ${list}) as it`);
    expect(it).toMatchObject({
      ...{ minimum: null, general: { minimum: 24, multiple: 1 } },
      variants: [{ size: 'M', price: 20 }, { size: 'XL' }],
    });
  });
});

describe('the trash', () => {
  test.for([
    ['product', 'list', 'product', 'list'],
    ['product', 'list', 'list', 'product'],
    ['list', 'product', 'product', 'list'],
    ['list', 'product', 'list', 'product'],
  ] as const)(
    'gives back the prices after %s, %s are deleted and %s, %s restored',
    async ([...order], { tx, office: { size, ...of } }) => {
      const saved = {
        ...{ minimum: 12, multiple: 6 },
        prices: [all(1, 16), { variant: await size('M'), quantity: 5, price: 14 }],
      };
      await save(tx, of, saved, none);
      await save(tx, { ...of, list: null }, { ...none, minimum: 2, multiple: 2 }, none);
      const company = await valueOf<string>(
        tx`select id from companies where price_list_id = ${of.list}`,
      );
      const trash = new Map<string, string>();
      for (const kind of order.slice(0, 2))
        trash.set(kind, await remove(tx, kind === 'list' ? 'price_lists' : 'products', of[kind]));
      expect(await tx`select from office.export_list_prices(${of.list})`).toHaveLength(0);
      for (const kind of order.slice(2)) await restore(tx, trash.get(kind) ?? '');
      expect(await save(tx, of, saved, saved)).toEqual(saved);
      const it = await valueOf<object>(
        tx`select office.read_list_prices(${of.product}, ${of.list})`,
      );
      expect(it).toMatchObject({ general: { minimum: 2, multiple: 2 } });
      const list = tx`select price_list_id from companies where id = ${company}`;
      expect(await valueOf(list)).toBe(of.list);
    },
  );
});

describe('a file of prices', () => {
  const take = (tx: Tx, list: string, rows: object[], dry = false) =>
    valueOf<{ row: number; action: string; problems: { field: string }[] }[]>(tx`
        select office.import_list_prices(${list}, ${json(rows)}::text::jsonb, ${dry})`);
  const rowsOf = (tx: Tx, list: string) =>
    tx<{ sku: string | null; min_quantity: number; price: string }[]>`
      select sku, min_quantity, price from office.export_list_prices(${list})`;

  test('adds, changes and takes out prices, and leaves the others', async ({ tx, office }) => {
    const { size, ...of } = office;
    const xl = await size('XL');
    const { sku } = await rowOf(tx`select sku from product_variants where id = ${xl}`);
    const saved = { ...none, prices: [all(1, 16), all(10, 15), all(50, 12)] };
    await save(tx, of, saved, none);
    const rows = [
      { line: 2, product: of.product, quantity: 1, price: 16 },
      { line: 3, product: of.product, quantity: 10, price: 14.5 },
      { line: 4, sku, quantity: 1, price: 19 },
      { line: 5, product: of.product, quantity: 50, price: null },
    ];
    const expected = ['same', 'update', 'create', 'update'];
    expect((await take(tx, of.list, rows, true)).map((it) => it.action)).toEqual(expected);
    expect(await rowsOf(tx, of.list)).toHaveLength(3);
    expect((await take(tx, of.list, rows)).map((it) => it.action)).toEqual(expected);
    expect(await rowsOf(tx, of.list)).toEqual([
      { sku: null, min_quantity: 1, price: '16' },
      { sku: null, min_quantity: 10, price: '14.5' },
      { sku, min_quantity: 1, price: '19' },
    ]);
  });

  test('changes nothing where a row is wrong, and names it', async ({ tx, office }) => {
    const { list, product, size } = office;
    const { sku } = await rowOf(tx`select sku from product_variants where id = ${await size('M')}`);
    const other = await valueOf<string>(tx`select id from products where id <> ${product} limit 1`);
    const rows = [
      { line: 2, product, quantity: 1, price: 16 },
      { line: 3, sku: 'NOBODY-HAS-IT', price: 1 },
      { line: 4, product: list, price: 1 },
      { line: 5, product, price: 2 },
      { line: 6, sku, product: other, price: 3 },
      { line: 7, price: 3 },
    ];
    const report = await take(tx, list, rows);
    expect(report.map(({ row, problems }) => [row, problems[0]?.field])).toEqual([
      [2, 'Quantity'],
      [3, 'SKU'],
      [4, 'Product'],
      [5, 'Quantity'],
      [6, 'Product'],
      [7, 'SKU'],
    ]);
    expect(await rowsOf(tx, list)).toHaveLength(0);
  });
});
