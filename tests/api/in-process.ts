import sql from 'sql-template-tag';

import { DatabaseError } from '#shared/queries/database-error.ts';
import type { Db } from '#shared/queries/database.ts';
import type { Statement } from '#shared/queries/statements.ts';
import { readSettings, type Settings } from '#shared/settings.ts';
import { createApp } from '../../supabase/functions/api/app.ts';
import { createApp as createPayments } from '../../supabase/functions/payments/app.ts';
import { stack } from '../support/stack.ts';

/** The settings of the stack's functions, with their restricted database role. */
function settingsHere(more: Record<string, string> = {}): Settings {
  const { url, anonKey, serviceRoleKey, siteUrl, dbUrl } = stack();
  const { paystackSecretKey, stripeSecretKey, stripeWebhookSecret } = stack();
  const environment: Record<string, string> = {
    SUPABASE_URL: url,
    SUPABASE_ANON_KEY: anonKey,
    SUPABASE_SERVICE_ROLE_KEY: serviceRoleKey,
    SUPABASE_DB_URL: dbUrl,
    DATABASE_URL: dbUrl.replace('//postgres:', '//authenticator:'),
    SITE_URL: siteUrl,
    // The functions tell the database which keys they have.
    PAYSTACK_SECRET_KEY: paystackSecretKey,
    STRIPE_SECRET_KEY: stripeSecretKey,
    STRIPE_WEBHOOK_SECRET: stripeWebhookSecret,
    ...more,
  };
  return readSettings(
    (name) => environment[name],
    () => undefined,
  );
}

/** The same API as that of the stack, in this process. */
export const appHere = (more: Record<string, string> = {}) => createApp(settingsHere(more));

/** The same for the messages of payment providers. */
export const paymentsHere = (more: Record<string, string> = {}) =>
  createPayments(settingsHere(more));

/** Settings with a single connection, which is named `mark` while it is idle. */
export function onOneConnection(login: 'authenticator' | 'postgres' = 'authenticator') {
  const mark = crypto.randomUUID();
  const address = stack().dbUrl.replace('//postgres:', `//${login}:`);
  const settings = settingsHere({
    DATABASE_URL: `${address}?application_name=${mark}`,
    DATABASE_CONNECTIONS: '1',
  });
  return { mark, settings: { ...settings, requestId: mark } satisfies Settings };
}

/** The error of a call to the database. */
export async function failure(work: Promise<unknown>): Promise<DatabaseError> {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof DatabaseError) return error;
  throw new Error(`No refusal of the database: ${String(error)}`);
}

/** The pid of the Postgres process of the connection. */
export const pidOf = async (db: Db) =>
  (await db.query<{ pid: number }>(sql`select pg_backend_pid() as pid`))[0]?.pid;

export const oneRow: Statement = { text: 'select 1', values: [] };
