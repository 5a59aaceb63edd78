import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from './bootstrap.ts';

/**
 * Applies new migrations in the order, and with the history table, of the Supabase CLI.
 * @throws if the database has a migration that the folder lacks, before anything is changed
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
      `The local data belongs to another version of the shop: its migration ${unknown.version} does not exist here. Use that version, or save the data with \`npm run backup\` there, or delete it with \`npm run reset\`.`,
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
        `Migration ${file.name} has changed since it was applied; \`npm run reset\` starts with an empty database.`,
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

/** Sends the migration and its history row as one query, which Postgres runs in one transaction. */
async function applyMigration(sql: Sql, file: MigrationFile, text: string): Promise<void> {
  const values = [quote(file.version), quote(file.title), `array[${quote(text)}]`].join(', ');
  const record = `insert into supabase_migrations.schema_migrations (version, name, statements) values (${values})`;
  try {
    await sql.unsafe(`${text}\n;\n${record};`);
  } catch (error) {
    throw new Error(`Migration ${file.name} failed${describe(error, text)}`, { cause: error });
  }
}

/** Loads the seed once per database. The seed and its history row are one query, and so one transaction. */
export async function applySeed(sql: Sql, file: string): Promise<boolean> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null || (await isSeeded(sql, 'seed.sql'))) return false;
  try {
    await sql.unsafe(`${text}\n;\n${seedRecord('seed.sql')};`);
    return true;
  } catch (error) {
    throw new Error(`The seed failed${describe(error, text)}`, { cause: error });
  }
}

export const isEmpty = (sql: Sql): Promise<boolean> => isSeeded(sql, 'empty');

/** Makes this start, and later ones, load no demo. @throws if the shop has it already; the message is for people */
export async function beginEmpty(sql: Sql): Promise<void> {
  if (await isEmpty(sql)) return;
  if (await isSeeded(sql, 'seed.sql')) {
    throw new Error(
      'This shop has the demo goods. `npm run reset` deletes all local data; then start with --empty again.',
    );
  }
  for (const it of ['empty', 'seed.sql', 'images']) await markSeeded(sql, it);
}

export async function isSeeded(sql: Sql, name: string): Promise<boolean> {
  const rows = await sql`select from supabase_migrations.seed_files where path = ${name}`;
  return rows.length > 0;
}

export async function markSeeded(sql: Sql, name: string): Promise<void> {
  await sql.unsafe(seedRecord(name));
}

function seedRecord(name: string): string {
  return `insert into supabase_migrations.seed_files (path, hash) values (${quote(name)}, '')`;
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
