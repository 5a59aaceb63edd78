import { beforeAll, expect, test } from 'vitest';
import { importReply, type ImportReport } from '#shared/schemas/product-files.ts';
import { adminToken, good, newCategory, newProduct, send, sql } from './client.ts';

let token = '';

beforeAll(async () => {
  token = await adminToken();
});

const take = async (csv: string, dry = false): Promise<ImportReport> =>
  importReply.parse(await good('POST', '/reviews/admin/import', { token, json: { csv, dry } }));
const reviewsOf = (product: string) =>
  good('GET', `/reviews/products/${product}/reviews?limit=10`, { token });

async function newReviewed() {
  const mark = crypto.randomUUID().slice(0, 8);
  const { _id: category } = await newCategory(token, 'Capes');
  const { _id } = await newProduct(token, { categoryId: category });
  await sql`update products set handle = ${`cape-${mark}`} where id = ${_id}`;
  return { id: _id, mark, handle: `cape-${mark}` };
}

const judgeme =
  'title,body,rating,review_date,source,curated,reviewer_name,reviewer_email,product_id,product_handle,reply';

test('reviews of Judge.me are shown and count like others, once, without names of others', async () => {
  const { id, handle } = await newReviewed();
  const csv = [
    judgeme,
    `Warm,I wear it daily,5,2024-03-01 10:22:33 UTC,web,ok,Mara Lind,mara@example.com,1,${handle},Thanks`,
    `,Too long,2,2024-03-02 10:22:33 UTC,web,ok,Otto,,1,${handle},`,
    `Spam,Buy this,1,2024-03-02 10:22:33 UTC,web,spam,Bot,,1,${handle},`,
    `,,4,2024-03-02 10:22:33 UTC,web,ok,Silent,,1,${handle},`,
  ].join('\n');
  const columns = await good('POST', '/reviews/admin/import-columns', { token, json: { csv } });
  expect(columns).toMatchObject({ format: 'Judge.me', foreign: true });
  expect(await take(csv, true)).toMatchObject({ done: false, counts: { create: 2, wrong: 0 } });
  expect((await reviewsOf(id)).reviews).toEqual([]);
  expect(await take(csv)).toMatchObject({ done: true, counts: { create: 2 } });
  const shown = await reviewsOf(id);
  expect(shown.rating).toEqual({ count: 2, average: 3.5 });
  expect(shown.reviews).toMatchObject([
    { rating: 2, comment: 'Too long', user: { firstname: 'Otto', lastname: '' } },
    {
      ...{ rating: 5, comment: 'Warm\nI wear it daily', bought: false },
      ...{ user: { firstname: 'Mara', lastname: 'L.' }, createdAt: '2024-03-01T10:22:33.000Z' },
    },
  ]);
  expect((await take(csv)).counts).toMatchObject({ create: 0, same: 2, wrong: 0 });
  expect((await reviewsOf(id)).rating.count).toBe(2);

  // Nobody here needs to have written them, also when the product comes back from the trash.
  const { undo } = await good('DELETE', `/products/delete/${id}`, { token });
  await good('POST', '/trash/restore', { token, json: { ids: undo } });
  expect((await reviewsOf(id)).rating.count).toBe(2);
});

test('a product is found by its SKU or title, too; wrong rows say why, and nothing is written', async () => {
  const { id, mark, handle } = await newReviewed();
  const [variant] = await sql`select sku from product_variants where product_id = ${id}`;
  await sql`update products set title = ${`Cape ${mark}`} where id = ${id}`;
  const sku = String(variant?.['sku']).toLowerCase();
  const head = 'SKU;Product;Stars;Text;Author;Created';
  const good1 = `${sku};;4;Fine;Ada;1.3.2024`;
  const refused = await take(
    [
      head,
      good1,
      `;Nothing ${mark};4;Fine;Ada;`,
      `${sku};;6;Fine;Ada;`,
      `${sku};;4;Fine;Ada;1/2/2024`,
    ].join('\n'),
  );
  expect(refused).toMatchObject({ done: false, counts: { create: 1, wrong: 3 } });
  expect(refused.rows.flatMap((it) => it.problems)).toEqual([
    { field: 'Product', message: 'No product has this handle, SKU or title' },
    { field: 'Rating, 1 to 5', message: 'A whole number from 1 to 5' },
    { field: 'Date', message: 'Not a date, such as 2026-03-01 10:30' },
  ]);
  expect((await reviewsOf(id)).reviews).toEqual([]);
  const both = await take([head, good1, good1, `;cape ${mark};5;Also;Bo;2024-03-01`].join('\n'));
  expect(both).toMatchObject({ done: true, counts: { create: 2, same: 1 } });
  expect((await send('GET', `/reviews/products/${id}/reviews`)).body.reviews).toHaveLength(2);
  expect(handle).toContain(mark);
});
