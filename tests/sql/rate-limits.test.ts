import { expect } from 'vitest';
import { actAsService, letPass, test, type Tx } from './actors.ts';
import { only, valueOf } from './answers.ts';
import { addCustomer } from './people.ts';

const take = (tx: Tx, key: string, limit = 2, window = '1 minute') =>
  valueOf<number>(tx`select consume_rate_limit(${key}, ${limit}, ${window})`);

test('tries are allowed up to the limit, until the window ends', async ({ tx }) => {
  await actAsService(tx);
  expect([await take(tx, 'login:a'), await take(tx, 'login:a')]).toEqual([0, 0]);
  const wait = await take(tx, 'login:a');
  expect(wait).toBeGreaterThanOrEqual(1);
  expect(wait).toBeLessThanOrEqual(60);
  expect(await take(tx, 'login:b')).toBe(0);
  await letPass(tx, '61 seconds');
  expect(await take(tx, 'login:a')).toBe(0);
});

/** What the hook says to a right or wrong password: 200 or 429. */
async function hookSays(tx: Tx, user: string, valid: boolean, address = ''): Promise<number> {
  const event = { user_id: user, valid, metadata: { ip_address: address } };
  const rows = await tx<{ verdict: { error?: { http_code: number } } }[]>`
      select private.limit_password_attempts(${JSON.stringify(event)}::text::jsonb) as verdict`;
  return only(rows).verdict.error?.http_code ?? 200;
}

test('fifty wrong passwords close an account for a moment, to the right one', async ({ tx }) => {
  const attempt = (user: string, valid: boolean) => hookSays(tx, user, valid);
  const [user, other] = [crypto.randomUUID(), crypto.randomUUID()];
  for (let wrong = 0; wrong < 50; wrong += 1) expect(await attempt(user, false)).toBe(200);
  expect(await attempt(user, true)).toBe(200);
  expect(await attempt(user, false)).toBe(429);
  expect(await attempt(user, true)).toBe(429);
  expect(await attempt(other, false)).toBe(200);
  await letPass(tx, '61 seconds');
  expect([await attempt(user, true), await attempt(user, false)]).toEqual([200, 200]);
});

test('a closed account lets one attempt pass that a trusted device has announced, from its address', async ({
  tx,
}) => {
  const user = await addCustomer(tx);
  const email = `${user}@test.example`;
  const trust = (device: string, who = email) =>
    valueOf<boolean>(tx`select trust_attempt(${user}, ${device}, '192.0.2.7', ${who})`);
  const attempt = (valid: boolean, address = '192.0.2.7') => hookSays(tx, user, valid, address);
  await tx`insert into rate_limits (key, hits, ends_at)
    values (${`password:${user}`}, 51, now() + interval '1 minute')`;
  expect(await attempt(true)).toBe(429);
  expect(await trust('desk', email.toUpperCase())).toBe(true);
  expect([await attempt(true, '192.0.2.8'), await attempt(true), await attempt(true)]).toEqual([
    429, 200, 429,
  ]);
  // A wrong password uses it up, too.
  await trust('desk');
  expect([await attempt(false), await attempt(true)]).toEqual([200, 429]);
  // Two tabs, and an attempt that never came.
  await trust('desk');
  await trust('desk');
  expect([await attempt(true), await attempt(true), await attempt(true)]).toEqual([200, 200, 429]);
  await trust('desk');
  await letPass(tx, '11 seconds');
  expect(await attempt(true)).toBe(429);
  expect(await trust('desk', 'other@hemline.example')).toBe(false);
  for (let more = 5; more < 10; more += 1) expect(await trust('desk')).toBe(true);
  expect([await trust('desk'), await trust('phone')]).toEqual([false, true]);
});

test('counters that ended long ago are swept away', async ({ tx }) => {
  await tx`delete from rate_limits`;
  await take(tx, 'swept');
  await letPass(tx, '1 hour');
  await take(tx, 'kept');
  await letPass(tx, '1 hour');
  await take(tx, 'another');
  const rows = await tx`select key from rate_limits where key in ('swept', 'kept')`;
  expect(rows).toEqual([{ key: 'kept' }]);
});

test('a limit of nothing allows nothing, and a long key is no way round', async ({ tx }) => {
  expect(await take(tx, 'none', 0)).toBeGreaterThan(0);
  const long = 'k'.repeat(2000);
  expect(await take(tx, long, 1)).toBe(0);
  expect(await take(tx, `${long}x`, 1)).toBeGreaterThan(0);
});
