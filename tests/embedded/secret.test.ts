import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createAdaptorServer } from '@hono/node-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkDeployment } from '../../scripts/deploy-check.ts';
import { createSecrets } from '../../supabase/embedded/secrets.ts';
import { readSettings } from '../../supabase/functions/_shared/settings.ts';
import { createApp as createApi } from '../../supabase/functions/api/app.ts';
import { createApp as createPayments } from '../../supabase/functions/payments/app.ts';
import { listen, type Running } from '../support/listen.ts';
import { startManagementApi, type ManagementApi } from '../support/management-api.ts';
import { newCustomer, type Person } from './clients.ts';
import { stack } from '../support/stack.ts';

const root = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
let api: ManagementApi;
let url: string;
let customer: Person;
let server: Running;

/** The functions with the secrets that the hosted project has at this moment. */
function functions() {
  const { url, anonKey, serviceRoleKey, siteUrl, dbUrl } = stack();
  const environment: Record<string, string> = {
    SUPABASE_URL: url,
    SUPABASE_ANON_KEY: anonKey,
    SUPABASE_SERVICE_ROLE_KEY: serviceRoleKey,
    SUPABASE_DB_URL: dbUrl,
    SITE_URL: siteUrl,
    ...Object.fromEntries(api.secrets),
  };
  const settings = readSettings(
    (name) => environment[name],
    () => undefined,
  );
  return { api: createApi(settings), payments: createPayments(settings) };
}

beforeAll(async () => {
  api = await startManagementApi();
  const fetch = (request: Request) => functions().payments.fetch(request);
  server = await listen(createAdaptorServer({ fetch, overrideGlobalObjects: false }) as Server);
  ({ url } = server);
  customer = await newCustomer();
});

afterAll(async () => {
  await server.stop();
  await api.stop();
});

async function command(options: string[], given: Record<string, string>): Promise<string> {
  const env = {
    ...process.env,
    SUPABASE_TELEMETRY_DISABLED: '1',
    DO_NOT_TRACK: '1',
    SUPABASE_ACCESS_TOKEN: `sbp_${'0'.repeat(40)}`,
    ...given,
  };
  const done = run(process.execPath, [join(root, 'scripts/secret.ts'), ...options], { env });
  const { stdout, stderr } = await done.catch(
    (error: unknown) => error as { stdout: string; stderr: string },
  );
  return stdout + stderr;
}

/** On the hosted project, in the terminal of somebody who has this secret. */
const secret = (known: string, ...options: string[]) =>
  command([...options, '--project-ref', 'abcdefghijklmnopqrst', '--profile', api.profile], {
    SUPABASE_URL: url,
    SITE_SECRET: known,
  });

/** Whether a site with this secret gets refresh tokens and the numbers for its metrics. */
async function isAccepted(siteSecret: string): Promise<boolean> {
  const { email, password } = customer;
  const answer = await functions().api.request('/api/v1/auth/user-login', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-site-secret': siteSecret,
      'x-client-address': crypto.randomUUID(),
    },
    body: JSON.stringify({ email, password }),
  });
  expect(answer.status).toBe(200);
  const status = await fetch(`${url}/functions/v1/payments/status`, {
    headers: { 'x-site-secret': siteSecret },
  });
  expect(status.ok).toBe(answer.headers.has('x-session'));
  return status.ok;
}

test('during a rotation both secrets are accepted, and at the end only the new one', async () => {
  const old = 'the old one, with $igns and "quotes"';
  api.secrets.set('SITE_SECRET', old);
  expect(await secret('a guess')).toContain('The functions refuse this SITE_SECRET');
  expect(await secret(old, '--finish')).toContain('Nothing to finish');

  const output = await secret(old);
  const [, fresh = ''] = /^ +SITE_SECRET=(\S{43})$/m.exec(output) ?? [];
  expect(Object.fromEntries(api.secrets)).toEqual({
    SITE_SECRET: fresh,
    SITE_SECRET_PREVIOUS: old,
  });
  expect([await isAccepted(old), await isAccepted(fresh), await isAccepted('a guess')]).toEqual([
    true,
    true,
    false,
  ]);

  const findings = await checkDeployment({ ...stack(), url, siteSecret: fresh });
  expect(findings).toContainEqual({
    name: 'Secret of site and functions',
    state: 'note',
    message: 'the previous one is accepted as well: npm run secret -- --finish removes it',
  });
  expect(await secret(fresh)).toContain('A rotation is in progress already');
  expect(await secret(old, '--finish')).toContain('SITE_SECRET is the old one.');
  expect(await secret(fresh, '--finish')).toContain('The old secret is no longer accepted.');
  expect(Object.fromEntries(api.secrets)).toEqual({ SITE_SECRET: fresh });
  expect([await isAccepted(old), await isAccepted(fresh), await isAccepted('')]).toEqual([
    false,
    true,
    false,
  ]);
});

test('the local stack gets a new secret and keeps its other ones', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hemline-secret-'));
  const file = join(folder, 'secrets.json');
  const before = await createSecrets();
  await writeFile(file, JSON.stringify(before), { mode: 0o600 });
  try {
    expect(await command([], { HEMLINE_STATE: folder })).toContain('from the next npm start');
    const { siteSecret, ...rest } = JSON.parse(await readFile(file, 'utf8')) as typeof before;
    expect(siteSecret).toMatch(/^\S{43}$/);
    expect({ ...rest, siteSecret: before.siteSecret }).toEqual(before);
    expect(siteSecret).not.toBe(before.siteSecret);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  } finally {
    await rm(folder, { recursive: true });
  }
  expect(await command([], { HEMLINE_STATE: folder })).toContain('No local stack found');
});
