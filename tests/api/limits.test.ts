import { expect, test } from 'vitest';
import { fromSite, send, type Answer } from './client.ts';

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
