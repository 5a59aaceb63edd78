import type postgres from 'postgres';

/** A table with the columns that can be written back: what is computed comes by itself. */
export interface SavedTable {
  name: string;
  columns: string[];
}

/** Accounts are the auth server's; sessions are not kept, people sign in again. */
const accounts = ['auth.users', 'auth.identities'];
/** What has no worth later, or is told anew; unlogged tables (counters of tries) have none either. */
const fleeting = ['public.catalogue_changes', 'private.function_settings'];

type Reader = postgres.Sql | postgres.TransactionSql;

/** Every table that a backup holds. */
export async function tablesToSave(sql: Reader): Promise<SavedTable[]> {
  const rows = await sql<SavedTable[]>`
    select format('%I.%I', n.nspname, c.relname) as name,
      array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind = 'r' and c.relpersistence = 'p'
      and (n.nspname in ('public', 'private') or format('%s.%s', n.nspname, c.relname) = any(${accounts}))
    group by 1 order by 1`;
  return rows.filter(({ name }) => !fleeting.includes(name));
}

export const quoted = (columns: readonly string[]): string =>
  columns.map((it) => `"${it.replaceAll('"', '""')}"`).join(', ');

/** The migrations that a database has; a backup fits only where they are the same. */
export async function migrationsOf(sql: Reader): Promise<string[]> {
  const rows = await sql<{ version: string }[]>`
    select version from supabase_migrations.schema_migrations order by version`;
  return rows.map(({ version }) => version);
}
