import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTrial, launch, quit, type Launched, type Trial } from './launcher.ts';

const root = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
let trial: Trial;
let stack: Launched;

beforeAll(async () => {
  trial = await createTrial();
  stack = await launch(trial);
});

afterAll(async () => {
  try {
    await quit(stack);
  } finally {
    await trial.remove();
  }
});

/** The Supabase CLI on this repository, with its supabase/config.toml. */
function supabase(...args: string[]) {
  const env = { ...process.env, SUPABASE_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' };
  const program = join(root, 'node_modules/.bin/supabase');
  return run(program, [...args, '--workdir', root], { env, timeout: 100_000 });
}

test('the Supabase CLI reads config.toml and applies every migration to an empty project', async () => {
  await supabase('migration', 'up', '--db-url', `${stack.values.dbUrl}?sslmode=disable`);
  const names = await readdir(join(root, 'supabase/migrations'));
  const versions = names.filter((name) => name.endsWith('.sql')).map((name) => name.split('_')[0]);
  const sql = postgres(stack.values.dbUrl, { max: 1 });
  const applied = await sql<{ version: string }[]>`
    select version from supabase_migrations.schema_migrations order by version`;
  await sql.end();
  expect(applied.map(({ version }) => version)).toEqual(versions.sort());
});
