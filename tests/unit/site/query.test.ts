import { atom } from 'nanostores';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { noAnswer, type Reply, type Resource } from '../../../src/api/client.ts';
import { query, revalidate, revalidateExcept, write, type Loaded } from '../../../src/api/query.ts';

interface Body {
  readonly rows: readonly string[];
}

const rows = (...names: string[]): Reply<Body> => ({ ok: true, rows: names });

beforeEach(() => vi.stubGlobal('window', globalThis));
afterEach(() => vi.unstubAllGlobals());

/** A server whose answers come when the test says so. */
function slowServer(path = `/${crypto.randomUUID()}`) {
  const waiting: ((reply: Reply<Body>) => void)[] = [];
  const resource: Resource<Body> = { path, fetch: () => new Promise((on) => waiting.push(on)) };
  return {
    resource,
    asked: () => waiting.length,
    answer: (index: number, reply: Reply<Body>) => waiting[index]?.(reply),
  };
}

/** A server that answers at once, in turn. */
function quickServer(...replies: Reply<Body>[]) {
  let asked = 0;
  const fetch = async () => replies[asked++] ?? noAnswer;
  return { resource: { path: `/${crypto.randomUUID()}`, fetch }, asked: () => asked };
}

/** A resource as a screen that looks at it sees it. */
function watched($query: ReturnType<typeof query<Body>>) {
  let state: Loaded<Body> = { body: null, failure: null, busy: false };
  onTestFinished($query.subscribe((next) => void (state = next)));
  return { now: () => state, names: () => state.body?.rows };
}

test('a resource is read when it is first looked at, once for all who look', async () => {
  const server = quickServer(rows('a'));
  const seen = [watched(query(server.resource)), watched(query(server.resource))];
  expect(seen[0]?.now().body).toBe(null);
  for (const it of seen) await expect.poll(() => it.names()).toEqual(['a']);
  expect(server.asked()).toBe(1);
});

test('what no screen shows is not read after a change', async () => {
  const server = quickServer(rows('a'));
  query(server.resource);
  revalidate();
  expect(server.asked()).toBe(0);
});

test('a failed reading says so, and keeps what was read before', async () => {
  const server = quickServer(noAnswer, rows('a'), noAnswer);
  const seen = watched(query(server.resource));
  await expect.poll(() => seen.now()).toEqual({ body: null, failure: noAnswer, busy: false });
  revalidate(server.resource.path);
  await expect.poll(() => seen.names()).toEqual(['a']);
  expect(seen.now().failure).toBe(null);
  revalidate(server.resource.path);
  await expect.poll(() => seen.now().failure).toEqual(noAnswer);
  expect(seen.names()).toEqual(['a']);
});

test('an answer from before a change is asked for again', async () => {
  const server = slowServer();
  const seen = watched(query(server.resource));
  await expect.poll(() => server.asked()).toBe(1);
  revalidate(server.resource.path);
  server.answer(0, rows('stale'));
  await expect.poll(() => server.asked()).toBe(2);
  expect(seen.names()).toBe(undefined);
  server.answer(1, rows('fresh'));
  await expect.poll(() => seen.names()).toEqual(['fresh']);
});

test('a deleted record is not read again, though its screen was open a moment ago', async () => {
  const [closed, open, loading] = [quickServer(rows('a')), quickServer(rows('b')), slowServer()];
  const left = query(closed.resource).subscribe(() => undefined);
  const seen = [open, loading].map((it) => watched(query(it.resource)));
  await expect.poll(() => [closed.asked(), open.asked(), loading.asked()]).toEqual([1, 1, 1]);
  left();
  revalidateExcept(
    [closed, loading].map((it) => it.resource.path.slice(1)),
    ['/'],
  );
  loading.answer(0, rows('c'));
  await expect.poll(() => [open.asked(), seen[1]?.names()]).toEqual([2, ['c']]);
  expect([closed.asked(), loading.asked()]).toEqual([1, 1]);
});

test('a change has only what it names read again, and all where it names nothing', async () => {
  const [orders, stock] = [rows('a'), rows('b')].map((it) => quickServer(it, it, it));
  const slow = slowServer();
  if (!orders || !stock) throw new Error('two servers');
  const seen = [orders, stock, slow].map((it) => watched(query(it.resource)));
  const asked = () => [orders.asked(), stock.asked(), slow.asked()];
  const busy = (...now: boolean[]) =>
    expect.poll(() => seen.map((it) => it.now().busy)).toEqual(now);
  await busy(false, false, true);
  revalidate('/nothing', orders.resource.path.slice(0, 9));
  slow.answer(0, rows('c'));
  await busy(false, false, false);
  expect(asked()).toEqual([2, 1, 1]);
  revalidate();
  await expect.poll(() => asked()).toEqual([3, 2, 2]);
});

test('nothing is read where pages are rendered ahead', async () => {
  vi.unstubAllGlobals();
  const server = quickServer(rows('a'));
  const seen = watched(query(server.resource));
  await Promise.resolve();
  expect([server.asked(), seen.now().body]).toEqual([0, null]);
});

test('an answer for an address that was left does not show, and the rows stay until the next', async () => {
  const [first, second] = [slowServer(), slowServer()];
  const $resource = atom(first.resource);
  const seen = watched(query($resource));
  await expect.poll(() => first.asked()).toBe(1);
  first.answer(0, rows('first'));
  await expect.poll(() => seen.names()).toEqual(['first']);
  $resource.set(second.resource);
  await expect.poll(() => second.asked()).toBe(1);
  expect(seen.now()).toMatchObject({ body: { rows: ['first'] }, busy: true });
  $resource.set(first.resource);
  second.answer(0, rows('second'));
  await expect.poll(seen.now).toMatchObject({ body: { rows: ['first'] }, busy: false });
});

test('what a change made of a resource shows at once', async () => {
  const server = quickServer(rows('a', 'b'));
  const seen = watched(query(server.resource));
  await expect.poll(() => seen.names()).toEqual(['a', 'b']);
  write(server.resource, { rows: ['b'] });
  expect(seen.names()).toEqual(['b']);
  expect(server.asked()).toBe(1);
});
