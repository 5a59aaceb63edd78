import { beforeAll, describe, expect, test } from 'vitest';
import { adminToken, good, newCustomer, newProduct, pictureFile, send } from './client.ts';

let admin = '';
let customer = '';

beforeAll(async () => {
  admin = await adminToken();
  customer = (await newCustomer()).token;
});

const invisible = [
  '\u200b',
  '\u{e0041}\u{e007f}',
  '\u2066\u202e',
  '\u2800',
  '\u3164',
  '\u00ad \u00ad',
];
const name = (what: string) => `${what} ${crypto.randomUUID()}`;

/** What status an answer has and which fields it names. */
async function refusal(method: string, path: string, json: object, token = admin) {
  const { status, body } = await send(method, path, { token, json });
  return [status, body.issues?.map((it) => it.path)];
}

describe('a text of nothing visible is refused, with the name of its field', () => {
  const address = { email: 'ada@example.com', message: 'Hello' };
  const registration = { email: 'ida@example.com', password: 'long-enough-1', lastname: 'B' };
  const nobody = '00000000-0000-4000-8000-000000000000';
  const bodies: [method: string, path: string, field: string, rest: object][] = [
    ['POST', '/categories/create', 'name', {}],
    ['PUT', `/categories/update/${nobody}`, 'name', {}],
    ['POST', '/products/create', 'title', { price: 1, categoryId: nobody }],
    ['PUT', `/products/update/${nobody}`, 'title', {}],
    ['POST', '/banner/create', 'header', { paragraph: 'Words' }],
    ['PUT', `/banner/update/${nobody}`, 'paragraph', {}],
    ['POST', '/ads/create', 'headline', {}],
    ['PUT', `/ads/update/${nobody}`, 'linkText', {}],
    ['POST', '/faqs/create', 'question', { answer: 'Yes' }],
    ['PUT', `/faqs/update/${nobody}`, 'answer', {}],
    ['POST', '/contact/submit', 'firstname', { ...address, lastname: 'L' }],
    [
      'POST',
      '/contact/submit',
      'message',
      { ...address, firstname: 'Ada', lastname: 'L', message: '' },
    ],
    ['POST', '/auth/register', 'firstname', registration],
    ['PUT', '/users/admin/update-details', 'firstname', { email: 'a@example.com' }],
  ];

  test.each(bodies)('%s %s: %s', async (method, path, field, rest) => {
    for (const text of invisible) {
      expect(await refusal(method, path, { ...rest, [field]: text })).toEqual([400, [field]]);
    }
  });

  test('in the account, in a review, and among sizes and colours', async () => {
    const { _id } = await newProduct(admin);
    for (const text of invisible) {
      const review = { rating: 5, comment: text };
      expect(await refusal('POST', `/reviews/products/${_id}/reviews`, review, customer)).toEqual([
        400,
        ['comment'],
      ]);
      expect(await refusal('PUT', '/users/profile', { lastname: text }, customer)).toEqual([
        400,
        ['lastname'],
      ]);
      expect(
        await refusal('PUT', `/products/update/${_id}`, { sizes: ['M', text], colors: [text] }),
      ).toEqual([400, ['sizes.1', 'colors.0']]);
    }
  });

  test('in a file of products', async () => {
    const csv = 'title,price,sizes\n\u200b,5,\nHat,5,S | \u2800';
    const json = { csv, dry: true };
    const body = await good('POST', '/products/admin/import', { token: admin, json });
    expect(body).toMatchObject({
      counts: { wrong: 2 },
      rows: [{ problems: [{ field: 'title' }] }, { problems: [{ field: 'sizes.1' }] }],
    });
  });
});

test('names in any script, with accents and joined emoji, are taken as they are', async () => {
  for (const text of ['e\u0301toile', 'می‌خواهم', '日本のシャツ', '👩‍💻 ❤️', 'קפה', '5']) {
    const written = name(text);
    const json = { name: written };
    const { category } = await good('POST', '/categories/create', { token: admin, json });
    expect(category.name).toBe(written);
  }
});

describe('a banner', () => {
  const nothing = [400, ['header']];

  test('without words and without a picture is refused', async () => {
    expect(await refusal('POST', '/banner/create', {})).toEqual(nothing);
    expect(await refusal('POST', '/banner/create', { header: ' ', paragraph: '' })).toEqual(
      nothing,
    );
  });

  test('keeps its words unless it has a picture', async () => {
    const json = { header: 'Words' };
    const { banner } = await good('POST', '/banner/create', { token: admin, json });
    const path = `/banner/update/${banner._id}`;
    expect(await refusal('PUT', path, { header: '' })).toEqual(nothing);
    await good('PUT', path, { token: admin, json: { header: '', paragraph: 'Others' } });

    const form = new FormData();
    form.set('images', pictureFile());
    const pictured = (await good('POST', '/banner/create', { token: admin, form })).banner;
    expect(pictured).toMatchObject({ header: '', paragraph: '' });
    for (const { _id } of [banner, pictured]) {
      await good('DELETE', `/banner/delete/${_id}`, { token: admin });
    }
  });
});

describe('a category', () => {
  const create = async (json: { name: string }) =>
    (await good('POST', '/categories/create', { token: admin, json })).category;

  test('has a name of its own', async () => {
    const written = name('Überröcke');
    const first = await create({ name: written });
    const second = await create({ name: name('Röcke') });
    for (const same of [
      written.toUpperCase(),
      ` ${written.replace(' ', '  ')} `,
      `${written}\u200b`,
    ]) {
      for (const [method, path] of [
        ['POST', '/categories/create'],
        ['PUT', `/categories/update/${second._id}`],
      ] as const) {
        const { status, body } = await send(method, path, { token: admin, json: { name: same } });
        expect(body).toEqual({
          code: 'name_taken',
          message: 'A category with this name already exists',
          issues: [{ path: 'name', message: 'A category with this name already exists' }],
        });
        expect(status).toBe(409);
      }
    }
    const json = { name: written.toUpperCase() };
    await good('PUT', `/categories/update/${first._id}`, { token: admin, json });
  });

  test('is made once where two administrators make it at the same moment', async () => {
    const json = { name: name('Röcke') };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => send('POST', '/categories/create', { token: admin, json })),
    );
    expect(answers.map((it) => it.status).sort()).toEqual([201, 409, 409, 409, 409]);
  });

  test('does not come back while another has its name', async () => {
    const json = { name: name('Capes') };
    const { _id } = await create(json);
    const { undo } = await good('DELETE', `/categories/delete/${_id}`, { token: admin });
    const other = await create(json);
    const back = { token: admin, json: { ids: undo } };
    const { status, body } = await send('POST', '/trash/restore', back);
    expect([status, body.code]).toEqual([409, 'name_taken']);
    await good('DELETE', `/categories/delete/${other._id}`, { token: admin });
    await good('POST', '/trash/restore', back);
  });

  test('is found by a file of products however its name is written', async () => {
    const category = await create({ name: name('Überröcke') });
    const csv = `title,price,category\nHat,5,${category.name.toUpperCase()} `;
    const json = { csv, dry: true };
    const body = await good('POST', '/products/admin/import', { token: admin, json });
    expect(body).toMatchObject({ counts: { create: 1, wrong: 0 } });
  });
});
