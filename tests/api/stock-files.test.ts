import { beforeAll, expect, test } from 'vitest';
import { importReply } from '#shared/schemas/product-files.ts';
import { adminToken, baseUrl, fromSite, good, newProduct, send } from './client.ts';

let admin = '';
beforeAll(async () => {
  admin = await adminToken();
});

/** The lines of the export without the mark of UTF-8. */
async function exported(query: string): Promise<string[]> {
  const response = await fetch(`${baseUrl()}/stock/export${query}`, {
    headers: { ...fromSite(), authorization: `Bearer ${admin}` },
  });
  expect(response.headers.get('content-type')).toContain('text/csv');
  expect(response.headers.get('content-disposition')).toContain('stock.csv');
  return (await response.text()).trim().split('\r\n');
}

const take = async (csv: string, dry = false) =>
  importReply.parse(await good('POST', '/stock/import', { token: admin, json: { csv, dry } }));

/** A product with a word of its own, and its lines. */
async function goods(fields: Parameters<typeof newProduct>[1] = {}) {
  const mark = `Tolm${crypto.randomUUID().slice(0, 8)}`;
  const product = await newProduct(admin, { title: `${mark} Cape`, ...fields });
  return { mark, product, file: (rest = '') => exported(`?q=${mark}${rest}`) };
}

test('a file has a row for each size and color of the products that fit, and comes back unchanged', async () => {
  const { mark, file } = await goods();
  const lines = await file();
  expect(lines[0]).toBe('SKU,Product,Size,Color,Barcode,Price difference,Policy,Stock,Version');
  expect(lines.slice(1).map((it) => it.split(',').slice(1, 8).join(','))).toEqual([
    `${mark} Cape,M,navy,,0,untracked,0`,
    `${mark} Cape,L,navy,,0,untracked,0`,
  ]);
  const { counts, message } = await take(lines.join('\r\n'));
  expect(counts).toEqual({ create: 0, update: 0, same: 2, wrong: 0 });
  expect(message).toBe('0 changed.');
  expect((await file('&availability=OutofStock')).length).toBe(1);
});

test('an edited file says what it would change, changes it, and is refused the second time', async () => {
  const { product, file } = await goods();
  const [head = '', medium = ''] = await file();
  const [sku = ''] = medium.split(',');
  const edited = medium.replace(',0,untracked,0,', ',-1.50,No sale without stock,12,');
  const dry = await take(`${head}\n${edited}`, true);
  expect(dry).toMatchObject({ done: false, counts: { update: 1, wrong: 0 } });
  expect(dry.rows).toEqual([
    {
      row: 2,
      action: 'update',
      label: `${sku} ${product.title}, navy, M`,
      changes: [
        { field: 'Price difference', before: '0.00', after: '-1.50' },
        { field: 'Policy', before: 'untracked', after: 'deny' },
        { field: 'Stock', before: '0', after: '12' },
      ],
      problems: [],
    },
  ]);
  expect(await take(`${head}\n${edited}`)).toMatchObject({ done: true, counts: { update: 1 } });
  const [, after = ''] = await file();
  expect(after).toContain(',,-1.5,deny,12,v');
  const again = await take(`${head}\n${edited}`);
  expect(again.rows[0]?.problems.map((it) => it.field)).toEqual(['Version']);
  expect((await file())[1]).toBe(after);
  expect((await good('GET', `/products/${product._id}`)).product.availability).toBe('InStock');
});

test('a file of stock alone changes the stock alone, with and without its version', async () => {
  const { file } = await goods();
  const [head, medium = '', large = ''] = await file('&only=stock');
  expect(head).toBe('SKU,Stock,Version');
  expect(medium).toMatch(/^HM\d+-NAVY-M,0,v[\da-f]{8}\.0\.0$/);
  const counted = medium.replace(',0,', ',7,');
  const other = (large.split(',')[0] ?? '').toLowerCase();
  expect((await take(`stock;sku\n4;${other}\n`)).counts.update).toBe(1);
  expect((await take(`${head}\n${counted}`)).counts.update).toBe(1);
  const stocks = (await file('&only=stock')).slice(1).map((it) => it.split(',')[1]);
  expect(stocks).toEqual(['7', '4']);
});

test('each row that is wrong is named, and nothing at all is taken in', async () => {
  const { file } = await goods();
  const [, medium = ''] = await file('&only=stock');
  const [sku = ''] = medium.split(',');
  const rows = [
    [`${sku},5,,,`, ''],
    ['NO-SUCH-1,5,,,', 'SKU'],
    ['no such,5,,,', 'SKU'],
    ['NO-SUCH-2,-5,,,', 'Stock'],
    ['NO-SUCH-3,1.5,,,', 'Stock'],
    ['NO-SUCH-4,5,maybe,,', 'Policy'],
    ['NO-SUCH-5,5,,2E+12,', 'Barcode'],
    ['NO-SUCH-6,5,,,1.005', 'Price difference'],
    ['NO-SUCH-7,5,,,much', 'Price difference'],
  ];
  const csv = ['SKU,Stock,Policy,Barcode,Price difference', ...rows.map(([it]) => it)].join('\n');
  for (const dry of [true, false]) {
    const report = await take(csv, dry);
    expect(report).toMatchObject({ done: false, counts: { update: 1, wrong: 8 } });
    const told = report.rows.filter((it) => it.action === 'wrong');
    expect(told.map((it) => it.row)).toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
    expect(told.map((it) => it.problems.map(({ field }) => field).join())).toEqual(
      rows.slice(1).map(([, field]) => field),
    );
  }
  expect((await file('&only=stock'))[1]).toBe(medium);
});

test('titles that a spreadsheet would run go out guarded', async () => {
  const mark = crypto.randomUUID();
  await newProduct(admin, { title: `=HYPERLINK("http://x.example","${mark}")` });
  const line = (await exported('')).find((it) => it.includes(mark));
  expect(line).toContain(`,"'=HYPERLINK(""http://x.example"",""${mark}"")",`);
});

test.each(['', 'SKU,Shelf\nA,1', 'Stock\n1', 'SKU,sku\nA,B'])(
  'a file that is none is refused: %j',
  async (csv) => {
    const json = { csv, dry: true };
    const { status, body } = await send('POST', '/stock/import', { token: admin, json });
    expect([status, body.issues?.[0]?.path]).toEqual([400, 'csv']);
  },
);

test('many products are counted at once, and sold out until there is stock', async () => {
  const [one, two] = [await goods(), await goods()];
  const ids = [one.product._id, two.product._id];
  const set = (json: object) => send('POST', '/products/admin/bulk', { token: admin, json });
  const availability = async () =>
    (await good('GET', `/products/${ids[0] ?? ''}`)).product.availability;
  const policies = async () => (await one.file()).slice(1).map((it) => it.split(',')[6]);
  expect((await set({ action: 'policy', ids, policy: 'deny' })).body.count).toBe(2);
  expect([await policies(), await availability()]).toEqual([['deny', 'deny'], 'OutofStock']);
  expect((await set({ action: 'policy', ids, policy: 'backorder' })).status).toBe(200);
  expect(await availability()).toBe('InStock');
  expect((await set({ action: 'policy', ids, policy: 'some' })).status).toBe(400);
  const unknown = { action: 'policy', ids: [crypto.randomUUID()], policy: 'deny' };
  expect((await set(unknown)).body.code).toBe('unknown_product');
});
