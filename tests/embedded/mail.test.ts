import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { messages } from '#shared/messages.ts';
import { readSettings } from '#shared/settings.ts';
import { createApp } from '../../supabase/functions/payments/app.ts';
import { createTrial, launch, quit, type Launched, type Trial } from './launcher.ts';

const site = 'http://127.0.0.1:9';
let trial: Trial;
let stack: Launched;
let sql: postgres.Sql;

beforeAll(async () => {
  trial = await createTrial();
  stack = await launch(trial, { shopAt: site, environment: { RECONCILE_SECONDS: '0' } });
  sql = postgres(stack.values.dbUrl, { max: 1 });
});

afterAll(async () => {
  await sql.end();
  await quit(stack);
  await trial.remove();
});

/** Runs the scheduled task of a shop without a sender address. */
async function runTask(more: Record<string, string> = {}): Promise<Response> {
  const { url, dbUrl, anonKey, serviceRoleKey } = stack.values;
  const environment: Record<string, string> = {
    SUPABASE_URL: url,
    SUPABASE_ANON_KEY: anonKey,
    SUPABASE_SERVICE_ROLE_KEY: serviceRoleKey,
    SUPABASE_DB_URL: dbUrl,
    SITE_URL: site,
    MAIL_API_KEY: 'key',
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

test('a shop without a sender address sends no mail, says so, and keeps requests for a mail', async () => {
  const recipient = await queueMail();
  await sql`insert into stock_requests (variant_id, email)
    select id, ${recipient} from product_variants limit 1`;
  expect((await runTask()).status).toBe(200);
  expect(await mailTo(recipient)).toEqual([notSent]);
  expect([...(await sql`select email from stock_requests`)]).toEqual([{ email: recipient }]);
  const mailbox = await fetch(`${stack.values.url}/mailbox`, {
    headers: { accept: 'application/json' },
  });
  expect(await mailbox.json()).toEqual([]);
});

test('a payment provider that hangs is asked three times, and the task goes on', async () => {
  let asked = 0;
  const provider = createServer(() => (asked += 1)).listen(0, '127.0.0.1');
  await once(provider, 'listening');
  await sql`with ordered as (
      insert into orders (total_price, created_at)
      select 20, now() - interval '1 hour' from generate_series(1, 6) returning id)
    insert into payment_attempts (reference, order_id, amount_minor, currency, created_at)
    select id::text, id, 2000, 'USD', now() - interval '1 hour' from ordered`;
  const recipient = await queueMail();
  const task = await runTask({
    PAYSTACK_BASE_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
    PAYSTACK_TIMEOUT_MS: '200',
  });
  provider.closeAllConnections();
  provider.close();
  expect([task.status, asked, await mailTo(recipient)]).toEqual([200, 3, [notSent]]);
  expect(await task.json()).toEqual({ paid: 0, pending: 3, failed: 0, held: 0, carts: 0 });
});
