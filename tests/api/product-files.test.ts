import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { importReply, type ImportReport } from '#shared/schemas/product-files.ts';
import { newGoods } from '../support/goods.ts';
import { adminToken, fetchFile, good, newCategory, newProduct, refusal, send } from './client.ts';

let admin = '';
let category = '';

beforeAll(async () => {
  admin = await adminToken();
  category = (await newCategory(admin, 'Capes')).name;
});

async function exported(query = ''): Promise<string> {
  const response = await fetchFile(`/products/admin/export${query}`, admin);
  expect(response.headers.get('content-type')).toContain('text/csv');
  // As text it would lose the mark by which spreadsheets know UTF-8.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer());
}

/** The heads and one product's line of the export. */
async function lineOf(id: string): Promise<{ head: string; line: string }> {
  const [head = '', ...lines] = (await exported()).split('\r\n');
  return { head, line: lines.find((it) => it.startsWith(id)) ?? '' };
}

async function take(csv: string, dry: boolean): Promise<ImportReport> {
  const body = await good('POST', '/products/admin/import', { token: admin, json: { csv, dry } });
  return importReply.parse(body);
}

test('a product is exported without formulas and imported unchanged, whatever its name', async () => {
  const mark = crypto.randomUUID();
  const { _id } = await newProduct(admin, { title: `=HYPERLINK("http://x.example","${mark}")` });
  const { head, line } = await lineOf(_id);
  expect(head.replace(/(,custom\.\w+)*$/, '')).toBe(
    '\uFEFFid,title,price,compareAtPrice,category,availability,sizes,colors,description,descriptionHtml,status,composition,care,fit,origin,delivery,weight,taxClass,length,created,version',
  );
  expect(line).toContain(`"'=HYPERLINK(""http://x.example"",""${mark}"")",19.95,,`);
  const { counts } = await take(`${head}\r\n${line}`, false);
  expect(counts).toEqual({ create: 0, update: 0, same: 1, wrong: 0 });
});

test('the file and the ids have what fits the search and the filters, as the list does', async () => {
  const mark = `Vexholm${crypto.randomUUID().slice(0, 8)}`;
  const sold = await newProduct(admin, { title: `${mark} Coat`, availability: 'OutofStock' });
  const other = await newProduct(admin, { title: `${mark} Cape` });
  const linesOf = async (query: string) =>
    (await exported(query))
      .trim()
      .split('\r\n')
      .slice(1)
      .map((it) => it.split(',')[0]);
  const idsOf = async (query: string) =>
    (await good('GET', `/products/admin/ids${query}`, { token: admin })).ids;
  for (const [query, fits] of [
    [`?q=${mark}&sort=title-asc`, [other._id, sold._id]],
    [`?q=${mark}&availability=OutofStock`, [sold._id]],
  ] as const) {
    expect(await linesOf(query)).toEqual(fits);
    expect(await idsOf(query)).toEqual(fits);
  }
  expect(await linesOf('')).toEqual(expect.arrayContaining([other._id, sold._id]));
});

test('prices change as a preview showed them, and back', async () => {
  const { _id } = await newProduct(admin, { price: '20.00' });
  const preview = { token: admin, json: { ids: [_id], amount: -2.5 } };
  const { prices } = await good('POST', '/products/admin/price-preview', preview);
  expect(prices).toMatchObject([{ _id, price: 20, newPrice: 17.5 }]);
  const priceOf = async () => (await good('GET', `/products/${_id}`)).product.price;
  const set = (price: number, newPrice: number) =>
    send('POST', '/products/admin/bulk', {
      token: admin,
      json: { action: 'prices', prices: [{ _id, price, newPrice }] },
    });
  expect((await set(20, 17.5)).status).toBe(200);
  expect(await priceOf()).toBe(17.5);
  expect((await set(20, 17.5)).body.code).toBe('changed_meanwhile');
  expect((await set(17.5, 20)).status).toBe(200);
  expect(await priceOf()).toBe(20);
  const both = { token: admin, json: { ids: [_id], amount: 1, percent: 1 } };
  expect((await send('POST', '/products/admin/price-preview', both)).status).toBe(400);
});

test('a file carries status and facts, both ways', async () => {
  const { _id } = await newProduct(admin);
  const facts = {
    ...{ composition: '100% wool, undyed', care: 'Air.\nDry flat.', origin: 'Wales' },
    ...{ weight: 480, taxClass: 'zero', length: 71 },
  };
  await good('PUT', `/products/update/${_id}`, { token: admin, json: facts });
  const { head, line } = await lineOf(_id);
  const file = `${head}\r\n${line}`;
  expect(file).toContain('published,"100% wool, undyed","Air.\nDry flat.",,Wales,,480,zero,71,');
  expect((await take(file, false)).counts.same).toBe(1);
  const { rows } = await take(
    `id,status,fit,origin,weight,taxClass,length\n${_id},Draft,Loose,,520,Reduced,72`,
    false,
  );
  expect(rows[0]?.changes).toEqual([
    { field: 'status', before: 'published', after: 'draft' },
    { field: 'fit', before: '', after: 'Loose' },
    { field: 'origin', before: 'Wales', after: '' },
    { field: 'weight', before: '480', after: '520' },
    { field: 'taxClass', before: 'zero', after: 'reduced' },
    { field: 'length', before: '71', after: '72' },
  ]);
  const { product } = await good('GET', `/products/admin/${_id}`, { token: admin });
  expect(product).toMatchObject({
    ...facts,
    ...{ status: 'draft', fit: 'Loose', origin: '', weight: 520, taxClass: 'reduced', length: 72 },
  });
  const wrong = await take(`id,status,care,weight\n${_id},hidden,${'x'.repeat(501)},heavy`, true);
  expect(wrong.rows[0]?.problems.map((it) => it.field)).toEqual(['status', 'care', 'weight']);
  const title = `Cape ${crypto.randomUUID()}`;
  const made = await take(
    `title,price,category,status,fit\n${title},10,${category},draft,Wide`,
    false,
  );
  expect(made.counts.create).toBe(1);
  const [row] = (
    await good('GET', `/products/admin/list?q=${encodeURIComponent(title)}`, { token: admin })
  ).products;
  expect(row).toMatchObject({ title, status: 'draft' });
});

test('an edited file says what it would change, and changes it', async () => {
  const product = await newProduct(admin);
  const csv = `id;price;sizes\n${product._id};25.5;S | One\\|two`;
  const dry = await take(csv, true);
  expect(dry).toMatchObject({ done: false, counts: { update: 1, wrong: 0 } });
  expect(dry.rows[0]).toMatchObject({
    row: 2,
    label: product.title,
    changes: [
      { field: 'price', before: '19.95', after: '25.50' },
      { field: 'sizes', before: 'M | L', after: 'S | One|two' },
    ],
  });
  expect((await good('GET', `/products/${product._id}`)).product).toMatchObject(product);
  expect(await take(csv, false)).toMatchObject({ done: true, counts: { update: 1 } });
  const { product: after } = await good('GET', `/products/${product._id}`);
  expect(after).toMatchObject({ price: 25.5, sizes: ['S', 'One|two'], colors: product.colors });
});

test('a product that somebody changed since the export is not overwritten', async () => {
  const { _id } = await newProduct(admin);
  const { head, line } = await lineOf(_id);
  const json = { description: 'Changed meanwhile' };
  await good('PUT', `/products/update/${_id}`, { token: admin, json });
  const { counts, rows } = await take(`${head}\n${line.replace('19.95', '5.00')}`, false);
  expect(counts.wrong).toBe(1);
  expect(rows[0]?.problems[0]?.field).toBe('version');
});

test('of more rows than go at once few are wrong: each is named, and nothing at all is taken in', async () => {
  const mark = crypto.randomUUID().slice(0, 8);
  const wrong = [`,10,${category}`, `Cape,ten,${category}`, 'Cape,10,No such category'];
  const lines = Array.from({ length: 1100 }, (_, n) => `Cape ${mark} ${n},10,${category}`);
  for (const [i, line] of wrong.entries()) lines[i * 500] = line;
  const csv = ['title,price,category', ...lines].join('\n');
  for (const dry of [true, false]) {
    const { done, counts, rows } = await take(csv, dry);
    expect([done, counts]).toEqual([false, { create: 1097, update: 0, same: 0, wrong: 3 }]);
    const told = rows.filter((it) => it.action === 'wrong');
    expect(told.map((it) => [it.row, it.problems[0]?.field])).toEqual([
      [2, 'title'],
      [502, 'price'],
      [1002, 'category'],
    ]);
  }
  const found = await good('GET', `/products/admin/list?q=${mark}`, { token: admin });
  expect(found.total).toBe(0);
});

test('new products are created in the category that is named', async () => {
  const title = `Cape ${crypto.randomUUID()}`;
  const csv = `title,price,category,availability,colors\n"${title}",12,${category.toUpperCase()},out of stock,"navy, dark | red"`;
  expect(await take(csv, false)).toMatchObject({ done: true, counts: { create: 1 } });
  const { products } = await good('GET', `/products/search?q=${encodeURIComponent(title)}`);
  expect(products[0]).toMatchObject({
    title,
    price: 12,
    category: { name: category },
    availability: 'OutofStock',
    colors: ['navy, dark', 'red'],
  });
});

test('the dry run lists all that a new product gets, and what may be meant differently', async () => {
  const title = `Tee ${crypto.randomUUID()}`;
  const description =
    '<p data-start=""1"">Soft &amp; <strong>warm</strong></p><ul><li>One</li></ul>';
  const csv = `title,price,category,sizes,colors,description,weight,status\n${title},5.00,${category},"XS, S, M",navy | red,"${description}",350.0,`;
  const { rows } = await take(csv, true);
  expect(rows).toMatchObject([
    {
      action: 'create',
      doubts: [{ field: 'sizes', message: 'One entry, “XS, S, M”. Write | between several.' }],
    },
  ]);
  expect(Object.fromEntries((rows[0]?.changes ?? []).map((it) => [it.field, it.after]))).toEqual({
    title,
    ...{ price: '5.00', category, availability: 'InStock', sizes: 'XS, S, M' },
    ...{ colors: 'navy | red', description: 'Soft & warm\n\n• One', status: 'published' },
    ...{ weight: '350', taxClass: 'standard', length: '0' },
    descriptionHtml: '<p>Soft &amp; <strong>warm</strong></p><ul><li>One</li></ul>',
  });
  expect(rows[0]?.changes.every((it) => it.before === null)).toBe(true);
});

test('characters that were lost when the file was saved are doubts, in each column that has them', async () => {
  const csv = `title,price,category,care,description\nGr\uFFFDn,5,${category},Warm,<p>Gr\uFFFD\uFFFDe</p>`;
  const message = 'Has a character that could not be read: \uFFFD';
  expect((await take(csv, true)).rows[0]?.doubts).toEqual([
    { field: 'title', message },
    { field: 'description', message },
  ]);
});

test('a row that the database never sees keeps all others from being written too', async () => {
  const { _id } = await newProduct(admin);
  const report = await take(`id,price\n${_id},1.00\n${_id.replace(/^./, '0')},ten`, false);
  expect(report).toMatchObject({ done: false, counts: { update: 1, wrong: 1 } });
  expect((await good('GET', `/products/${_id}`)).product.price).toBe(19.95);
});

test('a file that is none is refused', async () => {
  for (const csv of ['', 'title,prize\nCape,5', 'price\n5', 'title,title\na,b']) {
    const json = { csv, dry: true };
    const answer = await send('POST', '/products/admin/import', { token: admin, json });
    expect(refusal(answer), csv).toEqual([400, 'validation_failed', 'csv']);
  }
});

/**
 * Exports of three products that LibreOffice opened, in which a price and a description were changed and a product was added
 * by hand, and that it saved, as it does for Americans and for Germans. Ids, versions and titles stand for those of a test.
 */
test.each([
  ['english.csv', 'utf8'],
  ['german.csv', 'utf8'],
  ['german-windows.csv', 'windows-1252'],
  ['german-utf16.csv', 'utf-16le'],
])('%s comes back from a spreadsheet as it was meant', async (name, encoding) => {
  const { mark, products, change, read } = await newGoods(3);
  const [first, second = first, third = first] = products;
  const title = `=HYPERLINK("http://x.example") ${mark}`;
  await change(third, { title, availability: 'OutofStock' });
  const lines = (await exported(`?q=${mark}`)).split('\r\n');
  const versionOf = (id: string) => lines.find((it) => it.startsWith(id))?.replace(/.*,/, '') ?? '';
  const saved = await readFile(join(import.meta.dirname, '../support/spreadsheets', name));
  let csv = new TextDecoder(encoding).decode(saved).replaceAll('MARK', mark);
  for (const [index, { _id }] of products.entries()) {
    const digit = String(index + 1);
    csv = csv
      .replace(new RegExp(`${digit}{8}-[-\\d]{27}`), _id)
      .replace(`v${digit.repeat(16)}`, versionOf(_id));
  }
  // The third says the same as before: its formula came back as harmless as it went.
  expect((await take(csv, false)).counts).toEqual({ create: 1, update: 2, same: 1, wrong: 0 });
  expect(await read(first)).toMatchObject({ price: 17.5, sizes: ['M', 'L'] });
  expect(await read(second)).toMatchObject({ description: 'Grüße, "quoted"; 50 € — ok' });
  expect(await read(third)).toMatchObject({ title, price: 20 });
});
