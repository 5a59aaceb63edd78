import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { pack } from '../../../scripts/pack.ts';
import { startSite, type SiteProcess } from '../../../scripts/site-process.ts';
import { freePort } from '../../../supabase/embedded/ports.ts';
import { startBalancer } from '../../support/balancer.ts';
import { timeoutMs } from '../../support/browser.ts';
import { registeredCustomer } from '../../support/customers.ts';
import { stack } from '../../support/stack.ts';

const root = resolve(import.meta.dirname, '../../..');
const patient = { timeout: timeoutMs };
const { url: supabaseUrl, anonKey, siteSecret, stateDir } = stack();
const running: SiteProcess[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((site) => site.stop()));
});

/** An instance of the built site; `said` collects what it logs. */
async function instance(
  environment: Record<string, string> = {},
  { url, port }: { url?: string; port?: number } = {},
) {
  const said: string[] = [];
  const ownPort = port ?? (await freePort());
  const site = await startSite({
    ...{ supabaseUrl, anonKey, siteSecret, environment, port: ownPort },
    url: url ?? `http://127.0.0.1:${ownPort}`,
    log: (line) => said.push(line),
  });
  running.push(site);
  const address = `http://127.0.0.1:${ownPort}`;
  const isReady = async () => (await fetch(`${address}/readyz`)).ok;
  await expect.poll(isReady, patient).toBe(true);
  return { site, said, address, port: ownPort };
}

test('the site refuses to start with a list of what is missing or malformed', async () => {
  const child = spawn(process.execPath, [join(root, 'src/server/main.ts')], {
    cwd: root,
    env: { SUPABASE_URL: 'localhost', PORT: '99999' },
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += String(chunk)));
  const code = await new Promise((ended) => child.once('close', ended));
  expect(code).toBe(1);
  expect(said).toBe(`The site cannot start:
  SITE_URL is missing
  SUPABASE_URL is not an http address: localhost
  SUPABASE_ANON_KEY is missing
  SITE_SECRET is missing
  PORT is not a port (0 to 65535): 99999
`);
});

test('the packed site runs by itself, with only the variables that it needs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hemline-packed-'));
  await pack(folder, { withNode: false });
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: folder,
    stdio: 'ignore',
    env: {
      ...{ SITE_URL: address, SUPABASE_URL: supabaseUrl, SUPABASE_ANON_KEY: anonKey },
      ...{ SITE_SECRET: siteSecret, PORT: String(port), DRAIN_SECONDS: '0' },
    },
  });
  const ended = once(child, 'close');
  try {
    const status = (path: string) =>
      fetch(address + path).then(
        ({ status: code }) => code,
        () => 0,
      );
    await expect.poll(() => status('/readyz'), patient).toBe(200);
    // Rendered, prerendered, with icons of the back office, a picture in another width, and one of the site itself.
    const paths = ['/shop', '/about', '/admin/dashboard', '/images/480/banners/the-rail.webp'];
    for (const path of [...paths, '/images/480/built-in/linen.webp']) {
      expect([path, await status(path)]).toEqual([path, 200]);
    }
    expect(await status('/session/user')).toBe(401);
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  } finally {
    child.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true });
  }
});

test('one id names a request in the log of the site, of the functions and of the database', async () => {
  const { address, said } = await instance({ LOG_LEVEL: 'info' });
  const path = '/api/v1/products/search?q=nothing-of-the-kind';
  const answer = await fetch(`${address}${path}`);
  expect(answer.status).toBe(200);
  const id = answer.headers.get('x-request-id') ?? '';
  expect(id).toMatch(/^[\w-]{36}$/);
  const lineOfSite = () => said.find((line) => line.includes(id));
  await expect.poll(lineOfSite, patient).toBeTruthy();
  expect(JSON.parse(lineOfSite() ?? '')).toMatchObject({
    ...{ level: 'info', event: 'request', kind: 'api', method: 'GET', status: 200 },
    path: '/api/v1/products/search',
  });
  const functions = () => readFile(join(stateDir, 'functions.log'), 'utf8');
  await expect.poll(functions, patient).toContain(`"requestId":"${id}"`);

  // What the database refuses stands in its log.
  const { email, password } = await registeredCustomer();
  const send = (to: string, body: object, token?: string) =>
    fetch(`${address}/api/v1${to}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
  const login = (await (await send('/auth/user-login', { email, password })).json()) as {
    UserauthToken: string;
  };
  const garment = { productId: crypto.randomUUID(), quantity: 1, price: 1 };
  const refused = await send('/cart/add-to-cart', garment, login.UserauthToken);
  expect(refused.status).toBeLessThan(500);
  const database = () => readFile(join(stateDir, 'postgres.log'), 'utf8');
  const itsId = refused.headers.get('x-request-id') ?? '';
  await expect.poll(database, patient).toMatch(new RegExp(`api ${itsId} ERROR: `));
});

test('Prometheus reads requests, cache, age of what is shown and payments on a port of their own', async () => {
  const port = await freePort();
  const { address } = await instance({ METRICS_PORT: String(port) });
  for (let i = 0; i < 3; i += 1) await (await fetch(`${address}/shop`)).text();
  const metrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  await expect
    .poll(metrics, patient)
    .toMatch(/hemline_requests_total\{kind="page",status="200"\} 3/);
  const text = await metrics();
  expect(text).toMatch(/hemline_cache_requests_total\{cache="page",from="rendered"\} 1\n/);
  expect(text).toMatch(/hemline_cache_requests_total\{cache="page",from="cached"\} 2\n/);
  expect(text).toMatch(/hemline_feed_age_seconds \d/);
  expect(text).toMatch(/hemline_functions_up 1\n/);
  expect(text).toMatch(/hemline_orders\{status="Pending"\} [1-9]/);
  expect(text).toMatch(/hemline_payments\{outcome="held"\} \d/);
  expect(text).toMatch(/hemline_quiet_orders \d/);
  expect(text).toContain('# TYPE hemline_stale_seconds histogram');
  expect((await fetch(`${address}/metrics`)).status).toBe(404);
});

describe('a restart', () => {
  /** Asks for pages and calls again and again, as fast as answers come. */
  function load(url: string) {
    const answers: Record<string, number> = {};
    let going = true;
    const paths = ['/shop', '/', '/api/v1/categories/all', '/api/v1/products/random', '/about'];
    const asker = async (_: unknown, i: number) => {
      for (let n = i; going; n += 1) {
        const path = paths[n % paths.length] ?? '/';
        const said = await fetch(url + path).then(
          async (answer) => (await answer.arrayBuffer(), String(answer.status)),
          (error: Error) => error.message,
        );
        answers[said] = (answers[said] ?? 0) + 1;
      }
    };
    const asking = Promise.all(Array.from({ length: 3 }, asker));
    return {
      answers,
      end: async () => {
        going = false;
        await asking;
        return answers;
      },
    };
  }

  test('of two instances, one after the other under load, fails no request', async () => {
    const drain = { DRAIN_SECONDS: '3' };
    const ports = [await freePort(), await freePort()];
    const front = await freePort();
    const own = ports.map((port) => `http://127.0.0.1:${port}`);
    const url = `http://127.0.0.1:${front}`;
    const sites = await Promise.all(ports.map((port) => instance(drain, { url, port })));
    const balancer = await startBalancer(own, front);
    const asking = load(balancer.url);
    try {
      for (const { site, port } of sites) {
        const before = asking.answers['200'] ?? 0;
        await expect.poll(() => asking.answers['200'] ?? 0, patient).toBeGreaterThan(before + 20);
        await site.stop();
        await instance(drain, { url, port });
      }
    } finally {
      const answers = await asking.end();
      await balancer.stop();
      expect(Object.keys(answers)).toEqual(['200']);
    }
  });

  test('finishes what is under way', async () => {
    const { site, address } = await instance();
    const body = JSON.stringify({ email: 'nobody@test.example', password: 'not-the-password' });
    const asking = request(`${address}/api/v1/auth/user-login`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': body.length,
        expect: '100-continue',
      },
    });
    asking.flushHeaders();
    // From here on the site has the request, but not all of it.
    await once(asking, 'continue');
    const stopping = site.stop();
    const isGone = () =>
      fetch(`${address}/healthz`).then(
        () => false,
        () => true,
      );
    await expect.poll(isGone, patient).toBe(true);
    asking.end(body);
    const [answer] = (await once(asking, 'response')) as [IncomingMessage];
    answer.resume();
    expect(answer.statusCode).toBe(401);
    await stopping;
  });
});
