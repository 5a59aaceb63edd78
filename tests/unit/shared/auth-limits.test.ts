import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRateLimiter, readAuthLimits } from '../../../supabase/embedded/auth-limits.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

test('an address sends 30 requests of a kind at once, and goes on as the limit of npm start allows', () => {
  const waitFor = createRateLimiter(readAuthLimits({ AUTH_LIMIT_SIGN_INS: '' }));
  for (const [method, path, seconds] of [
    ['POST', '/auth/v1/token', 1],
    ['POST', '/auth/v1/signup', 2],
    ['HEAD', '/auth/v1/verify', 2],
  ] as const) {
    const ask = (address = '203.0.113.7') => waitFor(method, path, address);
    expect(new Set(Array.from({ length: 30 }, () => ask()))).toEqual(new Set([0]));
    expect([ask(), ask('203.0.113.8')]).toEqual([seconds, 0]);
    vi.advanceTimersByTime(seconds * 1000);
    expect([ask(), ask()]).toEqual([0, seconds]);
  }
  const visit = () => waitFor('POST', '/auth/v1/signup', '203.0.113.7', true);
  expect(new Set(Array.from({ length: 300 }, visit))).toEqual(new Set([0]));
  expect(visit()).toBe(12);
  const free = Array.from({ length: 99 }, () => waitFor('GET', '/auth/v1/user', '203.0.113.7'));
  expect(new Set(free)).toEqual(new Set([0]));
});
