// @module-tag more
import { execFile } from 'node:child_process';
import { readdir, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { functionVariables } from '../../supabase/functions/_shared/environment.ts';
import { startManagementApi, type ManagementApi } from '../support/management-api.ts';
import { schemaOf } from '../support/schema-of.ts';
import { createTrial, launch, quit, type Launched, type Trial } from './launcher.ts';
import { stack } from '../support/stack.ts';

const root = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
let api: ManagementApi;
let trial: Trial;
let launched: Launched;

/** An empty project whose functions are what the CLI deployed, and nothing else of this repository. */
beforeAll(async () => {
  trial = await createTrial();
  api = await startManagementApi();
  await deployFunctions();
  for (const files of api.bundles.values()) {
    for (const [path, text] of files) await trial.write(path.replace(/^supabase\//, ''), text);
  }
  // Hosted, the packages of each deno.json are fetched; here they are those of the project.
  await symlink(join(root, 'node_modules'), join(trial.folder, 'node_modules'));
  launched = await launch(trial);
});

afterAll(async () => {
  try {
    await quit(launched);
  } finally {
    await trial.remove();
    await api.stop();
  }
});

/** The Supabase CLI on this repository, with its supabase/config.toml. */
function supabase(...args: string[]) {
  const env = {
    ...process.env,
    SUPABASE_TELEMETRY_DISABLED: '1',
    DO_NOT_TRACK: '1',
    SUPABASE_ACCESS_TOKEN: `sbp_${'0'.repeat(40)}`,
  };
  const program = join(root, 'node_modules/.bin/supabase');
  return run(program, [...args, '--workdir', root], { env, timeout: 600_000 });
}

const project = () => ['--project-ref', 'abcdefghijklmnopqrst', '--profile', api.profile];

function deployFunctions() {
  return supabase('functions', 'deploy', '--use-api', ...project());
}

test('the Supabase CLI applies every migration to an empty project, which is then as the embedded stack makes it', async () => {
  await supabase('migration', 'up', '--db-url', `${launched.values.dbUrl}?sslmode=disable`);
  const names = await readdir(join(root, 'supabase/migrations'));
  const versions = names.filter((name) => name.endsWith('.sql')).map((name) => name.split('_')[0]);
  const sql = postgres(launched.values.dbUrl, { max: 1 });
  const applied = await sql<{ version: string }[]>`
    select version from supabase_migrations.schema_migrations order by version`;
  await sql.end();
  expect(applied.map(({ version }) => version)).toEqual(versions.sort());

  const schema = await schemaOf(launched.values.dbUrl);
  expect(schema.length).toBeGreaterThan(300);
  expect(schema).toEqual(await schemaOf(stack().dbUrl));
});

test('what `functions deploy` sends is all that the functions need', async () => {
  expect([...api.bundles.keys()].sort()).toEqual(['api', 'payments']);
  for (const [name, files] of api.bundles) {
    const settings = [...files.keys()].filter((path) => path.endsWith('deno.json'));
    expect(settings).toEqual([`supabase/functions/${name}/deno.json`]);
  }
  const { url } = launched.values;
  const described = await fetch(`${url}/functions/v1/api/v1/openapi.json`);
  expect(described.status).toBe(200);
  expect(await described.json()).toMatchObject({ openapi: expect.stringMatching(/^3/) });
  const webhook = await fetch(`${url}/functions/v1/payments/webhook`, { method: 'POST' });
  expect(webhook.status).toBe(401);
  expect(await webhook.json()).toMatchObject({ code: 'not_signed' });
});

test('`secrets set` sends the settings of the functions under the names that they read', async () => {
  const given = { SITE_URL: 'https://shop.example', SITE_SECRET: 's', PAYSTACK_SECRET_KEY: 'k' };
  const pairs = Object.entries(given).map((it) => it.join('='));
  const { stdout } = await supabase('secrets', 'set', ...pairs, ...project());
  expect(stdout).toContain('Finished supabase secrets set.');
  expect(Object.fromEntries(api.secrets)).toEqual(given);
  expect(Object.keys(functionVariables.shape)).toEqual(expect.arrayContaining(Object.keys(given)));
});
