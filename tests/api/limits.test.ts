import { expect, onTestFinished, test } from 'vitest';
import {
  adminToken,
  counted,
  fromSite,
  newCustomer,
  newProduct,
  send,
  sql,
  type Answer,
} from './client.ts';
import { stack } from '../support/stack.ts';

const newEmail = () => `${crypto.randomUUID()}@example.com`;
const login = (address: string, email = newEmail()) => {
  const json = { email, password: 'a guess' };
  return send('POST', '/auth/user-login', { json, headers: fromSite(address) });
};
const newAddress = () => crypto.randomUUID();

/** One more try is taken, and the next one refused with the time to wait. */
async function expectLast(statuses: [number, number], ask: () => Promise<Answer>): Promise<void> {
  const [taken, refused] = [await ask(), await ask()];
  expect([taken.status, refused.status]).toEqual(statuses);
  expect(refused.body.code).toBe('too_many_tries');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
}

test('an address that tries too often has to wait, whatever account it tries', async () => {
  const address = newAddress();
  await counted(`login:address:${address}`, 59);
  await expectLast([401, 429], () => login(address));
  expect((await login(newAddress())).status).toBe(401);
});

test('an account that is tried too often is closed for a moment, wherever it is tried from', async () => {
  const email = newEmail();
  await counted(`login:account:${email}`, 59);
  await expectLast([401, 429], () => login(newAddress(), email));
});

test('an address that a client claims for itself counts for nothing', async () => {
  // Four times as many as from an address that the site knows.
  await counted('reset:address:direct', 39);
  onTestFinished(async () => void (await sql`delete from rate_limits where key like '%:direct'`));
  await expectLast([200, 429], () =>
    send('POST', '/auth/forgot-password', {
      json: { email: newEmail() },
      headers: { 'x-client-address': newAddress(), 'x-forwarded-for': newAddress() },
      direct: true,
    }),
  );
});

test('contact messages and reviews are counted, and nobody writes them past the count', async () => {
  const { id, token } = await newCustomer();
  const product = await newProduct(await adminToken());
  const address = newAddress();
  await counted(`contact:address:${address}`, 29);
  await counted(`review:account:${id}`, 29);
  const message = { firstname: 'Ida', lastname: 'Brook', email: 'i@b.example', message: 'Hello' };
  await expectLast([201, 429], () => {
    const json = { ...message, email: newEmail() };
    return send('POST', '/contact/submit', { json, headers: fromSite(address) });
  });
  const review = { rating: 5, comment: 'Warm' };
  const path = `/reviews/products/${product._id}/reviews`;
  await expectLast([201, 429], () => send('POST', path, { json: review, token }));
  const { url, anonKey } = stack();
  const directly = async (table: string, row: object, bearer: string) => {
    const headers = { apikey: anonKey, authorization: `Bearer ${bearer}` };
    const init = { method: 'POST', body: JSON.stringify(row) };
    const answer = await fetch(`${url}/rest/v1/${table}`, {
      ...init,
      headers: { ...headers, 'content-type': 'application/json' },
    });
    return answer.status;
  };
  expect(await directly('contact_messages', message, anonKey)).toBe(401);
  expect(await directly('contact_messages', message, token)).toBe(403);
  expect(await directly('reviews', { ...review, product_id: product._id }, token)).toBe(403);
});
