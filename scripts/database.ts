import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import { readSettings } from './settings.ts';

/** The database's address: SUPABASE_DB_URL, else that of the embedded stack. Throws if there is neither. */
export async function databaseUrl(): Promise<string> {
  if (process.env.SUPABASE_DB_URL) return process.env.SUPABASE_DB_URL;
  const { stateDir, postgresPort } = readSettings();
  const secrets = await readFile(join(stateDir, 'secrets.json'), 'utf8').catch(() => null);
  if (secrets === null) {
    throw new Error('No local stack found. Run `npm start` first, or set SUPABASE_DB_URL.');
  }
  const { postgresPassword } = JSON.parse(secrets) as { postgresPassword: string };
  return `postgresql://postgres:${postgresPassword}@127.0.0.1:${postgresPort}/postgres`;
}

/** Opens one connection for `work` and closes it afterwards. */
export async function withDatabase<T>(
  url: string,
  work: (sql: postgres.Sql) => PromiseLike<T>,
): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}
