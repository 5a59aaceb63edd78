import { request as plainRequest, type RequestOptions } from 'node:http';
import { once } from 'node:events';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RawConnection } from '../../support/raw-http.ts';
import {
  startScripted,
  startSite,
  startUpstream,
  type Running,
  type Scripted,
  type Seen,
} from './site-server.ts';

let seen: Seen[];
let answer: (seen: Seen) => Scripted;
let upstream: Running;
let site: Running;

beforeEach(async () => {
  seen = [];
  answer = () => ({ body: '{"products":[]}' });
  upstream = await startScripted(seen, (asked) => answer(asked));
  const isPage = (url: string) => !new URL(url).pathname.startsWith('/payments');
  site = await startSite(
    upstream.url,
    async ({ url }) => new Response('page', { status: isPage(url) ? 200 : 404 }),
  );
});

afterEach(async () => {
  await site.stop();
  await upstream.stop();
});

const json = (body: object, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** The status for a Host header, a path or a method that fetch would not let through. */
async function statusFor(options: RequestOptions): Promise<number | undefined> {
  const asking = plainRequest(site.url, options).end();
  const [response] = (await once(asking, 'response')) as [{ statusCode?: number; resume(): void }];
  response.resume();
  return response.statusCode;
}

describe('the server', () => {
  test('says that it is alive, and serves its own hosts only', async () => {
    expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
    expect(await statusFor({ headers: { host: 'hemline.example' } })).toBe(200);
    expect(await statusFor({ headers: { host: 'elsewhere.example' } })).toBe(421);
    // A whole address, as through a proxy, counts for more than the header; some requests name no path at all.
    const whole = { path: 'http://hemline.example/shop', headers: { host: 'elsewhere.example' } };
    expect(await statusFor(whole)).toBe(200);
    expect(await statusFor({ path: 'http://elsewhere.example/shop' })).toBe(421);
    expect(await statusFor({ path: '*', method: 'OPTIONS' })).toBe(400);
    // Balancers that look for life may speak HTTP/1.0, and name no host.
    const probe = new RawConnection(site.url).write('GET /healthz HTTP/1.0\r\n\r\n');
    expect((await probe.answer())?.status).toBe(200);
    probe.leave();
  });

  test('takes no methods for pages that no page knows', async () => {
    expect(await statusFor({ method: 'TRACE' })).toBe(405);
    expect(await statusFor({ method: 'PUT', path: '/shop' })).toBe(405);
    expect(await statusFor({ method: 'POST', path: '/admin/product/preview' })).toBe(200);
  });

  test('takes no forms that would fill its memory', async () => {
    const post = (headers: Record<string, string>) => statusFor({ method: 'POST', headers });
    expect(await post({ 'content-length': '10000000' })).toBe(413);
    expect(await post({ 'transfer-encoding': 'chunked' })).toBe(411);
  });

  test('sends the security headers with every page', async () => {
    const { headers } = await fetch(site.url);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
  });
});

describe('calls of the API', () => {
  test('reach the function with the secret and the address that the site saw, whatever a client claims', async () => {
    const response = await fetch(`${site.url}/api/v1/products/search?q=a%26b`, {
      headers: {
        'x-site-secret': 'guess',
        'x-client-address': '8.8.8.8',
        'x-forwarded-for': '8.8.8.8',
        cookie: 'a=b',
      },
    });
    expect(await response.json()).toEqual({ products: [] });
    expect(seen[0]?.url).toBe('/functions/v1/api/v1/products/search?q=a%26b');
    expect(seen[0]?.headers).toMatchObject({
      'x-site-secret': 'site-secret',
      'x-client-address': '127.0.0.1',
      apikey: 'anon-key',
      authorization: 'Bearer anon-key',
    });
    expect(seen[0]?.headers['cookie']).toBeUndefined();
    expect(seen[0]?.headers['x-forwarded-for']).toBeUndefined();
  });

  test('carry body, token and idempotency key, and bring status and error back', async () => {
    answer = () => ({ status: 409, body: '{"message":"Taken","code":"out_of_stock"}' });
    const response = await fetch(
      `${site.url}/api/v1/orders/place-order`,
      json({ amount: 19.5 }, { authorization: 'Bearer mine', 'idempotency-key': 'k1' }),
    );
    expect(response.status).toBe(409);
    expect(await response.json()).toEqual({ message: 'Taken', code: 'out_of_stock' });
    expect(seen[0]).toMatchObject({ method: 'POST', body: '{"amount":19.5}' });
    expect(seen[0]?.headers).toMatchObject({
      authorization: 'Bearer mine',
      'idempotency-key': 'k1',
    });
  });

  test.each([
    '/api/v1/../../payments/status',
    '/api/v1/%2e%2e/%2E%2e/payments/status',
    '/api/v1/..\\..\\payments/status',
  ])('never leave the API: %s', async (path) => {
    expect([400, 404]).toContain(await statusFor({ path }));
    // It is asked where an address leads that has no page.
    expect(seen.filter(({ url }) => !url?.startsWith('/functions/v1/api/v1/redirects/'))).toEqual(
      [],
    );
  });

  test.each(['br', 'gzip', 'identity'])('come in %s where that saves a packet', async (coding) => {
    const ask = (words: number) => {
      const body = JSON.stringify({ text: 'linen '.repeat(words) });
      answer = () => ({ body, headers: { 'content-length': String(body.length) } });
      const headers = { 'accept-encoding': coding };
      return fetch(`${site.url}/api/v1/users/profile`, { headers });
    };
    const [small, large] = [await ask(10), await ask(1000)];
    expect(small.headers.get('content-encoding')).toBeNull();
    expect(large.headers.get('content-encoding') ?? 'identity').toBe(coding);
    expect(await large.json()).toEqual({ text: 'linen '.repeat(1000) });
    expect(Number(large.headers.get('content-length')) < 1000).toBe(coding !== 'identity');
  });

  test('from pages of other sites are refused', async () => {
    const foreign = json({}, { origin: 'https://elsewhere.example' });
    const response = await fetch(`${site.url}/api/v1/auth/user-login`, foreign);
    expect(response.status).toBe(403);
    expect(seen).toEqual([]);
  });

  test('are answered with 503 in the API’s shape when the function is away', async () => {
    const lonely = await startSite('http://127.0.0.1:1');
    const response = await fetch(`${lonely.url}/api/v1/products/all`);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ code: 'unavailable' });
    await lonely.stop();
  });
});

describe('pictures', () => {
  beforeEach(async () => {
    const original = await sharp({
      create: { width: 800, height: 1000, channels: 3, background: '#1f3b33' },
    })
      .webp()
      .toBuffer();
    answer = ({ url }) =>
      url === '/storage/v1/object/public/images/products/shirt/site.webp'
        ? { headers: { 'content-type': 'image/webp' }, body: original }
        : { status: url.includes('%00') ? 500 : 400 };
  });

  test('come in the width that was asked for, and are made once', async () => {
    const address = `${site.url}/images/320/products/shirt/site.webp`;
    const answers = await Promise.all([fetch(address), fetch(address)]);
    for (const response of answers) {
      expect(response.headers.get('cache-control')).toContain('immutable');
      const { width, format } = await sharp(await response.arrayBuffer()).metadata();
      expect({ width, format }).toEqual({ width: 320, format: 'webp' });
    }
    await upstream.stop();
    expect((await fetch(address)).status).toBe(200);
    expect(seen).toHaveLength(1);
    upstream = await startUpstream(() => undefined);
  });

  test('of the site itself are there without the bucket', async () => {
    const response = await fetch(`${site.url}/images/640/built-in/the-rail.webp`);
    const { width, height } = await sharp(await response.arrayBuffer()).metadata();
    expect({ width, height }).toEqual({ width: 640, height: 320 });
    expect(seen).toHaveLength(0);
  });

  test('that are asked for often become AVIF for who takes it', async () => {
    const ask = (accept: string) =>
      fetch(`${site.url}/images/160/built-in/linen.webp`, { headers: { accept } });
    const browser = 'image/avif,image/webp,*/*';
    const first = await ask(browser);
    expect(first.headers.get('content-type')).toBe('image/webp');
    expect(first.headers.get('vary')).toContain('Accept');
    await Promise.all(Array.from({ length: 99 }, () => ask(browser)));
    await expect
      .poll(async () => (await ask(browser)).headers.get('content-type'))
      .toBe('image/avif');
    const { format, width } = await sharp(await (await ask(browser)).arrayBuffer()).metadata();
    expect({ format, width }).toEqual({ format: 'heif', width: 160 });
    expect((await ask('image/webp,*/*')).headers.get('content-type')).toBe('image/webp');
  });

  test.each([
    '/images/333/products/shirt/site.webp',
    '/images/320/built-in/none.webp',
    '/images/320/built-in/..%2f..%2fmain.ts',
    '/images/320/products/none.webp',
    '/images/320/products/..%2f..%2fsecret.webp',
    '/images/320/products/%00.webp',
    '/images/320/',
  ])('%s is not there', async (path) => {
    expect((await fetch(site.url + path)).status).toBe(404);
  });
});
