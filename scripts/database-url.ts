import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readSettings } from './settings.ts';

/** Address of the database: SUPABASE_DB_URL, else the embedded stack's own. Throws when there is neither. */
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
