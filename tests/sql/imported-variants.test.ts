import { expect } from 'vitest';
import type { ImportedRow } from '#shared/schemas/product-files.ts';
import { asOwner, test, type Tx } from './actors.ts';
import { only, valueOf, valuesOf } from './answers.ts';
import { actAsAdministrator, actAsCustomer } from './people.ts';
import { addCountedProduct, stockOf } from './counted-goods.ts';
import { placeOrder } from './orders.ts';

const importRows = (tx: Tx, rows: readonly object[], dry = false) =>
  valueOf<ImportedRow[]>(tx`select office.import_products(${tx.json(rows as never)}, ${dry})`);

const fresh = (line: number, mark: string, more: object = {}) => ({
  ...{
    line,
    title: `Cape ${mark} ${line}`,
    price: 20,
    handle: `${mark}-${line}`,
    sizes: ['S', 'M'],
  },
  ...{ category: `Capes ${mark}`, newCategory: true, ...more },
});

/** SKU, barcode, policy and pieces by size. */
const variantsOf = (tx: Tx, product: string) =>
  asOwner(tx, () =>
    valuesOf<string>(tx`
      select concat_ws(' ', size, sku, barcode, policy, on_hand) from product_variants
      where product_id = ${product} and archived_at is null order by size`),
  );

const productOf = (tx: Tx, handle: string) =>
  asOwner(tx, () => valueOf<string>(tx`select id from products where handle = ${handle}`));

test('a new product with stock was never sold out: the audit trail has it once', async ({ tx }) => {
  const mark = crypto.randomUUID().slice(0, 8).toUpperCase();
  await actAsAdministrator(tx);
  const variants = [
    { size: 'S', color: null, sku: `${mark}-S`, policy: 'deny', stock: 4, priceDelta: 0 },
    { size: 'M', color: null, sku: `${mark}-M`, policy: 'deny', stock: 0, priceDelta: 2.5 },
  ];
  const [row] = await importRows(tx, [fresh(2, mark, { variants })]);
  expect(row).toMatchObject({ action: 'create', problems: [] });
  const product = await productOf(tx, `${mark}-2`);
  expect(await variantsOf(tx, product)).toEqual([`M ${mark}-M deny 0`, `S ${mark}-S deny 4`]);
  await asOwner(tx, async () => {
    const entries = await tx`
      select action, after ->> 'availability' as availability from audit_log
      where table_name = 'products' and record_id = ${product}`;
    expect(entries).toEqual([{ action: 'insert', availability: 'InStock' }]);
    const shown = await tx`
      select highest_price::float, partly_sold_out, facets @> '{stock:part}' as filtered from products where id = ${product}`;
    expect(only(shown)).toEqual({ highest_price: 22.5, partly_sold_out: true, filtered: true });
  });
});

test('stock and policy change together, whatever orders hold', async ({ tx }) => {
  const { product } = await addCountedProduct(tx, { S: 3, M: 3 });
  await actAsCustomer(tx, { address: '4 Mill Lane', country: 'Ireland' });
  await placeOrder(tx, [{ product, quantity: 2, size: 'S' }], 40);
  await actAsAdministrator(tx);
  const change = (policy: string, stock: number) =>
    importRows(tx, [
      { line: 2, id: product, variants: [{ size: 'S', color: null, policy, stock }] },
    ]);
  expect((await change('deny', 1))[0]?.problems).toEqual([
    { field: 'S: Stock', message: 'Orders hold 2 of them' },
  ]);
  for (const [policy, stock] of [
    ['backorder', 0],
    ['deny', 5],
    ['untracked', 1],
    ['deny', 2],
  ] as const) {
    expect((await change(policy, stock))[0]).toMatchObject({ action: 'update', problems: [] });
    expect((await variantsOf(tx, product))[1]).toMatch(new RegExp(`${policy} ${stock}$`));
  }
  expect((await stockOf(tx, product))[1]).toEqual({ size: 'S', onHand: 2, held: 2, ledger: 2 });
});

test('variants exchange SKUs and barcodes within a file; those of others stay theirs', async ({
  tx,
}) => {
  const mark = crypto.randomUUID().slice(0, 8).toUpperCase();
  const barcodes = ['4006381333931', '96385074'];
  const { product } = await addCountedProduct(tx, { S: 1, M: 1 });
  const { product: other } = await addCountedProduct(tx, { S: 1 });
  await actAsAdministrator(tx);
  const row = (id: string, line: number, ...given: [size: string, code: number][]) => ({
    ...{ line, id },
    variants: given.map(([size, code]) => ({
      ...{ size, color: null, sku: `${mark}-${code}`, barcode: barcodes[code] },
    })),
  });
  await importRows(tx, [row(product, 2, ['S', 0], ['M', 1])]);
  const exchanged = await importRows(tx, [row(product, 2, ['S', 1], ['M', 0])]);
  expect(exchanged[0]?.problems).toEqual([]);
  expect(await variantsOf(tx, product)).toEqual([
    `M ${mark}-0 ${barcodes[0]} deny 1`,
    `S ${mark}-1 ${barcodes[1]} deny 1`,
  ]);
  const taken = await importRows(tx, [row(other, 2, ['S', 0])]);
  expect(taken[0]?.problems).toEqual([
    { field: 'S: SKU', message: `Another size and color has ${mark}-0` },
  ]);
  const twice = await importRows(tx, [
    row(product, 2, ['S', 0], ['M', 1]),
    row(other, 3, ['S', 1]),
  ]);
  expect(twice.map((it) => it.problems[0]?.message)).toEqual([
    `${mark}-1 stands in the file more than once`,
    `${mark}-1 stands in the file more than once`,
  ]);
});

test('a new category is made once, however rows spell it, and not for a file with a wrong row', async ({
  tx,
}) => {
  const mark = crypto.randomUUID().slice(0, 8);
  const rows = [fresh(2, mark), fresh(3, mark, { category: `  CAPES  ${mark} ` })];
  await actAsAdministrator(tx);
  const categories = () =>
    asOwner(tx, () =>
      valuesOf<string>(tx`select name from categories where name ilike ${`capes%${mark}`}`),
    );
  const wrong = await importRows(tx, [...rows, fresh(4, mark, { compareAtPrice: 5 })]);
  expect(wrong.map((it) => it.action)).toEqual(['create', 'create', 'wrong']);
  expect(await categories()).toEqual([]);
  expect((await importRows(tx, rows, true))[0]?.doubts).toHaveLength(1);
  const written = await importRows(tx, rows);
  expect(written.map((it) => [it.action, it.doubts])).toEqual([
    ['create', []],
    ['create', []],
  ]);
  expect(await categories()).toHaveLength(1);
  const placed = asOwner(tx, () =>
    valuesOf(tx`select distinct category_id from products where handle like ${`${mark}-%`}`),
  );
  expect(await placed).toEqual([expect.any(String)]);
});
