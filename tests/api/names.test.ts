import { beforeAll, expect, test } from 'vitest';
import { adminToken, formOf, good, newCustomer, newProduct, pictureFile, send } from './client.ts';

let admin = '';
let customer = '';

beforeAll(async () => {
  admin = await adminToken();
  customer = (await newCustomer()).token;
});

const name = (what: string) => `${what} ${crypto.randomUUID()}`;

/** What status an answer has and which fields it names. */
async function refusal(method: string, path: string, json: object, token = admin) {
  const { status, body } = await send(method, path, { token, json });
  return [status, body.issues?.map((it) => it.path)];
}

test('a text of nothing visible is refused, with the name of its field', async () => {
  const text = '\u{e0041}\u200b';
  const { _id } = await newProduct(admin);
  const address = { email: 'ada@example.com', lastname: 'L' };
  const registration = { email: 'ida@example.com', password: 'long-enough-1', lastname: 'B' };
  const bodies: [method: string, path: string, field: string, rest?: object][] = [
    ['POST', '/categories/create', 'name'],
    ['PUT', `/categories/update/${_id}`, 'name'],
    ['POST', '/products/create', 'title', { price: 1, categoryId: _id }],
    ['PUT', `/products/update/${_id}`, 'title'],
    ['POST', '/banner/create', 'header', { paragraph: 'Words' }],
    ['PUT', `/banner/update/${_id}`, 'paragraph'],
    ['POST', '/ads/create', 'headline'],
    ['PUT', `/ads/update/${_id}`, 'linkText'],
    ['POST', '/faqs/create', 'question', { answer: 'Yes' }],
    ['PUT', `/faqs/update/${_id}`, 'answer'],
    ['POST', '/contact/submit', 'firstname', { ...address, message: 'Hello' }],
    ['POST', '/contact/submit', 'message', { ...address, firstname: 'Ada' }],
    ['POST', '/auth/register', 'firstname', registration],
    ['PUT', '/users/admin/update-details', 'firstname', { email: 'a@example.com' }],
  ];
  for (const [method, path, field, rest = {}] of bodies) {
    expect(await refusal(method, path, { ...rest, [field]: text }), path).toEqual([400, [field]]);
  }
  const review = { rating: 5, comment: text };
  expect(await refusal('POST', `/reviews/products/${_id}/reviews`, review, customer)).toEqual([
    ...[400, ['comment']],
  ]);
  expect(await refusal('PUT', '/users/profile', { lastname: text }, customer)).toEqual([
    ...[400, ['lastname']],
  ]);
  const choices = { sizes: ['M', text], colors: [text] };
  expect(await refusal('PUT', `/products/update/${_id}`, choices)).toEqual([
    ...[400, ['sizes.1', 'colors.0']],
  ]);
  const csv = 'title,price,sizes\n\u200b,5,\nHat,5,S | \u2800';
  const file = { token: admin, json: { csv, dry: true } };
  expect(await good('POST', '/products/admin/import', file)).toMatchObject({
    counts: { wrong: 2 },
    rows: [{ problems: [{ field: 'title' }] }, { problems: [{ field: 'sizes.1' }] }],
  });
});

test('names in any script, with accents and joined emoji, are taken as they are', async () => {
  const text = ['e\u0301toile', 'می‌خواهم', '日本のシャツ', '👩‍💻 ❤️', 'קפה', '5']
    .map(name)
    .join(' ');
  const json = { comment: text, rating: 5 };
  const { _id } = await newProduct(admin);
  const path = `/reviews/products/${_id}/reviews`;
  await good('POST', path, { token: customer, json });
  expect((await good('GET', path)).reviews).toMatchObject([{ comment: text }]);
});

test('a banner has words or a picture', async () => {
  const nothing = [400, ['header']];
  expect(await refusal('POST', '/banner/create', { header: ' ', paragraph: '' })).toEqual(nothing);
  const form = formOf({}, ['images', pictureFile()]);
  const { banner } = await good('POST', '/banner/create', { token: admin, form });
  expect(banner).toMatchObject({ header: '', paragraph: '' });
  await good('DELETE', `/banner/delete/${banner._id}`, { token: admin });
});

test('a category has a name of its own, also where two make it at the same moment', async () => {
  const create = (it: string) =>
    send('POST', '/categories/create', { token: admin, json: { name: it } });
  const written = name('Überröcke');
  const answers = await Promise.all([create(written), create(written), create(written)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  const made = answers.find(({ status }) => status === 201)?.body.category;
  const other = (await create(name('Röcke'))).body.category;
  const same = ` ${written.toUpperCase().replace(' ', '  ')}\u200b`;
  const rename = (id = '', it = same) =>
    send('PUT', `/categories/update/${id}`, { token: admin, json: { name: it } });
  const message = 'A category with this name already exists';
  for (const { status, body } of [await create(same), await rename(other._id)]) {
    expect([status, body]).toEqual([
      409,
      { code: 'name_taken', message, issues: [{ path: 'name', message }] },
    ]);
  }
  expect((await rename(made?._id, written.toUpperCase())).status).toBe(200);
  const csv = `title,price,category\nHat,5,${written.toLowerCase()} `;
  const body = await good('POST', '/products/admin/import', {
    ...{ token: admin, json: { csv, dry: true } },
  });
  expect(body).toMatchObject({ counts: { create: 1, wrong: 0 } });
});
