import { join } from 'node:path';
import { readReconcileTimes, type ReconcileTimes } from '../supabase/embedded/reconcile-timer.ts';

/** Absolute path of the checkout. */
export const root = join(import.meta.dirname, '..');

function port(name: string, standard: number): number {
  const text = process.env[name];
  if (text === undefined || text === '') return standard;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > 65_535) {
    throw new Error(`${name} must be a port number from 1 to 65535, not "${text}".`);
  }
  return value;
}

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

/** What `start` and `dev` read from the environment. Throws with the variable's name when it makes no sense. */
export function readSettings(): LocalSettings {
  const sitePort = port('SITE_PORT', 4321);
  return {
    sitePort,
    supabasePort: port('SUPABASE_PORT', 54_321),
    postgresPort: port('POSTGRES_PORT', 54_322),
    stateDir: process.env.HEMLINE_STATE || join(root, 'supabase/.temp'),
    siteUrl: process.env.SITE_URL || `http://localhost:${sitePort}`,
    reconcile: readReconcileTimes(process.env),
  };
}
