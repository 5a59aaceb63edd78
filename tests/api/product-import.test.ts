import { beforeAll, expect, test } from 'vitest';
import {
  importColumnsReply,
  importReply,
  type ImportReport,
  type ProductImport,
} from '#shared/schemas/product-files.ts';
import { adminToken, good, newCategory, newProduct, refusal, send } from './client.ts';

let admin = '';
let category = '';

beforeAll(async () => {
  admin = await adminToken();
  category = (await newCategory(admin, 'Capes')).name;
});

async function take(json: ProductImport): Promise<ImportReport> {
  return importReply.parse(await good('POST', '/products/admin/import', { token: admin, json }));
}

const found = async (words: string) =>
  (await good('GET', `/products/admin/list?q=${encodeURIComponent(words)}`, { token: admin }))
    .products;

const head =
  'Handle,Title,Body (HTML),Vendor,Type,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Variant Compare At Price,Variant Barcode,Image Src,Status';

/** A product with two sizes in two colors, of which one combination is missing. */
function shopify(mark: string, { price = '59.00', type = 'Coats' } = {}): string {
  return [
    head,
    `coat-${mark},Coat ${mark},<p><b>Warm</b></p>,Loom,${type},TRUE,Size,S,Color,Navy,${mark}-S-N,900,shopify,4,${price},89.00,,,active`,
    `coat-${mark},,,,,,,M,,Navy,${mark}-M-N,900,shopify,0,64.00,89.00,,,`,
    `coat-${mark},,,,,,,M,,Red,${mark}-M-R,900,,,59.00,89.00,,,`,
  ].join('\n');
}

test('an export of Shopify makes products with their variants, and the same file again changes nothing', async () => {
  const mark = crypto.randomUUID().slice(0, 8).toUpperCase();
  const type = `Coats ${mark}`;
  const csv = shopify(mark, { type });
  const dry = await take({ csv, dry: true });
  expect(dry).toMatchObject({ done: false, counts: { create: 1, wrong: 0 } });
  const [row] = dry.rows;
  expect(row).toMatchObject({ row: 2, label: `Coat ${mark}`, problems: [] });
  expect(row?.doubts?.map((it) => it.message)).toEqual([
    `A new category: ${type}`,
    'Not in the file, so not sold: S, Red',
  ]);
  expect(Object.fromEntries((row?.changes ?? []).map((it) => [it.field, it.after]))).toMatchObject({
    ...{ price: '59.00', compareAtPrice: '89.00', category: type, sizes: 'S | M' },
    ...{ colors: 'Navy | Red', handle: `coat-${mark}`, weight: '900' },
    ...{ descriptionHtml: '<p><strong>Warm</strong></p>', 'S, Navy': `SKU ${mark}-S-N, stock 4` },
    'M, Navy': `SKU ${mark}-M-N, price difference 5, stock 0`,
    ...{ 'M, Red': `SKU ${mark}-M-R, stock not counted`, 'S, Red': 'stock 0' },
  });
  expect(await found(mark)).toEqual([]);

  expect(await take({ csv, dry: false })).toMatchObject({ done: true, counts: { create: 1 } });
  const [coat, ...others] = await found(`Coat ${mark}`);
  expect([coat?.category?.name, others]).toEqual([type, []]);
  const ofCoat = async () => {
    const { variants } = await good('GET', `/products/${coat?._id}/variants`, { token: admin });
    return variants.map((it: Record<string, unknown>) => [
      it['sku'],
      it['priceDelta'],
      it['policy'],
      it['onHand'],
    ]);
  };
  expect(await ofCoat()).toEqual([
    [`${mark}-S-N`, 0, 'deny', 4],
    [`${mark}-M-N`, 5, 'deny', 0],
    [expect.any(String), 0, 'deny', 0],
    [`${mark}-M-R`, 0, 'untracked', 0],
  ]);

  expect((await take({ csv, dry: true })).counts).toEqual({
    create: 0,
    update: 0,
    same: 1,
    wrong: 0,
  });
  // Known by its handle with another title, and by an SKU with another handle.
  const renamed = csv.replace(`Coat ${mark}`, `Parka ${mark}`).replace('shopify,4', 'shopify,9');
  const changed = await take({ csv: renamed, dry: false });
  expect(changed.rows[0]?.changes).toEqual([
    { field: 'title', before: `Coat ${mark}`, after: `Parka ${mark}` },
    { field: 'S, Navy: Stock', before: '4', after: '9' },
  ]);
  const moved = await take({
    csv: renamed.replaceAll(`coat-${mark}`, `parka-${mark}`),
    dry: false,
  });
  expect(moved.rows[0]?.changes).toEqual([
    { field: 'handle', before: `coat-${mark}`, after: `parka-${mark}` },
    { field: 'old address', before: null, after: `/products/parka-${mark}` },
  ]);
  expect(await found(mark)).toHaveLength(1);
});

test('the old address of a product leads to its new page; redirects and pages that there are stay', async () => {
  const mark = crypto.randomUUID().slice(0, 8);
  const csv = shopify(mark, { type: category });
  const target = async (path: string) =>
    (await good('GET', `/redirects/find?path=${encodeURIComponent(path)}`)).to;
  const change = { field: 'old address', before: null, after: `/products/coat-${mark}` };
  const dry = await take({ csv, dry: true });
  expect(dry.rows[0]?.changes).toContainEqual(change);
  expect(await target(`/products/coat-${mark}`)).toBe(null);
  await take({ csv, dry: false });
  const [coat] = await found(`Coat ${mark}`);
  expect(await target(`/products/coat-${mark}`)).toBe(`/product/${coat?._id}`);
  expect((await take({ csv, dry: true })).counts.same).toBe(1);

  // Somebody led it elsewhere before; that stays.
  const other = `cape-${mark}`;
  await good('POST', '/redirects/create', {
    ...{ token: admin, json: { from: `/products/${other}`, to: '/shop' } },
  });
  const moved = csv.replaceAll(`coat-${mark}`, other);
  const report = await take({ csv: moved, dry: false });
  expect(report.rows[0]?.changes.map((it) => it.field)).toEqual(['handle']);
  expect(await target(`/products/${other}`)).toBe('/shop');

  // The page of the product leads to the old address: a redirect would lead back to itself.
  const handle = `loop-${mark}`;
  await good('POST', '/redirects/create', {
    ...{ token: admin, json: { from: `/product/${coat?._id}`, to: `/products/${handle}` } },
  });
  const looped = await take({ csv: csv.replaceAll(`coat-${mark}`, handle), dry: false });
  expect(looped).toMatchObject({ done: true });
  expect(looped.rows[0]?.changes.map((it) => it.field)).toEqual(['handle']);
});

test('a price ten times as high is a doubt; the SKU of another product is refused, and no category is made', async () => {
  const mark = crypto.randomUUID().slice(0, 8).toUpperCase();
  await take({ csv: shopify(mark, { type: category }), dry: false });
  const cheap = await take({ csv: shopify(mark, { type: category, price: '5.90' }), dry: true });
  expect(cheap.rows[0]?.doubts).toContainEqual({
    field: 'price',
    message: '59.00 becomes 5.90: is it meant so?',
  });
  const type = `Never ${mark}`;
  const other = shopify(`B${mark}`, { type }).replace(`B${mark}-M-R`, `${mark}-M-R`);
  const handles = `${other}\nx-${mark},X,,,${type},TRUE,Title,Default Title,,,B${mark}-M-N,0,,,5,,,,active`;
  const refused = await take({ csv: handles, dry: false });
  expect(refused).toMatchObject({ done: false, counts: { wrong: 2 } });
  expect(refused.rows.map((it) => [it.row, it.problems[0]])).toEqual([
    [2, { field: 'M, Navy: SKU', message: `B${mark}-M-N stands in the file more than once` }],
    [5, { field: 'SKU', message: `B${mark}-M-N stands in the file more than once` }],
  ]);
  const { categories } = await good('GET', '/categories/all');
  expect(categories.map((it: { name: string }) => it.name)).not.toContain(type);
});

test('columns are described with their first values; all that are not known are named at once, and left out when people say so', async () => {
  const mark = crypto.randomUUID().slice(0, 8).toUpperCase();
  const csv = `Artikelnummer;Bezeichnung;Preis;Shelf;Kategorie;What\n${mark};Cape ${mark};12,50;A1;${category};yes\n;;;B2;;`;
  const described = importColumnsReply.parse(
    await good('POST', '/products/admin/import-columns', { token: admin, json: { csv } }),
  );
  expect(described).toMatchObject({ format: 'a shop that is not known', foreign: true });
  expect(described.columns.map((it) => [it.heading, it.values, it.field])).toEqual([
    ['Artikelnummer', [mark], 'sku'],
    ['Bezeichnung', [`Cape ${mark}`], 'title'],
    ['Preis', ['12,50'], 'price'],
    ['Shelf', ['A1', 'B2'], null],
    ['Kategorie', [category], 'category'],
    ['What', ['yes'], null],
  ]);
  const json = { csv: csv.replace(/\n;;;B2;;$/, ''), dry: false };
  const answer = await send('POST', '/products/admin/import', { token: admin, json });
  expect(refusal(answer)).toEqual([400, 'validation_failed', 'csv']);
  expect(answer.body.message).toBe('csv: Unknown columns “Shelf”, “What”');
  const columns = ['sku', 'title', 'price', '', 'category', ''];
  expect(await take({ ...json, columns })).toMatchObject({ done: true, counts: { create: 1 } });
  expect(await found(mark)).toMatchObject([{ title: `Cape ${mark}`, price: 12.5 }]);
  for (const wrong of [
    ['sku'],
    ['sku', 'title', 'title', '', '', ''],
    ['', '', 'price', '', '', ''],
    ['sku', 'title', 'x', '', '', ''],
  ]) {
    const refused = await send('POST', '/products/admin/import', {
      token: admin,
      json: { ...json, columns: wrong },
    });
    expect(refusal(refused), wrong.join()).toEqual([400, 'validation_failed', 'csv']);
  }
});

test('the right rows are imported without the wrong ones only when people say so; products without a category go to Uncategorized', async () => {
  const mark = crypto.randomUUID().slice(0, 8).toUpperCase();
  const csv = [
    `\n\nHandle,Title,Variant SKU,Variant Price,Option1 Name,Option1 Value`,
    `a-${mark},A ${mark},${mark}-A,12,Title,Default Title`,
    `b-${mark},B ${mark},${mark}-B,twelve,Title,Default Title`,
    `c-${mark},C ${mark},${mark}-A,12,Title,Default Title`,
  ].join('\n');
  const refused = await take({ csv, dry: false });
  expect(refused).toMatchObject({ done: false, counts: { wrong: 3 } });
  expect(refused.rows.map((it) => it.row)).toEqual([4, 5, 6]);
  const right = csv.replace(/\n[^\n]*$/, '');
  const done = await take({ csv: right, dry: false, leaveOutWrong: true });
  expect([done.done, done.message]).toEqual([true, '1 created, 0 changed, 1 left out.']);
  const [product, ...others] = await found(mark);
  expect([product?.title, product?.category?.name, others]).toEqual([
    `A ${mark}`,
    'Uncategorized',
    [],
  ]);
});

test('a row that is cut off is said with its number, and nothing is imported', async () => {
  const mark = crypto.randomUUID().slice(0, 8).toUpperCase();
  const cut = `${shopify(mark, { type: category })}\ncoat-${mark},,,,,,,L`;
  const report = await take({ csv: cut, dry: false });
  expect(report).toMatchObject({ done: false, counts: { create: 0, wrong: 1 } });
  expect(report.rows[0]?.problems[0]).toEqual({
    field: 'Row 5, Option2 Name',
    message: 'Fewer cells than columns',
  });
  expect(await found(mark)).toEqual([]);
});

test('a product of this shop that has the SKU of the file is changed, and keeps what the file does not say', async () => {
  const { _id, title } = await newProduct(admin);
  const { variants } = await good('GET', `/products/${_id}/variants`, { token: admin });
  const sku = variants[0]?.sku ?? '';
  const csv = `Handle,Title,Variant SKU,Variant Price,Option1 Name,Option1 Value,Option2 Name,Option2 Value\nh-${_id},${title},${sku},25,Size,M,Color,navy`;
  const { rows, counts } = await take({ csv, dry: false });
  expect(counts).toMatchObject({ create: 0, update: 1 });
  expect(rows[0]?.changes.map((it) => it.field)).toEqual([
    ...['price', 'sizes', 'handle', 'old address'],
  ]);
  expect((await good('GET', `/products/${_id}`)).product).toMatchObject({ title, price: 25 });
});

test('a file with more columns than can be chosen, or with more megabytes than can be sent, is told the limit', async () => {
  const wide = Array.from({ length: 300 }, (_, n) => `Shelf ${n}`);
  const csv = [`Title,Price,Category,${wide.join()}`, `Cape,5,${category},${'1,'.repeat(299)}1`];
  const import_ = (json: ProductImport) =>
    send('POST', '/products/admin/import', { token: admin, json });
  const unknown = await import_({ csv: csv.join('\n'), dry: true });
  expect(unknown.body.message).toMatch(/^csv: Unknown columns “Shelf 0”, .*“Shelf 299”$/);
  const columns = ['title', 'price', 'category', ...wide.map(() => '')];
  expect(await take({ csv: csv.join('\n'), dry: true, columns })).toMatchObject({
    counts: { create: 1, wrong: 0 },
  });
  const tooMany = await import_({ csv: 'a', dry: true, columns: [...columns, ...columns] });
  expect(tooMany).toMatchObject({
    status: 400,
    body: { message: 'columns: At most 500 columns' },
  });
  const large = await import_({ csv: 'x'.repeat(30 * 1024 * 1024), dry: true });
  expect(large).toMatchObject({
    status: 413,
    body: { code: 'too_large', message: 'The request body is too large: at most 25 MB' },
  });
});
