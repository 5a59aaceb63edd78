import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { messages } from '#shared/messages.ts';
import { readSettings } from '#shared/settings.ts';
import { checkDeployment } from '../../scripts/deploy-check.ts';
import { createApp } from '../../supabase/functions/payments/app.ts';
import { startServer } from '../support/listen.ts';
import { createTrial, launch, quit, type Launched, type Trial } from './launcher.ts';

const siteUrl = 'http://127.0.0.1:9';
let trial: Trial;
let stack: Launched;
let sql: postgres.Sql;

/** Thirty requests at once and then hardly any, so that no machine is too slow to reach a limit; the other tests have none. */
beforeAll(async () => {
  trial = await createTrial();
  const limits = {
    ...{ AUTH_LIMIT_SIGN_INS: '1', AUTH_LIMIT_OTHERS: '1' },
    AUTH_LIMIT_ANONYMOUS_USERS: '30',
  };
  const environment = { ...limits, RECONCILE_SECONDS: '0' };
  stack = await launch(trial, { shopAt: siteUrl, environment });
  sql = postgres(stack.values.dbUrl, { max: 1 });
});

afterAll(async () => {
  await sql.end();
  await quit(stack).finally(() => trial.remove());
});

describe('a shop without a sender address', () => {
  /** Runs its scheduled task. */
  async function runTask(more: Record<string, string> = {}): Promise<Response> {
    const { url, dbUrl, anonKey, serviceRoleKey } = stack.values;
    const environment: Record<string, string> = {
      ...{ SUPABASE_URL: url, SUPABASE_ANON_KEY: anonKey, SUPABASE_DB_URL: dbUrl },
      ...{ SUPABASE_SERVICE_ROLE_KEY: serviceRoleKey, SITE_URL: siteUrl, MAIL_API_KEY: 'key' },
      ...more,
    };
    const settings = readSettings(
      (name) => environment[name],
      () => undefined,
    );
    const headers = { authorization: `Bearer ${serviceRoleKey}` };
    return createApp(settings).request('/payments/reconcile', { method: 'POST', headers });
  }

  async function queueMail(): Promise<string> {
    const recipient = `${randomUUID()}@example.com`;
    await sql`insert into mail_outbox (kind, record_id, recipient)
      values ('message_answered', ${randomUUID()}, ${recipient})`;
    return recipient;
  }

  const mailTo = async (recipient: string) => [
    ...(await sql`select state, last_error from mail_outbox where recipient = ${recipient}`),
  ];
  const notSent = { state: 'failed', last_error: messages.mail.noAddress };

  test('sends no mail, says so, and keeps requests for a mail', async () => {
    const recipient = await queueMail();
    await sql`insert into stock_requests (variant_id, email)
      select id, ${recipient} from product_variants limit 1`;
    expect((await runTask()).status).toBe(200);
    expect(await mailTo(recipient)).toEqual([notSent]);
    expect([...(await sql`select email from stock_requests`)]).toEqual([{ email: recipient }]);
    const headers = { accept: 'application/json' };
    const mailbox = await fetch(`${stack.values.url}/mailbox?to=${recipient}`, { headers });
    expect(await mailbox.json()).toEqual([]);
  });

  test('asks a payment provider that hangs three times, and its task goes on', async () => {
    let asked = 0;
    const provider = await startServer(() => (asked += 1));
    await sql`with ordered as (
        insert into orders (total_price, created_at)
        select 20, now() - interval '1 hour' from generate_series(1, 6) returning id)
      insert into payment_attempts (reference, order_id, provider, amount_minor, currency, created_at)
      select id::text, id, 'paystack', 2000, 'USD', now() - interval '1 hour' from ordered`;
    const recipient = await queueMail();
    const environment = { PAYSTACK_BASE_URL: provider.url, PAYSTACK_TIMEOUT_MS: '200' };
    const task = await runTask(environment);
    await provider.stop();
    expect([task.status, asked, await mailTo(recipient)]).toEqual([200, 3, [notSent]]);
    expect(await task.json()).toEqual({ paid: 0, pending: 3, failed: 0, held: 0, carts: 0 });
  });
});

async function ask(path: string, body: unknown, headers: Record<string, string> = {}) {
  const { url, anonKey } = stack.values;
  const answer = await fetch(`${url}/auth/v1/${path}`, {
    method: 'POST',
    headers: { apikey: anonKey, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const { error_code: code = '' } = (await answer.json()) as { error_code?: string };
  return { status: answer.status, wait: Number(answer.headers.get('retry-after')), code };
}
type Said = Awaited<ReturnType<typeof ask>>;

/** As the functions ask for a shopper who came from there. */
const from = (address: string) => ({
  apikey: stack.values.serviceRoleKey,
  'sb-forwarded-for': address,
});
const other = (number: number) => `198.51.100.${number}`;
const newEmail = () => `${randomUUID()}@example.com`;
const guess = (email: string, headers: Record<string, string>) =>
  ask('token?grant_type=password', { email, password: 'a guess' }, headers);
const times = async <It>(count: number, one: (number: number) => Promise<It>): Promise<It[]> =>
  Promise.all(Array.from({ length: count }, (_, number) => one(number)));

/** Thirty pass, and those that are refused are told how long to wait. */
function expectLimited(answers: Said[], count: number): void {
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(count);
  for (const it of refused) {
    expect([it.code, it.wait > 0]).toEqual(['over_request_rate_limit', true]);
  }
}

test('an address that guesses at many accounts has to wait', async () => {
  expectLimited(await times(33, () => guess(newEmail(), from('203.0.113.7'))), 3);
  expect((await guess('x@example.com', from('203.0.113.8'))).status).toBe(400);
});

test('an account that many addresses guess at is closed for a moment, to the right password too', async () => {
  const login = { email: 'shopper@hemline.example', password: 'shopper-demo-1' };
  const signIn = () => ask('token?grant_type=password', login, from(other(1)));
  const sessions = () => sql`select s.id from auth.sessions s join auth.users u on u.id = s.user_id
    where u.email = ${login.email}`;
  expect((await signIn()).status).toBe(200);
  const begun = await sessions();
  await sql`insert into rate_limits (key, hits, ends_at)
    select 'password:' || id, 49, now() + interval '1 hour' from auth.users where email = ${login.email}`;
  const guesses = [
    await guess(login.email, from(other(2))),
    await guess(login.email, from(other(3))),
  ];
  expect(guesses.map(({ status, wait }) => [status, wait > 0])).toEqual([
    [400, false],
    [429, true],
  ]);
  const right = await signIn();
  expect([right.status, right.wait > 0]).toEqual([429, true]);
  expect(await sessions()).toEqual(begun);
  const somebodyElse = { email: 'admin@hemline.example', password: 'admin-demo-1' };
  expect((await ask('token?grant_type=password', somebodyElse, from(other(1)))).status).toBe(200);
});

test.each([
  ['registrations', 'signup', { password: 'x' }],
  ['anonymous sign-ins', 'signup', { email: '' }],
  ['mails for a new password', 'recover', {}],
  ['mails to sign in', 'otp', { create_user: false }],
])('an address gets only so many %s', async (_, path, body) => {
  const one = () => ask(path, { email: newEmail(), ...body }, from('203.0.113.9'));
  expectLimited(await times(33, one), 3);
});

test('an account gets one mail for a new password at a time', async () => {
  const body = { email: 'admin@hemline.example' };
  const answers = await times(3, (number) => ask('recover', body, from(other(101 + number))));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429]);
});

test('an address follows only so many links, whether by GET or HEAD', async () => {
  const link = `${stack.values.url}/auth/v1/verify?token=a-guess&type=recovery`;
  const statuses = await times(33, async (number) => {
    const method = number % 2 ? 'GET' : 'HEAD';
    return (await fetch(link, { method, redirect: 'manual' })).status;
  });
  expect(statuses.filter((it) => it === 429)).toHaveLength(3);
});

test('what nobody can sign in, register or ask for a mail with is refused', async () => {
  for (const body of [null, 5, { email: {} }, { email: 'a\0@example.com' }, { password: [] }]) {
    for (const path of ['token?grant_type=password', 'signup', 'recover', 'otp']) {
      expect([path, body, (await ask(path, body)).status]).toEqual([path, body, 400]);
    }
  }
});

test('sign-ins through the API count for the shopper’s address, not for that of the functions', async () => {
  const { url, siteSecret } = stack.values;
  const login = async (address: string) => {
    const answer = await fetch(`${url}/functions/v1/api/v1/auth/user-login`, {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', 'x-site-secret': siteSecret },
        'x-client-address': address,
      },
      body: JSON.stringify({ email: newEmail(), password: 'a guess' }),
    });
    await answer.text();
    return answer.status;
  };
  const many = await times(33, (number) => login(`192.0.2.${number}`));
  expect(new Set(many)).toEqual(new Set([401]));
  const same = await times(33, () => login('192.0.2.200'));
  expect(new Set(same)).toEqual(new Set([401, 429]));
});

test('the check of a deployment finds all of this closed', async () => {
  const { url, dbUrl, serviceRoleKey, siteSecret, anonKey } = stack.values;
  const deployment = { url, dbUrl, serviceRoleKey, siteSecret, anonKey, siteUrl };
  const findings = await checkDeployment(deployment, { probe: true });
  const found = Object.fromEntries(findings.map(({ name, state }) => [name, state]));
  const probes = ['New password', 'Password guesses at the auth server', 'Addresses of shoppers'];
  expect(probes.map((it) => found[it])).toEqual(['ok', 'ok', 'ok']);
});

test('an address that somebody names with the public key counts for nothing', async () => {
  const answers = await times(33, (number) =>
    guess(newEmail(), { 'sb-forwarded-for': other(number), 'x-forwarded-for': other(number) }),
  );
  expect(answers.some(({ status }) => status === 429)).toBe(true);
});
