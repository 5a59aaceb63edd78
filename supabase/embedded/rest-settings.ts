import type { Sql } from './bootstrap.ts';

/** PostgREST's settings that a project can keep in its database, where Supabase Lite 0.10.0 does not look for them. */
export interface RestSettings {
  /** Whether `explain` is answered. */
  plan_enabled: boolean;
  aggregates_enabled: boolean;
  /** Whether `Prefer: tx=rollback` is obeyed. */
  rollback_enabled: boolean;
}

/** Reads what `alter role authenticator set pgrst.…` has set. */
export async function readRestSettings(sql: Sql): Promise<RestSettings> {
  const rows = await sql<{ name: string; value: string }[]>`
    select split_part(entry, '=', 1) as name, split_part(entry, '=', 2) as value
    from pg_db_role_setting, unnest(setconfig) entry where setrole = 'authenticator'::regrole`;
  const settings = new Map(rows.map(({ name, value }) => [name, value]));
  return {
    plan_enabled: settings.get('pgrst.db_plan_enabled') === 'true',
    aggregates_enabled: settings.get('pgrst.db_aggregates_enabled') === 'true',
    rollback_enabled: settings.get('pgrst.db_tx_end')?.endsWith('-allow-override') === true,
  };
}
