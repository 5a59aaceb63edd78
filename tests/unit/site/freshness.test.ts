import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { ChangeFeed, FreshnessCookie } from '../../../src/server/cache/invalidation.ts';
import { CacheStore } from '../../../src/server/cache/store.ts';
import type { Render } from '../../../src/server/routes/pages.ts';
import { holdTimersOf } from '../../support/held-timers.ts';
import { clock, startFeedDatabase, type FeedDatabase } from './feed-database.ts';
import { startFeed, startSite, type Running } from './site-server.ts';

/** Milliseconds: so seldom that within a test nobody looks by itself. */
const never = 3_600_000;

/** A shop of pages that say its version, which any instance renders as it is at that moment. */
let version: number;
let database: FeedDatabase;
let running: { readonly site: Running; readonly feed: ChangeFeed }[];

async function startInstance(intervalMs: number): Promise<string> {
  const store = new CacheStore();
  const feed = await startFeed(database.url, store, intervalMs);
  const render: Render = async (request, { tags }) => {
    const missing = new URL(request.url).pathname.startsWith('/nowhere');
    tags.add('products');
    const headers = { 'content-type': 'text/html' };
    return new Response(String(version), { status: missing ? 404 : 200, headers });
  };
  const site = await startSite(database.url, render, { feed, store });
  running.push({ site, feed });
  return site.url;
}

beforeEach(async () => {
  version = 1;
  running = [];
  database = await startFeedDatabase();
});

afterEach(async () => {
  for (const { site, feed } of running) {
    feed.stop();
    await site.stop();
  }
  await database.stop();
});

const change = () => {
  version += 1;
  database.change('products');
};

/** A browser with a cookie jar. */
class Browser {
  cookie = '';

  async get(url: string, headers: Record<string, string> = {}): Promise<Response> {
    const answer = await fetch(url, { headers: { ...headers, cookie: this.cookie } });
    const [set] = answer.headers.getSetCookie();
    if (set) this.cookie = set.slice(0, set.indexOf(';'));
    return answer;
  }

  async version(url: string): Promise<number> {
    return Number(await (await this.get(url)).text());
  }
}

describe('of several instances', () => {
  test('none shows a browser an older page than another did', async () => {
    const instances = [
      await startInstance(1),
      await startInstance(never),
      await startInstance(never),
    ];
    const browser = new Browser();
    for (const url of instances) expect(await browser.version(url)).toBe(1);
    let newest = 1;
    let news = 0;
    for (let turn = 0; turn < 60; turn += 1) {
      if (turn % 5 === 0) change();
      const found = await browser.version(instances[turn % 3] ?? '');
      expect(found, `turn ${turn}`).toBeGreaterThanOrEqual(newest);
      if (found > newest) news += 1;
      newest = found;
    }
    expect(news).toBeGreaterThan(3);
  });

  test('none is behind what another rendered before it heard of the change', async () => {
    const [first, second] = [await startInstance(never), await startInstance(never)];
    const browser = new Browser();
    expect(await browser.version(`${second}/shop`)).toBe(1);
    change();
    expect(await browser.version(`${first}/shop`)).toBe(2);
    expect(await browser.version(`${second}/shop`)).toBe(2);
    change();
    // What is not there says so as of this moment, too.
    expect((await browser.get(`${first}/nowhere`)).status).toBe(404);
    expect(await browser.version(`${second}/shop`)).toBe(3);
  });

  test('none is behind one whose look at the changes was slow to begin', async () => {
    database.late = 800;
    const first = await startInstance(never);
    database.late = 0;
    const second = await startInstance(never);
    const browser = new Browser();
    expect(await browser.version(`${second}/shop`)).toBe(1);
    change();
    expect(await browser.version(`${first}/shop`)).toBe(2);
    expect(await browser.version(`${second}/shop`)).toBe(2);
  });

  test('one that heard of a change says so with what it keeps and with what did not change', async () => {
    const [first, second] = [await startInstance(1), await startInstance(never)];
    for (const url of [first, second]) expect(await new Browser().version(url)).toBe(1);
    change();
    await expect.poll(() => new Browser().version(first)).toBe(2);
    const etag = (await new Browser().get(first)).headers.get('etag') ?? '';
    const browser = new Browser();
    expect((await browser.get(first, { 'if-none-match': etag })).status).toBe(304);
    expect(browser.cookie).toMatch(/^hemline_seen=\d+$/);
    expect(await browser.version(second)).toBe(2);
  });
});

test('nothing is said any more once every instance must have heard of it', async () => {
  const urls = [await startInstance(1), await startInstance(never)];
  const said = async (url: string) => (await fetch(url)).headers.get('set-cookie');
  for (const url of urls) await said(url);
  const timers = holdTimersOf('cache/invalidation');
  change();
  // A page that was just rendered has the cookie before the change was heard of, too.
  await expect.poll(() => timers.count()).toBe(1);
  expect(await said(urls[0] ?? '')).toMatch(/; Max-Age=3;/);
  // Three seconds pass.
  const { now } = performance;
  const later = vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + 3000);
  onTestFinished(() => later.mockRestore());
  timers.release();
  for (const url of urls) await expect.poll(() => said(url)).toBeNull();
});

test('the cookie is kept from plain HTTP where the shop has HTTPS', () => {
  const feed = new ChangeFeed({
    supabaseUrl: database.url,
    anonKey: 'anon-key',
    onChange: () => undefined,
  });
  feed.changedAt = feed.now();
  const cookieAt = (siteUrl: string) =>
    new FreshnessCookie(feed, siteUrl).cookieFor(new IncomingMessage(new Socket()));
  expect(cookieAt('https://hemline.example')).toMatch(/; Secure$/);
  expect(cookieAt('http://hemline.example')).not.toMatch(/Secure/);
});

describe('an instance', () => {
  const cookieOf = (time: number | string) => ({ cookie: `hemline_seen=${time}` });

  /** An instance that keeps version 1, a browser that saw 2 elsewhere, and a database that tells of it when `answer` is called. */
  async function heldLook() {
    const [first, url] = [await startInstance(never), await startInstance(never)];
    expect(await new Browser().version(url)).toBe(1);
    change();
    const browser = new Browser();
    expect(await browser.version(first)).toBe(2);
    const answered = Promise.withResolvers<null>();
    database.before = () => answered.promise;
    return { url, browser, answer: () => answered.resolve(null), before: database.looks };
  }

  test('looks once for all who are ahead, however many they are', async () => {
    const { url, browser, answer, before } = await heldLook();
    const asked = Array.from({ length: 40 }, async () =>
      (await fetch(url, { headers: { cookie: browser.cookie } })).text(),
    );
    await expect.poll(() => database.looks).toBe(before + 1);
    answer();
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['2']));
    // One more where the first began in the very millisecond that the cookie names.
    expect(database.looks).toBeLessThanOrEqual(before + 2);
  });

  test('lets nobody wait who carries nothing', async () => {
    const { url, browser, answer, before } = await heldLook();
    const waiting = browser.get(url);
    await expect.poll(() => database.looks).toBe(before + 1);
    expect(await new Browser().version(url)).toBe(1);
    answer();
    await waiting;
  });

  test('believes nothing that no instance can have said', async () => {
    const url = await startInstance(never);
    await fetch(url);
    const before = database.looks;
    const ahead = [2000, 5000, 9000].map((it) => Math.ceil(clock() + it));
    for (const time of ['9'.repeat(15), '9'.repeat(40), 'soon', '-1', '', '1e12', 1, ...ahead]) {
      const answer = await fetch(url, { headers: cookieOf(time) });
      expect(await answer.text(), String(time)).toBe('1');
    }
    expect(database.looks).toBe(before);
  });

  test.each([
    ['fails', () => Promise.reject(new Error('gone'))],
    ['never ends', () => new Promise(() => undefined)],
  ])('answers with what it keeps where the look %s', async (_what, before) => {
    const url = await startInstance(never);
    expect(await new Browser().version(url)).toBe(1);
    change();
    // A page that it renders anew tells how late it is.
    const browser = new Browser();
    expect(await browser.version(`${url}/new`)).toBe(2);
    database.before = before;
    expect(await browser.version(url)).toBe(1);
  });
});
