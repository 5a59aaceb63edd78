import { glob, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { environmentTable } from '../../../scripts/environment-table.ts';
import { readEnvironment } from '../../../src/server/environment.ts';
import {
  functionVariables,
  localVariables,
  siteVariables,
  testVariables,
  toolVariables,
} from '../../../supabase/functions/_shared/environment.ts';

const root = resolve(import.meta.dirname, '../../..');
const complete = {
  SITE_URL: 'https://hemline.example/',
  PORT: '8080',
  SUPABASE_URL: 'http://127.0.0.1:54321',
  SUPABASE_ANON_KEY: 'anon',
  SITE_SECRET: 'secret',
};

test('a complete environment is read, addresses without a trailing slash', () => {
  expect(readEnvironment({ ...complete, METRICS_PORT: '' })).toMatchObject({
    siteUrl: 'https://hemline.example',
    port: 8080,
    host: '127.0.0.1',
    supabaseUrl: 'http://127.0.0.1:54321',
    functionsUrl: 'http://127.0.0.1:54321/functions/v1',
    logLevel: 'info',
    metrics: null,
    drainMs: 5000,
  });
  const near = readEnvironment({ ...complete, FUNCTIONS_URL: 'http://127.0.0.1:9000/' });
  expect(near.functionsUrl).toBe('http://127.0.0.1:9000');
});

test('everything that is missing or malformed is named at once', () => {
  const wrong = {
    SUPABASE_URL: 'ftp://db',
    PORT: 'many',
    LOG_LEVEL: 'loud',
    TRUSTED_PROXIES: 'cdn!',
  };
  expect(() => readEnvironment(wrong)).toThrow(`The site cannot start:
  SITE_URL is missing
  SUPABASE_URL is not an http address: ftp://db
  SUPABASE_ANON_KEY is missing
  SITE_SECRET is missing
  PORT is not a port (0 to 65535): many
  TRUSTED_PROXIES is not a list of addresses: cdn!
  LOG_LEVEL is not error, warn, info or debug: loud`);
});

test('the table of variables in the docs is that of the code', async () => {
  const written = await readFile(join(root, 'docs/environment.md'), 'utf8');
  expect(written, 'run npm run docs').toBe(await environmentTable());
});

/** What the machine or other programs set, and what we set for other programs. */
const foreign = ['PATH', 'HOME', 'TMPDIR', 'LITE_TELEMETRY', 'DO_NOT_TRACK', 'VITEST_POOL_ID'];

test('no code reads a variable that is not in the table', async () => {
  const parts = [siteVariables, functionVariables, localVariables, toolVariables, testVariables];
  const known = new Set([...foreign, ...parts.flatMap(({ shape }) => Object.keys(shape))]);
  const unknown: string[] = [];
  const sources = ['{src,scripts,supabase,tests}/**/*.{ts,tsx,mjs,astro}', '*.config.ts'];
  const exclude = ['supabase/.temp/**'];
  for await (const name of glob(sources, { cwd: root, exclude })) {
    const text = await readFile(join(root, name), 'utf8');
    const reads = /process\.env(?:\.([A-Z]\w*)|\[['"](\w+)['"]\])|Deno\.env\.get\(['"](\w+)['"]\)/g;
    for (const [, dotted, indexed, inDeno] of text.matchAll(reads)) {
      const variable = dotted ?? indexed ?? inDeno ?? '';
      if (!known.has(variable)) unknown.push(`${variable} in ${name}`);
    }
  }
  expect(unknown).toEqual([]);
});
