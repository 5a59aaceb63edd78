import postgres from 'postgres';
import { projectAccess, type ProjectAccess } from './project.ts';

const usage = `Has the database of a hosted project call the functions' scheduled task every five minutes.

  npm run schedule              turns it on, or writes a new address or key into it
  npm run schedule -- --off     ends it

It wants SUPABASE_URL, SUPABASE_SERVICE_ROLE_KEY and SUPABASE_DB_URL. The embedded stack has a clock of its own.`;

const job = 'reconcile-payments';

/** Whether the database can keep time and call addresses; both extensions come with Supabase. */
async function turnOnExtensions(sql: postgres.Sql): Promise<boolean> {
  const [{ there } = { there: 0 }] = await sql<{ there: number }[]>`
    select count(*)::int as there from pg_available_extensions where name in ('pg_cron', 'pg_net')`;
  if (there < 2) return false;
  await sql`create extension if not exists pg_cron with schema pg_catalog`;
  await sql`create extension if not exists pg_net with schema extensions`;
  return true;
}

/** Address and key stand in the vault, so that they are in no job and no log. Repeating it changes what differs. */
export async function scheduleTask(
  sql: postgres.Sql | postgres.TransactionSql,
  { url, serviceRoleKey }: Pick<ProjectAccess, 'url' | 'serviceRoleKey'>,
): Promise<void> {
  const kept = { project_url: url.replace(/\/$/, ''), service_role_key: serviceRoleKey };
  for (const [name, value] of Object.entries(kept)) {
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
  const sql = postgres(access.dbUrl, { max: 1, onnotice: () => undefined });
  try {
    if (!(await turnOnExtensions(sql))) return 'No pg_cron and pg_net here: nothing to schedule.';
    if (option) {
      await sql`select cron.unschedule(${job}::text)`;
      return 'The scheduled task is off.';
    }
    await scheduleTask(sql, access);
    return 'The scheduled task runs every five minutes.';
  } finally {
    await sql.end();
  }
}

if (import.meta.main) {
  try {
    console.log(await main());
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
