import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { importReply, type ProductImport } from '#shared/schemas/product-files.ts';
import {
  isRunning,
  productImportReply,
  productImportsReply,
} from '#shared/schemas/product-imports.ts';
import { productReply } from '#shared/schemas/products.ts';
import { startServer } from '../support/listen.ts';
import {
  adminToken,
  formOf,
  good,
  newCategory,
  pictureFile,
  refusal,
  runTask,
  send,
  sql,
} from './client.ts';
import { appHere } from './in-process.ts';

let admin = '';
let category = '';

beforeAll(async () => {
  admin = await adminToken();
  category = (await newCategory(admin, 'Capes')).name;
});

/** An API that may fetch pictures from this machine. */
const app = appHere({ IMPORT_ALLOWED_ADDRESSES: '127.0.0.1' });

async function answerHere(method: string, path: string, json?: unknown) {
  const headers = { authorization: `Bearer ${admin}`, 'content-type': 'application/json' };
  const body = json === undefined ? null : JSON.stringify(json);
  const answer = await app.request(`/api/v1${path}`, { method, headers, body });
  expect(answer.status).toBe(200);
  return answer.json();
}

const take = async (json: ProductImport) =>
  importReply.parse(await answerHere('POST', '/products/admin/import', json));

const stateOf = async (id = '') =>
  productImportReply.parse(await answerHere('GET', `/products/admin/imports/${id}`)).import;

/** An import when it does nothing by itself any more. */
async function finished(id = '') {
  await expect.poll(async () => isRunning(await stateOf(id)), { timeout: 30_000 }).toBe(false);
  return stateOf(id);
}

const newMark = () => crypto.randomUUID().slice(0, 8).toUpperCase();

async function productOf(mark: string) {
  const { products } = await good('GET', `/products/admin/list?q=${mark}`, { token: admin });
  const id = products[0]?._id ?? '';
  const { product } = await good('GET', `/products/admin/${id}`, { token: admin });
  return productReply.shape.product.parse(product);
}

const head =
  'Handle,Title,Type,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Image Src,Image Position,Variant Image,Status';

test('pictures of a file are fetched, in their order; each that cannot be is named, and is tried again when somebody asks', async () => {
  const picture = Buffer.from(await pictureFile().arrayBuffer());
  const asked: string[] = [];
  let isMended = false;
  const server = await startServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://here');
    asked.push(pathname);
    const isSecond = asked.filter((it) => it === pathname).length > 1;
    if (pathname === '/page') return response.setHeader('content-type', 'text/html').end('<p>');
    if (pathname === '/away') return response.writeHead(302, { location: '/front.png' }).end();
    if (pathname === '/inner')
      return response.writeHead(302, { location: 'http://127.0.0.2:9/x.png' }).end();
    if (pathname === '/large') return response.setHeader('content-length', 200_000_000).end();
    if (pathname === '/gone' && !isMended) return response.writeHead(404).end();
    if (pathname === '/busy' && !isSecond) return response.writeHead(503).end();
    if (pathname === '/cut') return response.end(picture.subarray(0, 40));
    return response.end(picture);
  });
  onTestFinished(() => server.stop());
  const mark = newMark();
  const at = (path: string) => `${server.url}/${path}`;
  const more = (path: string, place: number) =>
    `coat-${mark},,,,,,,,,${path.includes(':') ? path : at(path)},${place},,`;
  const csv = [
    head,
    `coat-${mark},Coat ${mark},${category},Color,Navy,${mark}-N,,,59,${at('front')},2,${at('busy')},active`,
    ...[more('away', 1), more('page', 3), more('gone', 4), more('large', 5), more('inner', 6)],
    ...[more('cut', 7), more('http://2130706434:9/x.png', 8), more('ftp:x.png', 9)],
  ].join('\n');
  const { importId, rows } = await take({ csv, dry: false, fileName: 'coats.csv' });
  expect(rows[0]?.changes.find((it) => it.field === 'pictures')?.after).toContain(
    `${at('away')} | ${at('front')} | ${at('page')}`,
  );
  const done = await finished(importId);
  expect(done).toMatchObject({
    ...{ fileName: 'coats.csv', state: 'done', pictures: { total: 10, fetched: 3, failed: 7 } },
    products: { total: 1, written: 1, created: 1 },
  });
  expect(new Set(done.failures.map((it) => it.column))).toEqual(new Set(['Image Src']));
  expect(done.failures.map((it) => [it.row, it.problem])).toEqual([
    [4, 'Not a picture but text/html'],
    [5, 'The server answers 404'],
    [6, 'At most 8 MB'],
    [7, 'The address is within a private network'],
    [8, 'cut is incomplete'],
    [9, 'The address is within a private network'],
    [10, 'Not an address that begins with https://'],
  ]);
  expect(asked.filter((it) => it === '/busy')).toHaveLength(2);
  expect(asked.filter((it) => it === '/gone')).toHaveLength(1);
  const { images } = await productOf(mark);
  expect(images).toHaveLength(3);
  expect(images[2]).toMatch(/\/navy-[0-9a-f-]{36}\.png$/);

  isMended = true;
  await answerHere('POST', `/products/admin/imports/${importId}/retry`);
  expect((await finished(importId)).pictures).toEqual({ total: 10, fetched: 4, failed: 6 });
  // In the place that the file gives it.
  const now = (await productOf(mark)).images;
  expect([now[0], now[1], now[3]]).toEqual([images[0], images[1], images[2]]);

  // What has no address that leads anywhere is uploaded.
  const headers = { authorization: `Bearer ${admin}` };
  const upload = (url: string, file: File) => {
    const init = { method: 'POST', headers, body: formOf({ url }, ['image', file]) };
    return app.request(`/api/v1/products/admin/imports/${importId}/picture`, init);
  };
  expect((await upload('ftp:x.png', pictureFile())).status).toBe(200);
  expect((await upload('ftp:x.png', pictureFile())).status).toBe(404);
  expect((await upload(at('large'), new File(['no'], 'no.png'))).status).toBe(400);
  expect((await stateOf(importId)).pictures).toEqual({ total: 10, fetched: 5, failed: 5 });

  // The same file again fetches none of them twice.
  const before = asked.length;
  const again = await take({ csv, dry: false });
  await finished(again.importId);
  expect(asked.slice(before).toSorted()).toEqual(['/cut', '/inner', '/large', '/page']);
  expect((await productOf(mark)).images).toHaveLength(5);
});

test('an import is undone as a whole: new products are in the trash, others as before, but for what was changed since', async () => {
  const mark = newMark();
  const line = (name: string, size: string, stock: number, price: number, type = category) =>
    `${name}-${mark},${name} ${mark},${type},Size,${size},${mark}-${name}-${size},shopify,${stock},${price},,,,active`;
  const first = [head, line('Cape', 'S', 10, 50), line('Cape', 'M', 5, 60)].join('\n');
  await finished((await take({ csv: first, dry: false })).importId);
  const cape = await productOf(mark);
  const type = `Hoods ${mark}`;
  const second = [
    head,
    line('Cape', 'S', 20, 70),
    line('Cape', 'L', 1, 75),
    line('Hood', 'M', 3, 9, type),
  ];
  const { importId, counts } = await take({ csv: second.join('\n'), dry: false });
  expect(counts).toMatchObject({ create: 1, update: 1 });
  await finished(importId);
  // What happens before it is undone.
  await sql`update public.products set title = ${`Cloak ${mark}`} where id = ${cape._id}`;
  await sql`insert into public.stock_movements (variant_id, quantity, reason)
    select id, -4, 'counted' from public.product_variants where sku = ${`${mark}-CAPE-S`}`;

  await answerHere('POST', `/products/admin/imports/${importId}/undo`);
  expect(await finished(importId)).toMatchObject({ state: 'undone', canUndo: false });
  const { products } = await good('GET', `/products/admin/list?q=${mark}`, { token: admin });
  expect(products.map((it: { title: string }) => it.title)).toEqual([`Cloak ${mark}`]);
  const { variants } = await good('GET', `/products/${cape._id}/variants`, { token: admin });
  expect(
    variants.map((it: Record<string, unknown>) => [it['sku'], it['priceDelta'], it['onHand']]),
  ).toEqual([
    [`${mark}-CAPE-S`, 0, 6],
    [`${mark}-CAPE-M`, 10, 5],
  ]);
  expect((await productOf(mark)).price).toBe(50);
  const { categories } = await good('GET', '/categories/all');
  expect(categories.map((it: { name: string }) => it.name)).not.toContain(type);
  const again = await send('POST', `/products/admin/imports/${importId}/undo`, { token: admin });
  expect(refusal(again)).toEqual([409, 'too_late']);
});

test('a large file is written in steps that go on after the reply, with the rights of who started it', async () => {
  const mark = newMark();
  const lines = Array.from(
    { length: 250 },
    (_, n) =>
      `s${n}-${mark},Sock ${n} ${mark},${category},Title,Default Title,${mark}-${n},,,5,,,,active`,
  );
  const rows = JSON.stringify(
    lines.map((_, n) => ({ line: n + 2, title: `Sock ${n} ${mark}`, price: 5, category })),
  );
  const { importId } = await take({ csv: [head, ...lines].join('\n'), dry: false });
  expect(await finished(importId)).toMatchObject({
    ...{ state: 'done', canUndo: true, products: { total: 250, written: 250, created: 250 } },
  });
  const listed = productImportsReply.parse(await answerHere('GET', '/products/admin/imports'));
  expect(listed.imports.map((it) => it.id)).toContain(importId);

  // As it is after a restart: the scheduled task goes on, where its administrator still is one.
  const [{ id = '' } = {}] = await sql<{ id: string }[]>`
    with made as (insert into private.product_imports (started_by) select id from administrators limit 1 returning id),
    rows as (insert into private.product_import_rows (import_id, line, contents)
      select made.id, (e ->> 'line')::int, e - 'title' || jsonb_build_object('title', 'Late ' || (e ->> 'title'))
      from made, jsonb_array_elements(${rows}::text::jsonb) e limit 120)
    select id from made`;
  await runTask();
  const state = () => sql`select state from private.product_imports where id = ${id}`;
  await expect.poll(state, { timeout: 30_000 }).toMatchObject([{ state: 'done' }]);
  expect((await stateOf(id)).products).toMatchObject({ total: 120, created: 120 });
});
