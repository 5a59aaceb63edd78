import { beforeAll, expect, test } from 'vitest';
import type { RichText } from '#shared/domain/rich-text.ts';
import { pageMessages } from '#shared/page-messages.ts';
import { adminToken, formOf, good, pictureFile, send } from './client.ts';

let token = '';
beforeAll(async () => {
  token = await adminToken();
});

const body = (text: string): RichText => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});
const create = (json: object) => send('POST', '/pages/create', { token, json });
const update = (id: string, json: object) => send('PUT', `/pages/update/${id}`, { token, json });

test('a page is written, published, changed, restored and deleted', async () => {
  const slug = crypto.randomUUID();
  const { page } = await good('POST', '/pages/create', {
    token,
    json: { slug, title: 'Our stores', body: body('In Leeds.') },
  });
  expect(page).toMatchObject({ slug, published: false, publishAt: null, version: 1 });
  const read = () => send('GET', `/pages/read/${slug}`);
  const listed = async () => (await good('GET', '/pages/all')).pages.map((it) => it.slug);
  expect([(await read()).status, (await listed()).includes(slug)]).toEqual([404, false]);

  const shown = await update(page._id, { published: true, version: 1 });
  expect(shown.body).toMatchObject({ message: pageMessages.updated, page: { version: 2 } });
  expect((await read()).body.page).toEqual({
    ...{ slug, title: 'Our stores', description: '', body: body('In Leeds.'), builtIn: false },
  });
  expect(await listed()).toContain(slug);

  const late = await update(page._id, { title: 'Late', version: 1 });
  expect([late.status, late.body.code]).toEqual([409, 'changed_meanwhile']);
  await update(page._id, { body: body('In York.'), version: 2 });
  const path = `/pages/versions/${page._id}`;
  const { versions } = await good('GET', path, { token });
  expect(versions.map((it) => it.version)).toEqual([2, 1]);
  const before = await good('GET', `${path}/2`, { token });
  expect(before.page.body).toEqual(body('In Leeds.'));
  const json = { version: 3, restore: 2 };
  const back = await good('PUT', `/pages/restore/${page._id}`, { token, json });
  expect(back).toMatchObject({ message: pageMessages.restored, page: { version: 4 } });
  expect((await read()).body.page.body).toEqual(body('In Leeds.'));

  const table = await good('GET', '/pages/admin/list?q=leeds&sort=title-asc', { token });
  expect(table.pages.map((it) => [it.slug, it.state])).toContainEqual([slug, 'published']);
  const planned = await update(page._id, { publishAt: '2199-01-01T00:00:00Z', version: 4 });
  expect([planned.status, (await read()).status]).toEqual([200, 404]);
  const { undo } = await good('DELETE', `/pages/delete/${page._id}`, { token });
  await good('POST', '/trash/restore', { token, json: { ids: undo } });
  expect((await good('GET', path, { token })).versions).toHaveLength(4);
  await good('DELETE', `/pages/delete/${page._id}`, { token });
});

test('what is wrong with a page is said at its field', async () => {
  const slug = crypto.randomUUID();
  const link = { type: 'link', attrs: { href: 'javascript:alert(1)' } };
  const text = { type: 'text', text: 'x', marks: [link] };
  for (const [json, status, path] of [
    [{ slug: 'Über uns', title: 'x' }, 400, 'slug'],
    [{ slug, title: ' ' }, 400, 'title'],
    [{ slug, title: 'x', body: '<p>Text</p>' }, 400, 'body'],
    [
      {
        slug,
        title: 'x',
        body: { type: 'doc', content: [{ type: 'paragraph', content: [text] }] },
      },
      ...([400, 'body.content.0.content.0.marks.0.attrs.href'] as const),
    ],
    [{ slug: 'terms', title: 'x' }, 409, 'slug'],
  ] as const) {
    const refused = await create(json);
    expect([refused.status, refused.body.issues?.[0]?.path]).toEqual([status, path]);
  }
});

test('a page of every shop is not deleted, and keeps its address', async () => {
  const slug = crypto.randomUUID();
  const { pages } = await good('GET', '/pages/admin/list?q=imprint', { token });
  const { _id = '' } = pages.find((it) => it.slug === 'imprint') ?? {};
  const { status, body: refused } = await send('DELETE', `/pages/delete/${_id}`, { token });
  expect([status, refused.code]).toEqual([409, 'built_in']);
  const { page } = await good('GET', `/pages/admin/${_id}`, { token });
  const json = { slug: 'other', body: body(slug), version: page.version };
  const changed = await good('PUT', `/pages/update/${_id}`, { token, json });
  expect(changed.page).toMatchObject({ slug: 'imprint', builtIn: true, body: json.body });
  let { version } = changed.page;
  const publish = async (published: boolean) => {
    const saved = await good('PUT', `/pages/update/${_id}`, {
      token,
      json: { published, version },
    });
    ({ version } = saved.page);
    return (await good('GET', '/shop/frame')).hiddenPages.includes('imprint');
  };
  expect([await publish(false), await publish(true)]).toEqual([true, false]);
  const undone = { version, restore: page.version };
  const restored = await good('PUT', `/pages/restore/${_id}`, { token, json: undone });
  ({ version } = restored.page);
  await publish(page.published);
});

test('a picture of a text is stored with its size', async () => {
  const form = formOf({}, ['image', pictureFile()]);
  const { src, ...size } = await good('POST', '/pages/picture', { token, form });
  expect(src).toMatch(/^pages\/[\da-f-]{36}\.png$/);
  expect(size).toMatchObject({ width: expect.any(Number), height: expect.any(Number) });
});
