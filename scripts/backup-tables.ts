import type postgres from 'postgres';

/** A table with its columns, without the generated ones. */
export interface SavedTable {
  name: string;
  columns: string[];
}

/** Accounts belong to the auth server. Sessions are not saved: everybody signs in again after a restore. */
const accounts = ['auth.users', 'auth.identities'];
/** Not saved: temporary, or written again at the next call. Unlogged tables (rate limits) are left out too. */
const transient = ['public.catalogue_changes', 'private.function_settings'];

type Reader = postgres.Sql | postgres.TransactionSql;

/** All tables that a backup contains. */
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
  return rows.filter(({ name }) => !transient.includes(name));
}

export const quoted = (columns: readonly string[]): string =>
  columns.map((it) => `"${it.replaceAll('"', '""')}"`).join(', ');

/** The versions of all applied migrations. A backup can be restored only where they are the same. */
export async function migrationsOf(sql: Reader): Promise<string[]> {
  const rows = await sql<{ version: string }[]>`
    select version from supabase_migrations.schema_migrations order by version`;
  return rows.map(({ version }) => version);
}

/** The paths of all files in the bucket. */
export async function pictureNames(sql: Reader): Promise<string[]> {
  const objects = await sql<{ name: string }[]>`
    select name from storage.objects where bucket_id = 'images' order by name`;
  return objects.map(({ name }) => name);
}
