import { expect, test } from 'vitest';
import { isRecovery } from '../../../supabase/functions/api/recovery.ts';

const now = Date.parse('2026-11-22T12:00:00Z');
const minutesAgo = (minutes: number) => now - minutes * 60_000;
const mailed = (minutes: number) => new Date(minutesAgo(minutes)).toISOString();
const claims = (...methods: (readonly [method: string, minutes: number])[]) => ({
  amr: methods.map(([method, minutes]) => ({ method, timestamp: minutesAgo(minutes) / 1000 })),
});

test.each([
  ['the link of a mail, followed just now', claims(['otp', 1]), mailed(2), true],
  ['the same by way of PKCE', claims(['recovery', 1]), mailed(2), true],
  ['the link, followed over an hour ago', claims(['otp', 61]), mailed(90), false],
  ['a password', claims(['password', 1]), mailed(2), false],
  ['a password and a code', claims(['otp', 1], ['password', 5]), mailed(2), false],
  ['the link, followed an hour ago to the second', claims(['otp', 60]), mailed(90), false],
  [
    'a link that was followed within five seconds before',
    claims(['otp', 2 + 5 / 60]),
    mailed(2),
    true,
  ],
  ['a link that was followed before the mail went out', claims(['otp', 10]), mailed(2), false],
  ['a link, with no mail for a new password', claims(['otp', 1]), null, false],
  ['another way to sign in', claims(['oauth', 1]), mailed(2), false],
  ['nothing that can be read', { amr: ['otp'] }, mailed(2), false],
  ['no word of how it began', {}, mailed(2), false],
])('a session that began with %s', (_, said, mailedAt, right) => {
  expect(isRecovery(said, mailedAt, now)).toBe(right);
});
