import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readVariables, toolVariables } from '../supabase/functions/_shared/environment.ts';
import { databaseUrl } from './database.ts';
import { readSettings } from './settings.ts';

/** The addresses and key with which commands for operators reach a Supabase project. */
export interface ProjectAccess {
  url: string;
  serviceRoleKey: string;
  dbUrl: string;
}

/** The project that the environment names, else the local stack. Throws if a variable is missing. */
export async function projectAccess(): Promise<ProjectAccess> {
  const variables = readVariables(toolVariables, (name) => process.env[name], 'This command');
  const { SUPABASE_URL: url, SUPABASE_SERVICE_ROLE_KEY: key, SUPABASE_DB_URL: dbUrl } = variables;
  if (url && key && dbUrl) return { url, serviceRoleKey: key, dbUrl };
  if (url || key || dbUrl) {
    throw new Error(
      'Set all of SUPABASE_URL, SUPABASE_SERVICE_ROLE_KEY and SUPABASE_DB_URL, or none for the local stack.',
    );
  }
  const { stateDir, supabasePort } = readSettings();
  const localDbUrl = await databaseUrl();
  const { serviceRoleKey } = JSON.parse(await readFile(join(stateDir, 'secrets.json'), 'utf8')) as {
    serviceRoleKey: string;
  };
  return { url: `http://127.0.0.1:${supabasePort}`, serviceRoleKey, dbUrl: localDbUrl };
}
