import { join, resolve } from 'node:path';
import { readReconcileTimes, type ReconcileTimes } from '../supabase/embedded/reconcile-timer.ts';
import { localVariables, readVariables } from '../supabase/functions/_shared/environment.ts';

/** Absolute path of the checkout. */
export const root = join(import.meta.dirname, '..');

export interface LocalSettings {
  sitePort: number;
  supabasePort: number;
  postgresPort: number;
  /** The folder with all data of the embedded stack. */
  stateDir: string;
  siteUrl: string;
  /** When open payments are reconciled with the provider. */
  reconcile: ReconcileTimes;
}

/** The settings of `start` and `dev` from the environment. Throws with the names of invalid variables. */
export function readSettings(): LocalSettings {
  const variables = readVariables(localVariables, (name) => process.env[name], 'Hemline');
  return {
    sitePort: variables.SITE_PORT,
    supabasePort: variables.SUPABASE_PORT,
    postgresPort: variables.POSTGRES_PORT,
    stateDir: resolve(root, variables.HEMLINE_STATE),
    siteUrl: variables.SITE_URL ?? `http://localhost:${variables.SITE_PORT}`,
    reconcile: readReconcileTimes(process.env),
  };
}
