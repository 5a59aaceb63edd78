import { join, resolve } from 'node:path';
import { readReconcileTimes, type ReconcileTimes } from '../supabase/embedded/reconcile-timer.ts';
import { localVariables, readVariables } from '../supabase/functions/_shared/environment.ts';

/** Absolute path of the checkout. */
export const root = join(import.meta.dirname, '..');

export interface LocalSettings {
  sitePort: number;
  supabasePort: number;
  postgresPort: number;
  /** Where the embedded stack keeps its data; deleting it forgets everything. */
  stateDir: string;
  siteUrl: string;
  /** When payments that went quiet are asked about. */
  reconcile: ReconcileTimes;
}

/** What `start` and `dev` read from the environment. Throws with the names of what makes no sense. */
export function readSettings(): LocalSettings {
  const given = readVariables(localVariables, (name) => process.env[name], 'Hemline');
  return {
    sitePort: given.SITE_PORT,
    supabasePort: given.SUPABASE_PORT,
    postgresPort: given.POSTGRES_PORT,
    stateDir: resolve(root, given.HEMLINE_STATE),
    siteUrl: given.SITE_URL ?? `http://localhost:${given.SITE_PORT}`,
    reconcile: readReconcileTimes(process.env),
  };
}
