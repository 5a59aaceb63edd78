import { expect, test } from 'vitest';
import { adminToken, fromSite, newCustomer, newProduct, send, type Answer } from './client.ts';
import { stack } from '../support/stack.ts';

/** Somebody who tries passwords; each try waits for nothing but the answer. */
async function login(headers: Record<string, string>, email: string) {
  return send('POST', '/auth/user-login', {
    json: { email, password: 'a guess' },
    headers,
  });
}

function statusesOf(answers: Answer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

async function guess(times: number, one: (number: number) => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: times }, (_, number) => one(number)));
}

test('an address that tries too often has to wait, whatever account it tries', async () => {
  const headers = fromSite('203.0.113.7');
  const mark = crypto.randomUUID();
  const answers = await guess(70, (number) => login(headers, `${number}.${mark}@example.com`));
  expect(statusesOf(answers)).toEqual({ 401: 60, 429: 10 });
  const refused = answers.find((it) => it.status === 429);
  expect(refused?.body.code).toBe('too_many_tries');
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  const other = await login(fromSite('203.0.113.8'), `x.${mark}@example.com`);
  expect(other.status).toBe(401);
});

test('an account that is tried too often is closed for a moment, wherever it is tried from', async () => {
  const email = `${crypto.randomUUID()}@example.com`;
  const answers = await guess(70, () => login(fromSite(), email));
  expect(statusesOf(answers)).toEqual({ 401: 60, 429: 10 });
});

test('an address that a client claims for itself counts for nothing', async () => {
  // Asking for mails, not signing in: others sign in directly while this test runs.
  const answers = await guess(45, (number) =>
    send('POST', '/auth/forgot-password', {
      json: { email: `${number}.${crypto.randomUUID()}@example.com` },
      headers: {
        'x-client-address': `203.0.113.${number}`,
        'x-forwarded-for': `198.51.100.${number}`,
      },
      direct: true,
    }),
  );
  expect(statusesOf(answers)[429]).toBeGreaterThanOrEqual(5);
});

test('contact messages and reviews are counted, and nobody writes them past the count', async () => {
  const { token } = await newCustomer();
  const product = await newProduct(await adminToken());
  const headers = fromSite();
  const message = { firstname: 'Ida', lastname: 'Brook', email: 'i@b.example', message: 'Hello' };
  const messages = guess(35, (number) => {
    const json = { ...message, email: `${number}.${crypto.randomUUID()}@example.com` };
    return send('POST', '/contact/submit', { json, headers });
  });
  const review = { rating: 5, comment: 'Warm' };
  const path = `/reviews/products/${product._id}/reviews`;
  const reviews = guess(35, () => send('POST', path, { json: review, token }));
  for (const answers of await Promise.all([messages, reviews])) {
    expect(statusesOf(answers)).toEqual({ 201: 30, 429: 5 });
    const refused = answers.find((it) => it.status === 429);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  const { url, anonKey } = stack();
  const directly = async (table: string, row: object, bearer: string) => {
    const answer = await fetch(`${url}/rest/v1/${table}`, {
      method: 'POST',
      headers: {
        apikey: anonKey,
        authorization: `Bearer ${bearer}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(row),
    });
    return answer.status;
  };
  expect(await directly('contact_messages', message, anonKey)).toBe(401);
  expect(await directly('contact_messages', message, token)).toBe(403);
  expect(await directly('reviews', { ...review, product_id: product._id }, token)).toBe(403);
});
