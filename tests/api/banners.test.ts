import { beforeAll, expect, test } from 'vitest';
import { messages } from '#shared/messages.ts';
import { adminToken, good, pictureFile, send } from './client.ts';

let token = '';

beforeAll(async () => {
  token = await adminToken();
});

const create = async (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('images', pictureFile());
  return send('POST', '/banner/create', { token, form });
};

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

test('a banner has a link and times, is hidden, planned and moved', async () => {
  const header = `Coats ${crypto.randomUUID()}`;
  const [shownFrom, shownUntil] = [inHours(-1), inHours(1)];
  const fields = { header, paragraph: 'Warm', link: '/about', linkText: 'How they are made' };
  const { body } = await create({ ...fields, shownFrom, shownUntil });
  expect(body.banner).toMatchObject({ ...fields, shown: true, shownFrom, shownUntil });
  const path = `/banner/update/${body.banner._id}`;
  const isPublic = async () => {
    const { banners } = await good('GET', '/banner/all');
    return banners.some((it) => it._id === body.banner._id);
  };
  const change = async (json: object) => (await good('PUT', path, { token, json })).banner;
  expect(await isPublic()).toBe(true);
  expect(await change({ shown: false })).toMatchObject({ ...fields, shown: false, shownFrom });
  expect(await isPublic()).toBe(false);
  await change({ shown: true, shownFrom: null, shownUntil: inHours(-1) });
  expect(await isPublic()).toBe(false);
  expect(await change({ shownUntil: null })).toMatchObject({ shownFrom: null, shownUntil: null });
  expect(await isPublic()).toBe(true);

  const place = (json: object) => send('PUT', `/banner/place/${body.banner._id}`, { token, json });
  expect((await place({ place: 2 })).body.message).toBe(messages.banners.ordered);
  const { banners } = await good('GET', `/banner/admin/list?q=${header.slice(6)}`, { token });
  expect(banners[0]).toMatchObject({ _id: body.banner._id, place: 2, state: 'current' });
  expect((await place({ place: 0 })).body.issues?.[0]?.path).toBe('place');
  await good('DELETE', `/banner/delete/${body.banner._id}`, { token });
  expect((await place({ place: 1 })).status).toBe(404);
});

test.each([
  ['link', { link: '//evil.example' }],
  ['link', { link: 'http://x.example' }],
  ['linkText', { linkText: '\u200b' }],
  ['shownFrom', { shownFrom: 'tomorrow' }],
  ['shownFrom', { shownFrom: '2026-02-30T00:00:00Z' }],
  ['shownUntil', { shownFrom: inHours(2), shownUntil: inHours(1) }],
])('a banner is refused for its %s: %j', async (path, fields) => {
  const { status, body } = await create({ header: 'Coats', ...fields });
  expect([status, body.issues?.[0]?.path]).toEqual([400, path]);
});

test('a banner that exists gets new pictures, and loses those that are not kept', async () => {
  const { body } = await create({ header: 'Coats' });
  const [first = ''] = body.banner.images;
  const update = (fields: readonly [string, string | File][]) => {
    const form = new FormData();
    for (const [name, value] of fields) form.append(name, value);
    return send('PUT', `/banner/update/${body.banner._id}`, { token, form });
  };
  const { images } = (await update([['images', pictureFile()]])).body.banner;
  expect([images.length, images[0]]).toEqual([2, first]);
  const added = images[1] ?? '';
  const swapped = await update([
    ['kept', added],
    ['kept', 'banners/of-another.webp'],
    ['images', pictureFile()],
  ]);
  expect([swapped.body.banner.images.length, swapped.body.banner.images[0]]).toEqual([2, added]);
  expect((await fetch(first, { method: 'HEAD' })).ok).toBe(false);
  expect((await fetch(added, { method: 'HEAD' })).ok).toBe(true);
  const text = new File(['no picture'], 'notes.txt', { type: 'image/png' });
  expect((await update([['images', text]])).body.issues?.[0]?.path).toBe('images.0');
  const many = Array.from({ length: 9 }, () => ['images', pictureFile()] as [string, File]);
  expect((await update(many)).body.code).toBe('too_many_pictures');
  const empty = await update([
    ['kept', ''],
    ['header', ''],
  ]);
  expect([empty.status, empty.body.issues?.[0]?.path]).toEqual([400, 'header']);
  await good('DELETE', `/banner/delete/${body.banner._id}`, { token });
});
