import { beforeAll, expect, test } from 'vitest';
import { plainTextOf, type RichText } from '#shared/domain/rich-text.ts';
import { importReply } from '#shared/schemas/product-files.ts';
import { documentOfHtml } from '../../supabase/functions/api/html-document.ts';
import { strangeIn } from '../support/drawn-html.ts';
import { vectors } from '../unit/shared/xss-vectors.ts';
import { adminToken, fetchFile, formOf, good, newCategory, refusal, send } from './client.ts';

let token = '';
let category: { _id: string; name: string };

beforeAll(async () => {
  token = await adminToken();
  category = await newCategory(token, 'Knitwear');
});

const html =
  '<h2>Care</h2><p>Wash at <strong>30 °C</strong>, see <a href="/pages/care">how</a>.</p>' +
  '<ul><li>Flat<ul><li>Not in the sun</li></ul></li></ul>' +
  '<table><tbody><tr><th>S</th><td colspan="2">36</td></tr></tbody></table>' +
  '<img src="/images/640/pages/480x320-a.webp" alt="Looms" width="480" height="320">';
const document = documentOfHtml(html);
const text = plainTextOf(document);

/** A product with this description; the document as a form sends it. */
async function create(fields: Record<string, string>) {
  const form = formOf({
    ...{
      title: `Jersey ${crypto.randomUUID().slice(0, 8)}`,
      price: '80',
      categoryId: category._id,
    },
    ...fields,
  });
  return (await good('POST', '/products/create', { token, form })).product;
}
const update = (id: string, json: object) =>
  good('PUT', `/products/update/${id}`, { token, json }).then((it) => it.product);
const textsOf = (it: { description: string; descriptionDocument: RichText | null }) => [
  it.description,
  it.descriptionDocument,
];

test('a description is plain text or a document, of which it is the text', async () => {
  const product = await create({ descriptionDocument: JSON.stringify(document), description: 'x' });
  expect(textsOf(product)).toEqual([text, document]);
  const { _id } = product;
  expect(textsOf((await good('GET', `/products/${_id}`)).product)).toEqual([text, document]);
  const { products } = await good('GET', `/products/by-ids?products=${_id}`);
  expect(products[0]).toMatchObject({ description: text });
  expect(products[0]).not.toHaveProperty('descriptionDocument');

  // As clients of the contract do it: the whole product, with and without what they know of.
  const { updatedAt: _, ...whole } = product;
  const { descriptionDocument: __, ...known } = whole;
  expect(textsOf(await update(_id, { ...known, price: 90 }))).toEqual([text, document]);
  expect(textsOf(await update(_id, { ...whole, description: 'Plain' }))).toEqual(['Plain', null]);
  const spaced: RichText = {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 3 }, content: [{ type: 'text', text: ' Two  words ' }] },
      { type: 'paragraph' },
    ],
  };
  expect(textsOf(await update(_id, { descriptionDocument: spaced }))).toEqual([
    'Two words',
    documentOfHtml('<h3>Two words</h3>'),
  ]);
  expect(textsOf(await update(_id, { descriptionDocument: null }))).toEqual(['Two words', null]);
  expect(textsOf(await create({ description: '<b>', descriptionDocument: '' }))).toEqual([
    ...['<b>', null],
  ]);
});

test.for<[string, unknown, string]>([
  ['text that is none', '{', 'descriptionDocument'],
  ['HTML', '<p>Soft</p>', 'descriptionDocument'],
  [
    'a link that runs a script',
    {
      type: 'doc',
      content: [
        {
          type: 'paragraph',
          content: [
            { type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href: 'javascript:x' } }] },
          ],
        },
      ],
    },
    'descriptionDocument.content.0.content.0.marks.0.attrs.href',
  ],
  [
    'a text that is too long',
    documentOfHtml(`<h2>${'x'.repeat(5001)}</h2>`),
    'descriptionDocument',
  ],
])('%s is refused as a document', async ([, descriptionDocument, path]) => {
  const { _id } = await create({});
  const json = { descriptionDocument };
  const answer = await send('PUT', `/products/update/${_id}`, { token, json });
  expect(refusal(answer)).toEqual([400, 'validation_failed', path]);
});

async function exported(title: string): Promise<string> {
  const response = await fetchFile(`/products/admin/export?q=${encodeURIComponent(title)}`, token);
  return (await response.text()).trim();
}
const take = async (csv: string, dry = false) =>
  importReply.parse(await good('POST', '/products/admin/import', { token, json: { csv, dry } }));
const cell = (it: string) => `"${it.replaceAll('"', '""')}"`;
const productOf = async (title: string) => {
  const path = `/products/admin/list?q=${encodeURIComponent(title)}`;
  const [row] = (await good('GET', path, { token })).products;
  return (await good('GET', `/products/admin/${row?._id ?? ''}`, { token })).product;
};

test('HTML of a file becomes a document, and a file of it the same product', async () => {
  const title = `Shetland ${crypto.randomUUID().slice(0, 8)}`;
  const foreign = `<div style="x" data-pm="1">${html}<script>alert(1)</script></div>`;
  await take(`title,price,category,description\n${title},5,${category.name},${cell(foreign)}`);
  const product = await productOf(title);
  expect(textsOf(product)).toEqual([text, document]);

  const file = await exported(title);
  expect(file).toContain(cell(text));
  expect(file).toContain('<table><tbody><tr><th scope=""col"">S</th>');
  expect((await take(file)).counts).toMatchObject({ same: 1 });
  const again = await take(
    file.replace(/(?<=\n)[\da-f-]{36}/, '').replaceAll(title, `${title} II`),
  );
  expect(again.counts).toMatchObject({ create: 1 });
  expect(textsOf(await productOf(`${title} II`))).toEqual([text, document]);

  const { rows } = await take(`id,descriptionHtml\n${product._id},<p>Of <i>wool</i></p>`, true);
  expect(rows[0]?.changes).toEqual([
    { field: 'description', before: text, after: 'Of wool' },
    {
      field: 'descriptionHtml',
      before: expect.stringContaining('<h2>Care</h2><p>Wash at <strong>30 °C</strong>') as string,
      after: '<p>Of <em>wool</em></p>',
    },
  ]);
  const long = await take(`id,description\n${product._id},<p>${'x'.repeat(5001)}</p>`, true);
  expect(long.rows[0]?.problems).toEqual([
    { field: 'description', message: 'At most 5000 characters' },
  ]);
});

test('hostile HTML of a file is harmless in the product and in the next file', async () => {
  const mark = `Hostile ${crypto.randomUUID().slice(0, 8)}`;
  const lines = vectors.map((it, place) => {
    const hostile = `<p>Before</p>${it}<p>After</p>`.replaceAll('\0', '');
    return `${mark} ${place},5,${category.name},${cell(hostile)},${cell(hostile)}`;
  });
  const csv = ['title,price,category,description,descriptionHtml', ...lines].join('\n');
  const { counts } = await take(csv);
  expect(counts).toMatchObject({ create: vectors.length, wrong: 0 });
  const { products } = await good('GET', `/products/admin/list?limit=100&q=${mark}`, { token });
  expect(products.length).toBe(Math.min(vectors.length, 100));
  for (const { _id } of products) {
    const { product } = await good('GET', `/products/${_id}`);
    const { content = [] } = product.descriptionDocument ?? {};
    expect(strangeIn({ type: 'doc', content }), JSON.stringify(content)).toEqual([]);
    expect(product.description).toMatch(/Before/);
  }
  expect((await take(await exported(mark))).counts).toMatchObject({ same: vectors.length });
});
