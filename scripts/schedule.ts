import type postgres from 'postgres';
import { runCommand } from './command.ts';
import { withDatabase } from './database.ts';
import { projectAccess, type ProjectAccess } from './project.ts';

const usage = `Schedules the reconciliation of payments, every five minutes, in the database of a hosted project.

  npm run schedule              turns it on, or updates its address and key
  npm run schedule -- --off     turns it off

Requires SUPABASE_URL, SUPABASE_SERVICE_ROLE_KEY and SUPABASE_DB_URL. The embedded stack uses a timer of its own.`;

const job = 'reconcile-payments';

/** Enables pg_cron and pg_net, which every Supabase project has. Returns whether they are available. */
async function enableExtensions(sql: postgres.Sql): Promise<boolean> {
  const [{ available } = { available: 0 }] = await sql<{ available: number }[]>`
    select count(*)::int as available from pg_available_extensions where name in ('pg_cron', 'pg_net')`;
  if (available < 2) return false;
  await sql`create extension if not exists pg_cron with schema pg_catalog`;
  await sql`create extension if not exists pg_net with schema extensions`;
  return true;
}

/** Address and key are in the vault, so that no job and no log shows them. A second call updates them. */
export async function scheduleTask(
  sql: postgres.Sql | postgres.TransactionSql,
  { url, serviceRoleKey }: Pick<ProjectAccess, 'url' | 'serviceRoleKey'>,
): Promise<void> {
  const secrets = { project_url: url.replace(/\/$/, ''), service_role_key: serviceRoleKey };
  for (const [name, value] of Object.entries(secrets)) {
    const [known] = await sql<{ id: string }[]>`select id from vault.secrets where name = ${name}`;
    if (known) await sql`select vault.update_secret(${known.id}::uuid, ${value}::text)`;
    else await sql`select vault.create_secret(${value}::text, ${name}::text)`;
  }
  await sql`select cron.schedule(${job}::text, '*/5 * * * *'::text, ${call}::text)`;
}

const secretOf = (name: string) =>
  `(select decrypted_secret from vault.decrypted_secrets where name = '${name}')`;

const call = `select net.http_post(
  url := ${secretOf('project_url')} || '/functions/v1/payments/reconcile',
  headers := jsonb_build_object('authorization', 'Bearer ' || ${secretOf('service_role_key')}),
  timeout_milliseconds := 60000)`;

async function main(): Promise<string> {
  const [option] = process.argv.slice(2);
  if (option && option !== '--off') throw new Error(usage);
  const access = await projectAccess();
  return withDatabase(access.dbUrl, async (sql) => {
    if (!(await enableExtensions(sql)))
      return 'pg_cron and pg_net are not available: nothing was scheduled.';
    if (option) {
      await sql`select cron.unschedule(${job}::text)`;
      return 'The scheduled task is off.';
    }
    await scheduleTask(sql, access);
    return 'The scheduled task runs every five minutes.';
  });
}

if (import.meta.main) await runCommand(main);
