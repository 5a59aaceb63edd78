// @module-tag more
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSite, type SiteProcess } from '../../../scripts/site-process.ts';
import { freePort } from '../../../supabase/embedded/ports.ts';
import { adminToken } from '../../api/client.ts';
import { timeoutMs } from '../../support/browser.ts';
import { demoGarment, registeredCustomer, type Customer } from '../../support/customers.ts';
import { RawConnection } from '../../support/raw-http.ts';
import { framings, methods, smuggled } from '../../support/smuggling.ts';
import { testCard } from '../../support/shop.ts';
import { stack } from '../../support/stack.ts';

/** Milliseconds that nobody may have to wait longer than, whatever the others do. */
const bearable = 20_000;
const shared = stack();
const gateway = shared.url;
let site: SiteProcess;
let host: string;

beforeAll(async () => {
  const port = await freePort();
  host = `127.0.0.1:${port}`;
  site = await startSite({
    ...{ port, url: `http://${host}`, supabaseUrl: shared.url, functionsUrl: shared.functionsUrl },
    ...{ anonKey: shared.anonKey, siteSecret: shared.siteSecret, log: () => undefined },
  });
});
afterAll(() => site.stop());

/** A shopper at the site, who is never kept waiting. */
class Shopper {
  readonly customer: Customer;
  #token = '';

  constructor(customer: Customer) {
    this.customer = customer;
  }

  async ask<T>(method: string, path: string, body?: object): Promise<{ status: number; body: T }> {
    const answer = await fetch(`${site.url}/api/v1${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(this.#token ? { authorization: `Bearer ${this.#token}` } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(bearable),
    });
    return { status: answer.status, body: (await answer.json()) as T };
  }

  async signIn(): Promise<this> {
    const { email, password } = this.customer;
    const path = '/auth/user-login';
    const login = await this.ask<{ UserauthToken: string }>('POST', path, { email, password });
    expect(login.status).toBe(200);
    this.#token = login.body.UserauthToken;
    return this;
  }

  /** Their own name and nobody else's. */
  async readsOwnProfile(): Promise<void> {
    const { status, body } = await this.ask<{ user?: Customer }>('GET', '/users/profile');
    expect([status, body.user?.lastname]).toEqual([200, this.customer.lastname]);
  }

  async buys(): Promise<void> {
    const { _id: product, price } = await demoGarment();
    const line = { productId: product, quantity: 1, price };
    expect((await this.ask('POST', '/cart/add-to-cart', line)).status).toBe(201);
    const placed = await this.ask<{
      paymentInfo: { data: { authorization_url: string; reference: string } };
    }>('POST', '/orders/place-order', {
      email: this.customer.email,
      amount: price,
      products: [{ product, quantity: 1 }],
    });
    expect(placed.status).toBe(201);
    const { authorization_url, reference } = placed.body.paymentInfo.data;
    const { number: cardNumber, expiry, cvv } = testCard;
    const paid = await fetch(authorization_url, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ cardNumber, expiry, cvv, choice: 'pay' }),
      signal: AbortSignal.timeout(bearable),
    });
    expect(paid.status).toBe(303);
    const settled = await this.ask<{ outcome: string }>('POST', '/orders/settle', { reference });
    expect(settled.body.outcome).toBe('paid');
  }
}

const newShopper = async () => new Shopper(await registeredCustomer()).signIn();

/** Whether something was answered, and the servers are not to blame for what it is. */
const isNoFault = (status: unknown) => typeof status === 'number' && status >= 200 && status < 500;

/** Open descriptors of the site, the gateway and the functions. */
async function descriptors(): Promise<number> {
  const text = await readFile(join(shared.stateDir, 'running.json'), 'utf8');
  const { launcher, deno } = JSON.parse(text) as Record<string, { pid: number }>;
  const pids = [site.pid, launcher?.pid, deno?.pid].filter((it) => it !== undefined);
  const open = await Promise.all(pids.map((pid) => readdir(`/proc/${pid}/fd`)));
  return open.flat().length;
}

/** Does something to the servers and sees that no descriptor stays behind; some that are kept between them may be new. */
async function leavesNothing(work: () => Promise<void>): Promise<void> {
  const before = await descriptors();
  await work();
  await expect.poll(descriptors, { timeout: timeoutMs }).toBeLessThan(before + 30);
}

test('no request hides in another: 200 ways of framing one, while a shopper asks in between', async () => {
  const shopper = await newShopper();
  let attacking = true;
  const askAll = async () => {
    while (attacking) await shopper.readsOwnProfile();
  };
  const trouble = askAll().catch((error: unknown) => error);
  const shapes = methods.flatMap((method) => framings.map((framing) => ({ method, ...framing })));
  expect(shapes.length).toBeGreaterThanOrEqual(200);
  const attack = async (url: string, path: string) => {
    for (const { method, name, bytes, verdict } of shapes) {
      const connection = new RawConnection(url);
      connection.write(`${method} ${path}/products/random HTTP/1.1\r\nHost: ${host}\r\n${bytes}`);
      const answer = await connection.answer(bearable, method);
      const shape = `${method} with ${name}: ${answer?.status ?? 'no answer'}`;
      if (verdict === 'refused') {
        expect(shape).toBe(`${method} with ${name}: 400`);
        expect([shape, await connection.closes(bearable)]).toEqual([shape, true]);
      } else {
        expect([shape, answer?.status]).toEqual([shape, expect.toSatisfy(isNoFault)]);
      }
      connection.leave();
    }
  };
  try {
    await leavesNothing(() => attack(site.url, '/api/v1'));
    await leavesNothing(() => attack(gateway, '/functions/v1/api/v1'));
  } finally {
    attacking = false;
    expect(await trouble).toBeUndefined();
  }
  const token = await adminToken();
  const messages = await fetch(`${gateway}/functions/v1/api/v1/contact/messages?q=${smuggled}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(await messages.json()).toMatchObject({ messages: [], total: 0 });
});

const large = Buffer.alloc(2 * 1024 * 1024, ' ');
const json = 'Content-Type: application/json';
const early = [
  ...['/contact/submit', '/auth/user-login', '/orders/place-order', '/no/such/call'].flatMap(
    (path) => [
      { url: () => site.url, line: `POST /api/v1${path}` },
      { url: () => gateway, line: `POST /functions/v1/api/v1${path}` },
      { url: () => shared.functionsUrl, line: `POST /api/v1${path}` },
    ],
  ),
  { url: () => site.url, line: 'POST /api/v1/products/create' },
  { url: () => site.url, line: 'DELETE /api/v1/cart/clear-all' },
  { url: () => site.url, line: 'GET /api/v1/products/all' },
  { url: () => site.url, line: 'POST /session/user' },
  { url: () => site.url, line: 'POST /images/320/nothing.webp' },
  { url: () => site.url, line: 'PUT /shop' },
  { url: () => site.url, line: 'POST /admin/product/preview' },
  { url: () => site.url, line: 'GET /' },
  { url: () => site.url, line: 'GET /favicon.ico' },
  { url: () => site.url, line: 'POST /healthz' },
  { url: () => gateway, line: 'POST /functions/v1/payments/webhook' },
  { url: () => gateway, line: 'POST /rest/v1/orders' },
  { url: () => gateway, line: 'POST /auth/v1/token' },
  { url: () => gateway, line: 'POST /no/such/path' },
];

test('an early answer leaves no connection hanging, on every kind of path', async () => {
  await leavesNothing(async () => {
    for (const { url, line } of early) {
      for (const framing of [`Content-Length: ${large.length}`, 'Transfer-Encoding: chunked']) {
        const connection = new RawConnection(url());
        const chunked = framing.startsWith('T');
        const body = chunked
          ? [`${large.length.toString(16)}\r\n`, large, '\r\n0\r\n\r\n']
          : [large];
        connection.write(
          `${line} HTTP/1.1\r\nHost: ${host}\r\n${json}\r\n${framing}\r\n\r\n`,
          ...body,
        );
        const first = await connection.answer(bearable);
        expect([line, framing, first?.status ?? 0]).toEqual([
          line,
          framing,
          expect.toSatisfy(isNoFault),
        ]);
        if (/\r\nconnection: close/i.test(first?.head ?? '')) {
          expect([line, await connection.closes(bearable)]).toEqual([line, true]);
        } else {
          connection.write(`GET /healthz HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
          const second = await connection.answer(bearable);
          expect([line, framing, second !== null || connection.isClosed]).toEqual([
            line,
            framing,
            true,
          ]);
        }
        connection.leave();
      }
    }
    // Clients that leave with half of their body sent.
    const leaving = early.flatMap(({ url, line }) =>
      Array.from({ length: 8 }, () =>
        new RawConnection(url()).write(
          `${line} HTTP/1.1\r\nHost: ${host}\r\n${json}\r\nContent-Length: ${large.length}\r\n\r\n`,
          large.subarray(0, large.length / 2),
        ),
      ),
    );
    await Promise.all(leaving.map((it) => it.answer(1000)));
    for (const it of leaving) it.leave();
  });
});

test('300 slow bodies keep no shopper from buying, and end by themselves', async () => {
  await leavesNothing(async () => {
    const slow = Array.from({ length: 300 }, (_, i) => {
      const [url, prefix] = i % 3 === 0 ? [gateway, '/functions/v1/api/v1'] : [site.url, '/api/v1'];
      const head = `POST ${prefix}/contact/submit HTTP/1.1\r\nHost: ${host}\r\n${json}`;
      return new RawConnection(url).write(`${head}\r\nContent-Length: 1000\r\n\r\n{`);
    });
    const shopper = await newShopper();
    await shopper.readsOwnProfile();
    await shopper.buys();
    const ready = await fetch(`${site.url}/readyz`, { signal: AbortSignal.timeout(bearable) });
    expect(ready.status).toBe(200);
    const atSite = slow.filter((_, i) => i % 3 !== 0);
    const answers = await Promise.all(atSite.map((it) => it.answer(20_000)));
    expect(new Set(answers.map((it) => it?.status))).toEqual(new Set([408]));
    expect(await Promise.all(atSite.map((it) => it.closes()))).not.toContain(false);
    for (const it of slow) it.leave();
  });
});

test('100 uploads that break off leave nothing behind, and the next one is taken', async () => {
  const token = await adminToken();
  const picture = Buffer.alloc(5 * 1024 * 1024, 'x');
  const boundary = 'a-boundary';
  const form = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n` +
        'Content-Type: image/png\r\n\r\n',
    ),
    picture,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const head = (length: number) =>
    `POST /api/v1/products/create HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n` +
    `Content-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: ${length}\r\n\r\n`;
  await leavesNothing(async () => {
    for (let round = 0; round < 10; round += 1) {
      const ten = Array.from({ length: 10 }, () =>
        new RawConnection(site.url).write(head(form.length), form.subarray(0, 1024 * 1024)),
      );
      await Promise.all(ten.map((it) => it.answer(200)));
      for (const it of ten) it.leave();
    }
    const whole = new RawConnection(site.url).write(head(form.length), form);
    const answer = await whole.answer(bearable);
    expect([answer?.status, answer?.body]).toEqual([
      400,
      expect.stringContaining('validation_failed'),
    ]);
    whole.leave();
    await (await newShopper()).readsOwnProfile();
  });
});
