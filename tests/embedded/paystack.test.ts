import { createHmac } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../supabase/embedded/payments/sandbox.ts';
import { createPaystackSandbox } from '../../supabase/embedded/paystack/sandbox.ts';
import { startServer, type Running } from '../support/listen.ts';
import { openSandboxDatabase } from '../support/sandbox-database.ts';

const key = 'sk_test_of_this_file';
const card = { cardNumber: '4084 0840 8408 4081', expiry: '12/39', cvv: '408', choice: 'pay' };
const siteUrl = 'http://shop.example';

interface Delivery {
  body: string;
  signature: string;
}

/** A shop that counts what it is told, and fails for a payment as often as it is asked to. */
const deliveries: Delivery[] = [];
const failures = new Map<string, number>();
let shop: Running;
let sql: postgres.Sql;
let sandbox: Sandbox;
let options: Parameters<typeof createPaystackSandbox>[1];

beforeAll(async () => {
  shop = await startServer((request, response) => {
    void text(request).then((body) => {
      deliveries.push({ body, signature: String(request.headers['x-paystack-signature']) });
      const [reference = '', left = 0] = [...failures].find(([one]) => body.includes(one)) ?? [];
      if (left > 0) failures.set(reference, left - 1);
      response.writeHead(left > 0 ? 500 : 200).end();
    });
  });
  sql = await openSandboxDatabase('paystack');
  const url = 'http://pay.example/paystack';
  options = { url, secretKey: key, webhookUrl: `${shop.url}/`, siteUrl };
  sandbox = await createPaystackSandbox(sql, options);
});

afterAll(async () => {
  sandbox.stop();
  await sql.end();
  await shop.stop();
});

function ask(path: string, body?: object, secret = key): Promise<Response> {
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
  const init = body ? { method: 'POST', body: JSON.stringify(body), headers } : { headers };
  return sandbox.fetch(new Request(`${options.url}${path}`, init));
}

async function initialise(extra: object = {}) {
  const reference = crypto.randomUUID();
  const wanted = { email: 'ada@hemline.example', amount: 12_345, reference, currency: 'USD' };
  const answer = await ask('/transaction/initialize', { ...wanted, ...extra });
  const { data } = (await answer.json()) as { data: { authorization_url: string } };
  return { reference, page: data.authorization_url };
}

function fill(page: string, fields: Record<string, string>): Promise<Response> {
  return sandbox.fetch(new Request(page, { method: 'POST', body: new URLSearchParams(fields) }));
}

async function verify(reference: string): Promise<{ status: string; amount: number }> {
  const answer = await ask(`/transaction/verify/${reference}`);
  return ((await answer.json()) as { data: { status: string; amount: number } }).data;
}

function messagesAbout(reference: string) {
  return sql<{ delivered_at: Date | null }[]>`
    select delivered_at from webhook_deliveries where body like ${`%${reference}%`}`;
}

async function untilDelivered(reference: string): Promise<void> {
  const isDelivered = async () => (await messagesAbout(reference)).some((one) => one.delivered_at);
  await expect.poll(isDelivered).toBe(true);
}

function deliveredFor(reference: string): Delivery[] {
  return deliveries.filter(({ body }) => body.includes(reference));
}

describe('initialise', () => {
  test('answers with the address of a card page', async () => {
    const reference = crypto.randomUUID();
    const answer = await ask('/transaction/initialize', {
      email: 'a@b.co',
      amount: 500,
      reference,
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      status: true,
      message: 'Authorization URL created',
      data: { reference, authorization_url: expect.stringContaining('/paystack/pay/') as string },
    });
  });

  test.each([
    ['no email', { email: 'nobody' }, 400, /email/i],
    ['a broken amount', { amount: 12.5 }, 400, /amount/i],
    ['less than the least', { amount: 199 }, 400, /at least 200/],
    ['an unknown currency', { currency: 'EUR' }, 403, /currency/i],
    ['an underscore in the reference', { reference: 'a_b' }, 400, /reference/i],
  ])('refuses %s', async (_what, wrong, status, message) => {
    const right = { email: 'a@b.co', amount: 500, reference: crypto.randomUUID() };
    const answer = await ask('/transaction/initialize', { ...right, ...wrong });
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({
      status: false,
      type: 'validation_error',
      message: expect.stringMatching(message) as string,
    });
  });

  test('refuses a reference used before, and a wrong key', async () => {
    const { reference } = await initialise();
    const wanted = { email: 'a@b.co', amount: 500, reference };
    const twice = await ask('/transaction/initialize', wanted);
    expect([twice.status, await twice.json()]).toMatchObject([
      400,
      { message: 'Duplicate Transaction Reference' },
    ]);
    expect((await ask('/transaction/initialize', wanted, 'sk_test_other')).status).toBe(401);
  });
});

describe('the card page', () => {
  test('shows the amount, labelled inputs, and loads nothing from elsewhere', async () => {
    const { page } = await initialise();
    const answer = await sandbox.fetch(new Request(page));
    const html = await answer.text();
    expect(html).toContain('$123.45');
    for (const label of ['Card number', 'Expiry', 'CVV'])
      expect(html).toContain(`>${label}</label>`);
    expect(html).not.toMatch(/(src|href)="https?:/);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test('says what is wrong with the card and takes no money', async () => {
    const { page, reference } = await initialise();
    const answer = await fill(page, {
      ...card,
      cardNumber: '4084 0840 8408 4082',
      expiry: '01/20',
      cvv: '',
    });
    expect(answer.status).toBe(422);
    const html = await answer.text();
    expect(html).toContain('This is not a valid card number.');
    expect(html).toContain('This card has expired.');
    expect(html).toContain('aria-describedby="cvv-error"');
    expect((await verify(reference)).status).toBe('abandoned');
  });

  test('keeps the shopper on the page when the bank refuses, for another try', async () => {
    const { page, reference } = await initialise();
    const refused = await fill(page, { ...card, cvv: '999' });
    expect(refused.status).toBe(402);
    expect(await refused.text()).toContain('The CVV does not match the card.');
    expect((await verify(reference)).status).toBe('failed');
    expect((await fill(page, card)).status).toBe(303);
    expect((await verify(reference)).status).toBe('success');
  });

  test('Decline leads back to the shop with a failed payment and no webhook', async () => {
    const { page, reference } = await initialise({ callback_url: `${siteUrl}/done?from=card` });
    const answer = await fill(page, { choice: 'decline' });
    expect(answer.status).toBe(303);
    const back = new URL(answer.headers.get('location') ?? '');
    expect(back.href.startsWith(`${siteUrl}/done?from=card`)).toBe(true);
    expect(back.searchParams.get('reference')).toBe(reference);
    expect(back.searchParams.get('trxref')).toBe(reference);
    expect((await verify(reference)).status).toBe('failed');
    expect(deliveredFor(reference)).toHaveLength(0);
  });

  test('runs out after half an hour', async () => {
    const { page, reference } = await initialise();
    await sql`update transactions set created_at = now() - interval '31 minutes' where reference = ${reference}`;
    expect((await sandbox.fetch(new Request(page))).status).toBe(410);
    expect((await fill(page, card)).status).toBe(410);
  });
});

describe('a payment', () => {
  test('is reported to the shop in a signed webhook, once, however often Pay is clicked', async () => {
    const { page, reference } = await initialise();
    const presses = await Promise.all([fill(page, card), fill(page, card), fill(page, card)]);
    expect(presses.map((answer) => answer.status)).toEqual([303, 303, 303]);
    await untilDelivered(reference);
    const [{ body, signature } = { body: '', signature: '' }] = deliveredFor(reference);
    expect(signature).toBe(createHmac('sha512', key).update(body).digest('hex'));
    expect(JSON.parse(body)).toMatchObject({
      event: 'charge.success',
      data: { reference, amount: 12_345, currency: 'USD', status: 'success' },
    });
    expect(await messagesAbout(reference)).toHaveLength(1);
    expect(await verify(reference)).toMatchObject({ status: 'success', amount: 12_345 });
  });

  test('is reported again until the shop confirms it', async () => {
    const { page, reference } = await initialise();
    failures.set(reference, 2);
    await fill(page, card);
    await untilDelivered(reference);
    expect(deliveredFor(reference)).toHaveLength(3);
  });

  test('that was not reported before a stop is reported after the next start', async () => {
    const { page, reference } = await initialise();
    failures.set(reference, Number.POSITIVE_INFINITY);
    await fill(page, card);
    await expect.poll(() => deliveredFor(reference).length).toBeGreaterThan(0);
    sandbox.stop();
    failures.delete(reference);
    sandbox = await createPaystackSandbox(sql, options);
    expect((await verify(reference)).status).toBe('success');
    await sandbox.resume();
    await untilDelivered(reference);
  });

  test('is listed, and can be given back in parts but never more than was paid', async () => {
    const { page, reference } = await initialise();
    await fill(page, card);
    const listed = await ask('/transaction?status=success&perPage=100');
    const { data } = (await listed.json()) as { data: { reference: string }[] };
    expect(data.map((one) => one.reference)).toContain(reference);
    expect((await ask('/refund', { transaction: reference, amount: 12_000 })).status).toBe(200);
    expect((await ask('/refund', { transaction: reference, amount: 400 })).status).toBe(400);
    expect((await ask('/refund', { transaction: reference })).status).toBe(200);
    expect((await verify(reference)).status).toBe('reversed');
  });
});
