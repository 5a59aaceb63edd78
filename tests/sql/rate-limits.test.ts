import { expect } from 'vitest';
import { actAsService, test, type Tx } from './actors.ts';
import { only, valueOf } from './answers.ts';

const take = (tx: Tx, key: string, limit = 2, window = '1 minute') =>
  valueOf<number>(tx`select consume_rate_limit(${key}, ${limit}, ${window})`);

test('tries are allowed up to the limit, until the window ends', async ({ tx }) => {
  await actAsService(tx);
  expect([await take(tx, 'login:a'), await take(tx, 'login:a')]).toEqual([0, 0]);
  const wait = await take(tx, 'login:a');
  expect(wait).toBeGreaterThanOrEqual(1);
  expect(wait).toBeLessThanOrEqual(60);
  expect(await take(tx, 'login:b')).toBe(0);
  await tx`update rate_limits set ends_at = now() - interval '1 second' where key = 'login:a'`;
  expect(await take(tx, 'login:a')).toBe(0);
});

test('fifty wrong passwords close an account for a moment, to the right one', async ({ tx }) => {
  const attempt = async (user: string, valid: boolean) => {
    const event = JSON.stringify({ user_id: user, valid });
    const rows = await tx<{ verdict: { error?: { http_code: number } } }[]>`
        select private.limit_password_attempts(${event}::text::jsonb) as verdict`;
    return only(rows).verdict.error?.http_code ?? 200;
  };
  const [user, other] = [crypto.randomUUID(), crypto.randomUUID()];
  for (let wrong = 0; wrong < 50; wrong += 1) expect(await attempt(user, false)).toBe(200);
  expect(await attempt(user, true)).toBe(200);
  expect(await attempt(user, false)).toBe(429);
  expect(await attempt(user, true)).toBe(429);
  expect(await attempt(other, false)).toBe(200);
  const end = `password:${user}`;
  await tx`update rate_limits set ends_at = now() - interval '1 second' where key = ${end}`;
  expect([await attempt(user, true), await attempt(user, false)]).toEqual([200, 200]);
});

test('counters that ended long ago are swept away', async ({ tx }) => {
  await tx`insert into rate_limits (key, hits, ends_at) values
      ('swept', 1, now() - interval '2 hours'), ('kept', 1, now() - interval '1 minute')`;
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
