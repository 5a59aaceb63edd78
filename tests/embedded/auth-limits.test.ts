import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkDeployment } from '../../scripts/deploy-check.ts';
import { createTrial, launch, quit, type Launched, type Trial } from './launcher.ts';

const siteUrl = 'http://127.0.0.1:9';
let trial: Trial;
let stack: Launched;

/** The shop as `npm start` runs it: the other tests have wider limits. */
beforeAll(async () => {
  trial = await createTrial();
  const environment = { AUTH_LIMIT_SIGN_INS: '', AUTH_LIMIT_OTHERS: '' };
  stack = await launch(trial, { shopAt: siteUrl, environment });
});

afterAll(async () => {
  await quit(stack).finally(() => trial.remove());
});

interface Said {
  status: number;
  wait: number;
  code: string;
}

async function ask(
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Said> {
  const { url, anonKey } = stack.values;
  const answer = await fetch(`${url}/auth/v1/${path}`, {
    method: 'POST',
    headers: { apikey: anonKey, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const { error_code: code = '' } = (await answer.json()) as { error_code?: string };
  return { status: answer.status, wait: Number(answer.headers.get('retry-after')), code };
}

/** As the functions ask for a shopper who came from there. */
const from = (address: string) => ({
  apikey: stack.values.serviceRoleKey,
  'sb-forwarded-for': address,
});
const other = (number: number) => `198.51.100.${number}`;
const guess = (email: string, headers: Record<string, string>) =>
  ask('token?grant_type=password', { email, password: 'a guess' }, headers);
const times = async (count: number, one: (number: number) => Promise<Said>): Promise<Said[]> =>
  Promise.all(Array.from({ length: count }, (_, number) => one(number)));
const refusedOf = (answers: Said[]) => answers.filter(({ status }) => status === 429);

test('an address that guesses at many accounts has to wait', async () => {
  const answers = await times(60, (number) => guess(`${number}@example.com`, from('203.0.113.7')));
  const refused = refusedOf(answers);
  expect(refused.length).toBeGreaterThan(20);
  expect(refused.every(({ wait, code }) => wait > 0 && code === 'over_request_rate_limit')).toBe(
    true,
  );
  expect((await guess('x@example.com', from('203.0.113.8'))).status).toBe(400);
});

test('an account that many addresses guess at is closed for a moment, to the right password too', async () => {
  const login = { email: 'shopper@hemline.example', password: 'shopper-demo-1' };
  const signIn = (number: number) => ask('token?grant_type=password', login, from(other(number)));
  expect((await signIn(1)).status).toBe(200);
  const refused = refusedOf(await times(60, (number) => guess(login.email, from(other(number)))));
  expect(refused.length).toBeGreaterThanOrEqual(10);
  expect(refused.every(({ wait }) => wait > 0)).toBe(true);
  const right = await signIn(1);
  expect([right.status, right.wait > 0]).toEqual([429, true]);
  const somebodyElse = { email: 'admin@hemline.example', password: 'admin-demo-1' };
  expect((await ask('token?grant_type=password', somebodyElse, from(other(1)))).status).toBe(200);
});

test.each([
  [
    'registrations',
    'signup',
    (number: number) => ({ email: `a${number}@example.com`, password: 'linen-1' }),
  ],
  [
    'mails for a new password',
    'recover',
    (number: number) => ({ email: `a${number}@example.com` }),
  ],
  [
    'mails to sign in',
    'otp',
    (number: number) => ({ email: `b${number}@example.com`, create_user: false }),
  ],
])('an address gets only so many %s', async (_, path, body) => {
  const answers = await times(45, (number) => ask(path, body(number), from('203.0.113.9')));
  const refused = refusedOf(answers);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.every(({ wait }) => wait > 0)).toBe(true);
});

test('an account gets one mail for a new password at a time', async () => {
  const body = { email: 'admin@hemline.example' };
  const answers = await times(5, (number) => ask('recover', body, from(other(101 + number))));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429, 429]);
  expect(refusedOf(answers).every(({ wait }) => wait > 0)).toBe(true);
});

test.each(['GET', 'HEAD'])('an address follows only so many links by %s', async (method) => {
  const { url } = stack.values;
  const statuses = await Promise.all(
    Array.from({ length: 45 }, async () => {
      const link = `${url}/auth/v1/verify?token=a-guess&type=recovery`;
      return (await fetch(link, { method, redirect: 'manual' })).status;
    }),
  );
  expect(statuses).toContain(429);
});

test.each([null, 5, { email: {} }, { email: 'a\0@example.com' }, { password: [] }])(
  'what nobody can sign in, register or ask for a mail with is refused: %j',
  async (body) => {
    for (const path of ['token?grant_type=password', 'signup', 'recover', 'otp']) {
      const { url, anonKey } = stack.values;
      const answer = await fetch(`${url}/auth/v1/${path}`, {
        method: 'POST',
        headers: { apikey: anonKey, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect([path, answer.status]).toEqual([path, 400]);
    }
  },
);

test('an address that somebody names with the public key counts for nothing', async () => {
  const answers = await times(60, (number) =>
    guess(`${number}@example.com`, {
      'sb-forwarded-for': other(number),
      'x-forwarded-for': other(number),
    }),
  );
  expect(refusedOf(answers).length).toBeGreaterThan(20);
});

test('sign-ins through the API count for the shopper’s address, not for that of the functions', async () => {
  const { url, siteSecret } = stack.values;
  const statusesFor = async (addressOf: (number: number) => string) => {
    const login = async (address: string) => {
      const answer = await fetch(`${url}/functions/v1/api/v1/auth/user-login`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-site-secret': siteSecret,
          'x-client-address': address,
        },
        body: JSON.stringify({ email: `${address}@example.com`, password: 'a guess' }),
      });
      await answer.text();
      return answer.status;
    };
    const asked = Array.from({ length: 45 }, (_, number) => login(addressOf(number)));
    return new Set(await Promise.all(asked));
  };
  expect(await statusesFor((number) => `192.0.2.${number}`)).toEqual(new Set([401]));
  expect(await statusesFor(() => '192.0.2.200')).toEqual(new Set([401, 429]));
});

test('the check of a deployment finds all of this closed', async () => {
  const { url, dbUrl, serviceRoleKey, siteSecret, anonKey } = stack.values;
  const deployment = { url, dbUrl, serviceRoleKey, siteSecret, anonKey, siteUrl };
  const findings = await checkDeployment(deployment, { probe: true });
  const found = Object.fromEntries(findings.map(({ name, state }) => [name, state]));
  const probes = ['New password', 'Password guesses at the auth server', 'Addresses of shoppers'];
  expect(probes.map((it) => found[it])).toEqual(['ok', 'ok', 'ok']);
});
