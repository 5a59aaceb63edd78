import { request } from 'undici';
import { beforeAll, expect, test } from 'vitest';
import { redirectMessages } from '#shared/redirect-messages.ts';
import { stack } from '../support/stack.ts';
import { adminToken, good, refusal, send } from './client.ts';

let token = '';

beforeAll(async () => {
  token = await adminToken();
});

const mark = () => `/${crypto.randomUUID()}`;
const open = async (path: string, headers: Record<string, string> = {}) => {
  // Unlike `fetch`, it sends the headers by which a browser tells that somebody opens a page.
  const { statusCode, headers: sent, body } = await request(stack().siteUrl + path, { headers });
  await body.dump();
  return [statusCode, sent['location'] ?? null];
};

test('a redirect is added, followed, changed, deleted and restored, and seen by the site within moments', async () => {
  const [from, other] = [mark(), mark()];
  expect(await open(from)).toEqual([404, null]);
  const create = (json: object) => send('POST', '/redirects/create', { token, json });
  const { body } = await create({ from: `https://old.example${from}/?x=1`, to: '/shop' });
  expect(body.redirect).toMatchObject({ from, to: '/shop', source: 'typed' });
  await expect.poll(() => open(`${from}?utm=x`)).toEqual([308, '/shop?utm=x']);
  expect(refusal(await create({ from, to: '/about' }))).toEqual([409, 'from_taken', 'from']);
  const loop = await create({ from: other, to: from });
  expect(loop.status).toBe(201);
  const update = (json: object) =>
    send('PUT', `/redirects/update/${body.redirect._id}`, { token, json });
  expect(refusal(await update({ from, to: other }))).toEqual([409, 'redirect_loop', 'to']);
  await update({ from, to: '/terms' });
  await expect.poll(() => open(other)).toEqual([308, '/terms']);
  for (const bad of ['/', 'shop', '/admin/x', '//x.example', '']) {
    expect(refusal(await create({ from: bad, to: '/shop' }))).toEqual([
      400,
      'validation_failed',
      'from',
    ]);
  }
  for (const bad of ['', 'http://x.example', 'javascript:1', '//x.example']) {
    expect(refusal(await create({ from: mark(), to: bad }))).toEqual([
      400,
      'validation_failed',
      'to',
    ]);
  }
  const { undo } = await good('DELETE', `/redirects/delete/${body.redirect._id}`, { token });
  await expect.poll(() => open(from)).toEqual([404, null]);
  await good('POST', '/trash/restore', { token, json: { ids: undo } });
  await expect.poll(() => open(from)).toEqual([308, '/terms']);
});

test('redirects go out and come in as a file', async () => {
  const from = mark();
  const put = (csv: string, dry = false) =>
    good('POST', '/redirects/import', { token, json: { csv, dry } });
  const dry = await put(`From;To\n${from}/;/shop`, true);
  expect(dry).toMatchObject({ done: false, counts: { create: 1, wrong: 0 } });
  expect(await put(`From,To\n${from},/shop\n/x y z,nowhere`)).toMatchObject({
    ...{ done: false, counts: { create: 1, wrong: 1 } },
  });
  expect(await put(`From,To\n${from},/shop`)).toMatchObject({ done: true, counts: { create: 1 } });
  const text = (await good('GET', '/redirects/export', { token })).message;
  expect(text).toContain(`${from},/shop,file\r\n`);
  expect(await put(text)).toMatchObject({ done: true, counts: { create: 0, update: 0, wrong: 0 } });
});

test('an address without a page is listed when somebody opened it, until it leads elsewhere', async () => {
  const path = mark();
  await open(`${path}?who=ann`, { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' });
  const find = async () =>
    (await good('GET', `/redirects/missing?q=${path.slice(1)}`, { token })).missingPages;
  await expect.poll(find).toMatchObject([{ path, visits: 1 }]);
  await good('POST', '/redirects/create', { token, json: { from: path, to: '/shop' } });
  expect(await find()).toEqual([]);
  const other = mark();
  const pages = [{ path: other, visits: 2 }];
  const report = (headers: Record<string, string>) =>
    send('POST', '/redirects/missing', { json: { pages }, headers, direct: true });
  const secret = { 'x-site-secret': stack().siteSecret };
  expect((await report({ ...secret, 'x-client-address': '10.0.0.1' })).status).toBe(403);
  expect((await report({})).status).toBe(403);
  expect((await report(secret)).status).toBe(200);
  const { missingPages } = await good('GET', `/redirects/missing?q=${other.slice(1)}`, { token });
  expect(missingPages).toMatchObject([{ path: other, visits: 2 }]);
  const forget = () =>
    send('DELETE', `/redirects/missing/${missingPages[0]?._id ?? ''}`, { token });
  expect((await forget()).body.message).toBe(redirectMessages.forgotten);
  expect((await forget()).status).toBe(404);
});
