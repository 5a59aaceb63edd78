import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { wishListMessages } from '#shared/wish-list-messages.ts';
import { stubBrowser } from './browser-globals.ts';

const tokenOf = (sub: string, claims: object = {}) =>
  `.${btoa(JSON.stringify({ sub, exp: Date.now() / 1000 + 3600, ...claims }))}.`;

/** The account's list, how many products it holds, and whether the server answers. */
let account: string[];
let room: number;
let isReachable: boolean;
let calls: string[];
let session: Map<string, string>;
let local: Map<string, string>;
let canStore: boolean;

beforeEach(() => {
  account = [];
  room = 500;
  isReachable = true;
  calls = [];
  session = new Map();
  local = new Map();
  canStore = true;
  vi.resetModules();
  stubBrowser(session);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => local.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (!canStore) throw new Error('QuotaExceededError');
      local.set(key, value);
    },
  });
  vi.stubGlobal('fetch', async (request: Request) => {
    if (!isReachable) throw new TypeError('Failed to fetch');
    const { pathname } = new URL(request.url);
    calls.push(`${request.method} ${pathname}`);
    if (request.method === 'GET') return Response.json({ products: account, link: null });
    if (request.method === 'DELETE') {
      account = account.filter((it) => !pathname.endsWith(`/${it}`));
      return Response.json({ message: 'ok' });
    }
    const { products } = (await request.json()) as { products: string[] };
    const fresh = products.filter((it) => !account.includes(it));
    const added = fresh.slice(0, room - account.length);
    account = [...added, ...account];
    return Response.json({
      added: products.filter((it) => account.includes(it)),
      left: fresh.slice(added.length),
    });
  });
});

afterEach(() => vi.unstubAllGlobals());

/** A page that was just opened. */
const open = async () => {
  vi.resetModules();
  return {
    ...(await import('../../../src/stores/wishes.ts')),
    ...(await import('../../../src/stores/toasts.ts')),
  };
};
const signIn = (sub: string, claims?: object) => session.set('userToken', tokenOf(sub, claims));

test('a visitor’s list is in the browser, the last first, and nothing is sent', async () => {
  const { setWish } = await open();
  await setWish('a', true);
  await setWish('b', true);
  const { setWish: setLater, wishedIds } = await open();
  expect(wishedIds()).toEqual(['b', 'a']);
  await setLater('b', false);
  expect(wishedIds()).toEqual(['a']);
  expect(calls).toEqual([]);
});

test('it joins the account’s at the login; after the logout the browser has nothing of the account', async () => {
  account = ['c', 'a'];
  const before = await open();
  await before.setWish('a', true);
  await before.setWish('b', true);
  signIn('lena');
  const { syncWishes, wishedIds } = await open();
  await syncWishes();
  expect(wishedIds()).toEqual(['b', 'c', 'a']);
  expect(account).toEqual(['b', 'c', 'a']);
  const asked = calls.length;
  await (await open()).syncWishes();
  expect(calls.length, 'the copy is fresh').toBe(asked);
  session.clear();
  const after = await open();
  await after.syncWishes();
  expect(after.wishedIds()).toEqual([]);
  expect(JSON.stringify([...local])).not.toContain('"c"');
});

test('what does not fit into the account waits in the browser, and the customer is told once', async () => {
  account = ['c'];
  room = 2;
  const before = await open();
  for (const id of ['a', 'b']) await before.setWish(id, true);
  signIn('lena');
  const { syncWishes, wishedIds, $toasts } = await open();
  await syncWishes();
  expect(wishedIds().toSorted()).toEqual(['a', 'b', 'c']);
  expect($toasts.get().map((it) => it.message)).toEqual([wishListMessages.full]);
  const { syncWishes: syncLater, setWish, $toasts: later } = await open();
  await setWish('c', false);
  await syncLater(true);
  expect(account.toSorted()).toEqual(['a', 'b']);
  expect(later.get()).toEqual([]);
});

test('the list of whoever was signed in before is not shown to the next one', async () => {
  account = ['c'];
  signIn('lena');
  await (await open()).syncWishes();
  account = ['d'];
  signIn('nora');
  const { syncWishes, wishedIds } = await open();
  await syncWishes();
  expect(wishedIds()).toEqual(['d']);
});

test('a visitor with an anonymous session is a visitor', async () => {
  signIn('somebody', { is_anonymous: true });
  const { setWish, syncWishes, wishedIds } = await open();
  expect(await setWish('a', true)).toBe('');
  await syncWishes(true);
  expect([wishedIds(), calls]).toEqual([['a'], []]);
});

test('a press is shown at once, and taken back with a reason if the account does not take it', async () => {
  signIn('lena');
  const { setWish, syncWishes, wishedIds } = await open();
  await syncWishes();
  isReachable = false;
  const pressing = setWish('a', true);
  expect(wishedIds()).toEqual(['a']);
  expect(await pressing).toContain('could not be reached');
  expect(wishedIds()).toEqual([]);
  isReachable = true;
  room = 0;
  account = ['b', 'c', 'd'];
  await syncWishes(true);
  isReachable = false;
  expect(await setWish('c', false)).toContain('could not be reached');
  expect(wishedIds()).toEqual(['b', 'c', 'd']);
  isReachable = true;
  expect(await setWish('a', true)).toBe(wishListMessages.full);
  expect(wishedIds()).toEqual(['b', 'c', 'd']);
});

test('a press while the list is read is not lost', async () => {
  account = ['a', 'b'];
  signIn('lena');
  const { setWish, syncWishes, wishedIds } = await open();
  const reading = syncWishes();
  const pressing = [setWish('c', true), setWish('a', false)];
  await reading;
  expect(wishedIds()).toEqual(['c', 'b']);
  await Promise.all(pressing);
  expect(wishedIds()).toEqual(['c', 'b']);
  expect(account.toSorted()).toEqual(['b', 'c']);
});

test('where the browser stores nothing, visitors are told, and customers have their list', async () => {
  canStore = false;
  const visitor = await open();
  expect(await visitor.setWish('a', true)).toBe(wishListMessages.notStored);
  expect(visitor.wishedIds()).toEqual([]);
  signIn('lena');
  account = ['c'];
  const { setWish, syncWishes, wishedIds } = await open();
  await syncWishes();
  expect(await setWish('a', true)).toBe('');
  expect(wishedIds()).toEqual(['a', 'c']);
});

test('what is in the storage but no list counts as none', async () => {
  local.set('hemline:wish-list', '{"saved": 7, "waiting": ["a", 5], "owner": null');
  expect((await open()).wishedIds()).toEqual([]);
  local.set('hemline:wish-list', '{"saved": 7, "waiting": ["a", 5], "owner": null}');
  expect((await open()).wishedIds()).toEqual(['a']);
});
