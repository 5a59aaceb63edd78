import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from './actors.ts';
import { openDoors, storage, type Visit } from './doors.ts';
import type { Actor } from './row-rights.ts';
import { stack } from '../support/stack.ts';

let doors: Awaited<ReturnType<typeof openDoors>>;
let visits: Record<Actor, Visit>;
beforeAll(async () => {
  doors = await openDoors();
  visits = doors.visits;
});
afterAll(() => doors.close());

/** A WebP picture of one pixel, and the same with another last byte. */
const pixel = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64');
const otherPixel = Buffer.from(pixel.map((byte, i) => (i === pixel.length - 1 ? 1 : byte)));
const webp = { 'content-type': 'image/webp' };

const upload = (visit: Visit, path: string, body = pixel, method = 'POST', headers = webp) =>
  storage(visit, `object/images/${path}`, { method, headers, body: new Uint8Array(body) });
const json = { 'content-type': 'application/json' };
const remove = (visit: Visit, path: string) =>
  storage(visit, 'object/images', {
    method: 'DELETE',
    headers: json,
    body: JSON.stringify({ prefixes: [path] }),
  });
const list = (visit: Visit, prefix: string) =>
  storage(visit, 'object/list/images', {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ prefix, limit: 10 }),
  });

async function look(path: string): Promise<Buffer | number> {
  const answer = await fetch(`${stack().url}/storage/v1/object/public/images/${path}`);
  return answer.ok ? Buffer.from(await answer.arrayBuffer()) : answer.status;
}

describe.each<Actor>(['visitor', 'customerA', 'customerB'])('the pictures as %s', (actor) => {
  test('can be looked at, and neither listed nor changed', async () => {
    const visit = visits[actor];
    const folder = randomUUID();
    const path = `${folder}/kept.webp`;
    expect((await upload(visits.administrator, path)).status).toBe(200);

    expect((await upload(visit, `${folder}/new.webp`)).ok).toBe(false);
    expect((await upload(visit, path, otherPixel, 'PUT')).ok).toBe(false);
    await remove(visit, path);
    const found = await list(visit, folder);
    expect(found.ok ? await found.json() : []).toEqual([]);

    expect(await look(path)).toEqual(pixel);
    expect(await look(`${folder}/new.webp`)).not.toBeInstanceOf(Buffer);
    await remove(visits.administrator, path);
  });

  test('stay in their bucket', async () => {
    const answer = await storage(visits[actor], 'bucket', {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ id: 'mine', name: 'mine', public: true }),
    });
    expect(answer.ok).toBe(false);
    expect(await sql`select id from storage.buckets where id = 'mine'`).toEqual([]);
  });
});

test('an administrator puts pictures in, lists, replaces and removes them', async () => {
  const visit = visits.administrator;
  const folder = randomUUID();
  const path = `${folder}/new.webp`;
  expect((await upload(visit, path)).status).toBe(200);
  const names = (await (await list(visit, folder)).json()) as { name: string }[];
  expect(names.map(({ name }) => name)).toEqual(['new.webp']);
  expect((await upload(visit, path, otherPixel, 'PUT')).status).toBe(200);
  expect(await look(path)).toEqual(otherPixel);
  expect((await remove(visit, path)).status).toBe(200);
  expect(await look(path)).not.toBeInstanceOf(Buffer);
});

test.each(['text/html', 'image/svg+xml', 'application/javascript'])(
  'not even an administrator puts in %s',
  async (type) => {
    const path = `${randomUUID()}/bad.html`;
    const headers = { 'content-type': type };
    expect((await upload(visits.administrator, path, pixel, 'POST', headers)).ok).toBe(false);
    expect(await look(path)).not.toBeInstanceOf(Buffer);
  },
);
