import { beforeAll, expect, test } from 'vitest';
import { messages } from '#shared/messages.ts';
import { adminToken, good, send, type Options } from './client.ts';

let token = '';

beforeAll(async () => {
  token = await adminToken();
});

const asAdmin = (json?: object): Options => (json ? { token, json } : { token });
const mark = () => crypto.randomUUID().slice(0, 8);

test('words that mean the same are added, changed, found and deleted by an administrator', async () => {
  const words = [`${mark()}a`, `${mark()}b`];
  const add = (json: object) => send('POST', '/synonyms/create', asAdmin(json));
  const { synonym } = (await add({ words: [...words, words[0]?.toUpperCase()] })).body;
  expect(synonym.words).toEqual(words);
  for (const bad of [['one'], ['One', 'one'], [], ['a', ' '], 'pants', undefined]) {
    const { status, body } = await add({ words: bad });
    expect([status, body.issues?.[0]?.path.split('.')[0]]).toEqual([400, 'words']);
  }
  const json = asAdmin({ words: [...words, 'third'] });
  const changed = await good('PUT', `/synonyms/update/${synonym._id}`, json);
  expect(changed).toMatchObject({
    message: messages.synonyms.updated,
    synonym: { words: [...words, 'third'] },
  });
  const find = async () =>
    (await good('GET', `/synonyms/admin/list?q=${words[0] ?? ''}`, { token })).synonyms;
  expect((await find()).map((it) => it._id)).toEqual([synonym._id]);
  const { undo } = await good('DELETE', `/synonyms/delete/${synonym._id}`, { token });
  expect(await find()).toEqual([]);
  await good('POST', '/trash/restore', asAdmin({ ids: undo }));
  expect(await find()).toHaveLength(1);
  await good('DELETE', `/synonyms/delete/${synonym._id}`, { token });
});
