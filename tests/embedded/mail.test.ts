import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { expect, test } from 'vitest';
import { messages } from '#shared/messages.ts';
import { readSettings } from '#shared/settings.ts';
import { createApp } from '../../supabase/functions/payments/app.ts';
import { createTrial, launch, quit } from './launcher.ts';

test('a shop without a sender address sends no mail, says so, and keeps requests for a mail', async () => {
  const trial = await createTrial();
  const site = 'http://127.0.0.1:9';
  const stack = await launch(trial, { shopAt: site, environment: { RECONCILE_SECONDS: '0' } });
  const { url, dbUrl, anonKey, serviceRoleKey } = stack.values;
  const sql = postgres(dbUrl, { max: 1 });
  try {
    const recipient = `${randomUUID()}@example.com`;
    await sql`insert into mail_outbox (kind, record_id, recipient)
      values ('message_answered', ${randomUUID()}, ${recipient})`;
    await sql`insert into stock_requests (variant_id, email)
      select id, ${recipient} from product_variants limit 1`;
    const environment: Record<string, string> = {
      SUPABASE_URL: url,
      SUPABASE_ANON_KEY: anonKey,
      SUPABASE_SERVICE_ROLE_KEY: serviceRoleKey,
      SUPABASE_DB_URL: dbUrl,
      SITE_URL: site,
      MAIL_API_KEY: 'key',
    };
    const settings = readSettings(
      (name) => environment[name],
      () => undefined,
    );
    const headers = { authorization: `Bearer ${serviceRoleKey}` };
    const task = await createApp(settings).request('/payments/reconcile', {
      method: 'POST',
      headers,
    });
    expect(task.status).toBe(200);
    const found = await sql`select recipient, state, last_error from mail_outbox`;
    const last_error = messages.mail.noAddress;
    expect([...found]).toEqual([{ recipient, state: 'failed', last_error }]);
    expect([...(await sql`select email from stock_requests`)]).toEqual([{ email: recipient }]);
    const mailbox = await fetch(`${url}/mailbox`, { headers: { accept: 'application/json' } });
    expect(await mailbox.json()).toEqual([]);
  } finally {
    await sql.end();
    await quit(stack);
    await trial.remove();
  }
});
