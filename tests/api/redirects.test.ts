import { beforeAll, expect, test } from 'vitest';
import { redirectMessages } from '#shared/redirect-messages.ts';
import { importReply } from '#shared/schemas/product-files.ts';
import { stack } from '../support/stack.ts';
import { adminToken, good, refusal, send } from './client.ts';

let token = '';

beforeAll(async () => {
  token = await adminToken();
});

const mark = () => `/${crypto.randomUUID()}`;
const target = async (path: string) =>
  (await good('GET', `/redirects/find?path=${encodeURIComponent(path)}`)).to;

test('a redirect is added, changed, deleted and restored', async () => {
  const [from, other] = [mark(), mark()];
  const create = (json: object) => send('POST', '/redirects/create', { token, json });
  const { body } = await create({ from: `https://old.example${from}/?x=1`, to: '/shop' });
  expect(body.redirect).toMatchObject({ from, to: '/shop', source: 'typed' });
  expect(refusal(await create({ from, to: '/about' }))).toEqual([409, 'from_taken', 'from']);
  expect((await create({ from: other, to: from })).status).toBe(201);
  const update = (json: object) =>
    send('PUT', `/redirects/update/${body.redirect._id}`, { token, json });
  expect(refusal(await update({ from, to: other }))).toEqual([409, 'redirect_loop', 'to']);
  await update({ from, to: '/terms' });
  expect(await target(other)).toBe('/terms');
  for (const bad of ['/', 'shop', '/admin/x', '//x.example', '']) {
    const refused = refusal(await create({ from: bad, to: '/shop' }));
    expect(refused).toEqual([400, 'validation_failed', 'from']);
  }
  for (const bad of ['', 'http://x.example', 'javascript:1', '//x.example']) {
    const refused = refusal(await create({ from: mark(), to: bad }));
    expect(refused.slice(0, 3)).toEqual([400, 'validation_failed', 'to']);
  }
  const { undo } = await good('DELETE', `/redirects/delete/${body.redirect._id}`, { token });
  expect(await target(from)).toBe(null);
  await good('POST', '/trash/restore', { token, json: { ids: undo } });
  expect(await target(from)).toBe('/terms');
});

test('redirects go out and come in as a file', async () => {
  const from = mark();
  const put = (csv: string, dry = false) =>
    good('POST', '/redirects/import', { token, json: { csv, dry } });
  const dry = await put(`From;To\n${from}/;/shop`, true);
  expect(dry).toMatchObject({ done: false, counts: { create: 1, wrong: 0 } });
  const wrong = await put(`From,To\n${from},/shop\n/x y z,nowhere`);
  expect(wrong).toMatchObject({ done: false, counts: { create: 1, wrong: 1 } });
  expect(await put(`From,To\n${from},/shop`)).toMatchObject({ done: true, counts: { create: 1 } });
  const text = (await good('GET', '/redirects/export', { token })).message;
  expect(text).toContain(`${from},/shop,file\r\n`);
  expect(await put(text)).toMatchObject({ done: true, counts: { create: 0, update: 0, wrong: 0 } });
});

test('redirects of Shopify and of the plugin Redirection come in as they are; patterns are refused', async () => {
  const [from, other, pattern] = [mark(), mark(), mark()];
  const put = async (csv: string) =>
    importReply.parse(
      await good('POST', '/redirects/import', { token, json: { csv, dry: false } }),
    );
  const shopify = `Redirect from,Redirect to\n${from},/shop`;
  expect(await put(shopify)).toMatchObject({ done: true, counts: { create: 1 } });
  const plugin = (more = '') =>
    `source,target,regex,code,type,hits,title,status\n${other}/,https://a.example/b,0,301,url,3,,enabled${more}`;
  const refused = await put(plugin(`\n${pattern},/shop,1,301,url,0,,enabled`));
  expect(refused).toMatchObject({ done: false, counts: { wrong: 1 } });
  expect(refused.rows.find((it) => it.row === 3)?.problems).toEqual([
    { field: 'Whether From is a pattern', message: 'Patterns cannot be taken over' },
  ]);
  expect(await put(plugin())).toMatchObject({ done: true, counts: { create: 1 } });
  expect(await Promise.all([from, other, pattern].map(target))).toEqual([
    ...['/shop', 'https://a.example/b', null],
  ]);
  const columns = await good('POST', '/redirects/import-columns', {
    token,
    json: { csv: shopify },
  });
  expect(columns).toMatchObject({ format: 'Shopify', foreign: true });
});

test('only the site itself counts addresses without a page, and the office takes them off its list', async () => {
  const path = mark();
  const report = (headers: Record<string, string>) => {
    const json = { pages: [{ path, visits: 2 }] };
    return send('POST', '/redirects/missing', { json, headers, direct: true });
  };
  const secret = { 'x-site-secret': stack().siteSecret };
  expect((await report({ ...secret, 'x-client-address': '10.0.0.1' })).status).toBe(403);
  expect((await report({})).status).toBe(403);
  expect((await report(secret)).status).toBe(200);
  const find = async () =>
    (await good('GET', `/redirects/missing?q=${path.slice(1)}`, { token })).missingPages;
  const [listed] = await find();
  expect(listed).toMatchObject({ path, visits: 2 });
  const forget = () => send('DELETE', `/redirects/missing/${listed?._id ?? ''}`, { token });
  expect((await forget()).body.message).toBe(redirectMessages.forgotten);
  expect((await forget()).status).toBe(404);
  await report(secret);
  await good('POST', '/redirects/create', { token, json: { from: path, to: '/shop' } });
  expect(await find()).toEqual([]);
});
