import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from './bootstrap.ts';

/**
 * Applies what is new, in the order and with the history table of the Supabase CLI.
 * @throws where the database has a migration that the folder has not, before anything is changed
 */
export async function applyMigrations(
  sql: Sql,
  folder: string,
  log: (line: string) => void,
): Promise<number> {
  await sql.unsafe(`create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.schema_migrations (
      version text primary key, statements text[], name text)`);
  const history = await sql<{ version: string; text: string | null }[]>`
    select version, statements[1] as text from supabase_migrations.schema_migrations`;
  const applied = new Map(history.map(({ version, text }) => [version, text]));
  const files = await migrationFiles(folder);
  const unknown = history.find(({ version }) => !files.some((file) => file.version === version));
  if (unknown) {
    throw new Error(
      `This data belongs to another version of the shop (its migration ${unknown.version} is not here): go on with it, or save it by \`npm run backup\`, in that version, or delete it by \`npm run reset\`.`,
    );
  }
  let count = 0;
  for (const file of files) {
    const text = await readFile(join(folder, file.name), 'utf8');
    if (!applied.has(file.version)) {
      await applyMigration(sql, file, text);
      count += 1;
    } else if ((applied.get(file.version) ?? text) !== text) {
      log(
        `Migration ${file.name} has changed since it was applied; \`npm run reset\` starts anew.`,
      );
    }
  }
  return count;
}

interface MigrationFile {
  name: string;
  version: string;
  title: string;
}

async function migrationFiles(folder: string): Promise<MigrationFile[]> {
  const names = await readdir(folder).catch(() => []);
  return names.sort().flatMap((name) => {
    const [, version, title] = /^(\d+)_(.*)\.sql$/.exec(name) ?? [];
    return version !== undefined && title !== undefined ? [{ name, version, title }] : [];
  });
}

/** File and history row travel as one query, which Postgres runs as one transaction. */
async function applyMigration(sql: Sql, file: MigrationFile, text: string): Promise<void> {
  const values = [quote(file.version), quote(file.title), `array[${quote(text)}]`].join(', ');
  const record = `insert into supabase_migrations.schema_migrations (version, name, statements) values (${values})`;
  try {
    await sql.unsafe(`${text}\n;\n${record};`);
  } catch (error) {
    throw new Error(`Migration ${file.name} failed${describe(error, text)}`, { cause: error });
  }
}

/** Once per database; the seed and its mark travel as one query, so that neither is there alone. */
export async function applySeed(sql: Sql, file: string): Promise<boolean> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null || (await isSeeded(sql, 'seed.sql'))) return false;
  try {
    await sql.unsafe(`${text}\n;\n${seedMark('seed.sql')};`);
    return true;
  } catch (error) {
    throw new Error(`The seed failed${describe(error, text)}`, { cause: error });
  }
}

export async function isSeeded(sql: Sql, what: string): Promise<boolean> {
  const rows = await sql`select from supabase_migrations.seed_files where path = ${what}`;
  return rows.length > 0;
}

export async function markSeeded(sql: Sql, what: string): Promise<void> {
  await sql.unsafe(seedMark(what));
}

function seedMark(what: string): string {
  return `insert into supabase_migrations.seed_files (path, hash) values (${quote(what)}, '')`;
}

function describe(error: unknown, text: string): string {
  if (!(error instanceof Error)) return `: ${String(error)}`;
  const position = 'position' in error ? Number(error.position) : 0;
  const line = position > 0 ? ` in line ${text.slice(0, position).split('\n').length}` : '';
  const detail = 'detail' in error && error.detail ? ` (${String(error.detail)})` : '';
  return `${line}: ${error.message}${detail}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
