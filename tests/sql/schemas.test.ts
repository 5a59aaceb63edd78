import { cp, glob, readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../../supabase/embedded/paths.ts';
import { createTrial, launch, quit } from '../embedded/launcher.ts';
import { rowsOf, schemaOf } from '../support/schema-of.ts';
import { sql } from './actors.ts';

/** Generated rows, which are in the migrations only. */
const names = '20261127220001_country_names.sql';

/** The database that the SQL files of a folder make, applied in the order of their names. */
async function databaseOf(folder: string): Promise<string[]> {
  const trial = await createTrial();
  try {
    const migrations = join(trial.folder, 'migrations');
    await cp(join(repository, folder), migrations, { recursive: true });
    await cp(join(repository, 'supabase/migrations', names), join(migrations, names));
    const stack = await launch(trial);
    try {
      const { dbUrl } = stack.values;
      return [...(await schemaOf(dbUrl)), ...(await rowsOf(dbUrl))];
    } finally {
      await quit(stack);
    }
  } finally {
    await trial.remove();
  }
}

test('the migrations make the database that supabase/schemas describes, to the last grant and comment', async () => {
  const described = await databaseOf('supabase/schemas');
  const migrated = await databaseOf('supabase/migrations');
  expect(described.length).toBeGreaterThan(500);
  expect({
    onlyInSchemas: [...new Set(described).difference(new Set(migrated))],
    onlyInMigrations: [...new Set(migrated).difference(new Set(described))],
  }).toEqual({ onlyInSchemas: [], onlyInMigrations: [] });
});

/** A bound to lower whenever the files get shorter. */
const mostLines = 16_462;

test(`supabase/schemas has no more than ${mostLines} lines, and no file more than 300`, async () => {
  const folder = join(repository, 'supabase/schemas');
  const names = await readdir(folder);
  const files = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  const lines = files.map((file) => file.split('\n').length - 1);
  expect(names.filter((_, place) => (lines[place] ?? 0) > 300)).toEqual([]);
  const total = lines.reduce((sum, some) => sum + some, 0);
  expect(total).toBeGreaterThan(1000);
  expect(total).toBeLessThanOrEqual(mostLines);
});

test('nothing asks Postgres for the time but the clock itself and the change feed', async () => {
  const found: string[] = [];
  for await (const path of glob('supabase/{schemas/*.sql,functions/**/*.ts}', {
    cwd: repository,
  })) {
    const text = await readFile(join(repository, path), 'utf8');
    const code = text.replaceAll(/^ *--.*|^comment on [^;]*;/gm, '');
    if (/(?<![\w.])((now|\w+_timestamp)\(\)|(current|local)_?(time|date))/i.test(code))
      found.push(basename(path));
  }
  // Sites compare the times of the feed with those of their own processes.
  expect(found.sort()).toEqual(['000_foundations.sql', '640_catalogue_changes.sql']);
});

const ours = () => sql<{ name: string; lines: number; dynamic: boolean }[]>`
  select format('%s.%s', n.nspname, p.proname) as name,
    regexp_count(pg_get_functiondef(p.oid), E'\\n') as lines, p.prosrc ~* '\\mexecute\\M' as dynamic
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where n.nspname in ('public', 'office', 'private') order by 1`;

test('no function is longer than 80 lines', async () => {
  const found = await ours();
  expect(found.length).toBeGreaterThan(100);
  expect(found.filter(({ lines }) => lines > 80)).toEqual([]);
});

test('only these functions run SQL that they put together', async () => {
  const found = await ours();
  expect(found.filter(({ dynamic }) => dynamic).map(({ name }) => name)).toEqual([
    // Any of five tables, of a fixed list.
    'office.delete_records',
    // Makes the triggers of a table, called by migrations.
    'private.add_change_triggers',
    // The columns that the trash and the table have in common.
    'private.insert_rows',
    // Sizes or colors in one of three tables, of a fixed list.
    'private.rename_variants',
    // One of three sortings, each with the index that it needs.
    'public.list_products',
  ]);
});
