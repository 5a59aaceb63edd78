import { beforeAll, expect, test } from 'vitest';
import { messages } from '#shared/messages.ts';
import { adminToken, good, send } from './client.ts';

let token = '';

beforeAll(async () => {
  token = await adminToken();
});

test('an administrator saves views of a list, replaces, renames and deletes them', async () => {
  const list = 'x'.repeat(5);
  const name = `Unpaid ${crypto.randomUUID().slice(0, 8)}`;
  const views = async () =>
    (await good('GET', `/views?list=${list}`, { token })).views.filter(({ name: it }) =>
      it.toLowerCase().includes(name.slice(7)),
    );
  const save = (json: object) => send('POST', '/views', { token, json });
  const first = await save({ list, name, query: 'status=Pending&from=-6' });
  expect([first.status, first.body.message]).toEqual([201, messages.views.saved]);
  const again = await save({ list, name: name.toUpperCase(), query: 'status=Held' });
  expect(await views()).toEqual([
    { _id: first.body.view._id, name: name.toUpperCase(), query: 'status=Held' },
  ]);
  expect(again.body.view._id).toBe(first.body.view._id);
  const second = await save({ list, name: `All ${name.slice(7)}`, query: '' });
  const path = `/views/${second.body.view._id}`;
  const rename = (to: string) => send('PUT', path, { token, json: { name: to } });
  expect((await rename(name)).body).toMatchObject({
    code: 'name_taken',
    issues: [{ path: 'name' }],
  });
  expect((await rename(`Every ${name.slice(7)}`)).body.message).toBe(messages.views.renamed);
  for (const { _id } of await views()) await good('DELETE', `/views/${_id}`, { token });
  expect(await views()).toEqual([]);
  expect((await rename('Gone')).status).toBe(404);
  for (const [field, wrong] of Object.entries({ list: 'Orders!', name: ' ', query: '<script>' })) {
    const { status, body } = await save({ list, name, query: '', [field]: wrong });
    expect([status, body.issues?.[0]?.path]).toEqual([400, field]);
  }
});
