import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { sql } from './actors.ts';
import { logIn } from './doors.ts';
import { stack } from '../support/stack.ts';

const made: string[] = [];
const { url, serviceRoleKey, dbUrl } = stack();

afterAll(async () => {
  await sql`delete from auth.users where email = any(${made})`;
});

async function makeAdmin(args: string[], settings: Record<string, string>): Promise<string> {
  const script = join(import.meta.dirname, '../../scripts/make-admin.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...settings },
  });
  return stdout.trim();
}

const statusOf = async (email: string, password: string) =>
  (await logIn('token?grant_type=password', { email, password })).status;

test.each([
  ['its database', { SUPABASE_DB_URL: dbUrl }],
  ['its API', { SUPABASE_URL: url, SUPABASE_SERVICE_ROLE_KEY: serviceRoleKey }],
])('through %s the script makes an administrator who can log in', async (_door, settings) => {
  const email = `boss-${randomUUID()}@test.example`;
  made.push(email);
  expect(await makeAdmin([email, 'first-password'], settings)).toBe(
    `${email} is an administrator now.`,
  );
  expect(await statusOf(email, 'first-password')).toBe(200);
  const rows = await sql`
    select a.email, p.id as profile from administrators a left join profiles p using (id)
    where a.email = ${email}`;
  expect(rows).toEqual([{ email, profile: null }]);

  await makeAdmin([email], { ...settings, ADMIN_PASSWORD: 'second-password' });
  expect(await statusOf(email, 'second-password')).toBe(200);
  expect(await statusOf(email, 'first-password')).toBe(400);
});

test('the script says how it is used, and takes no short password', async () => {
  const settings = { SUPABASE_DB_URL: dbUrl };
  await expect(makeAdmin([], settings)).rejects.toMatchObject({
    stderr: expect.stringContaining('npm run admin -- <email> <password>') as unknown,
  });
  await expect(makeAdmin(['a@test.example', 'short'], settings)).rejects.toMatchObject({
    stderr: expect.stringContaining('8 characters') as unknown,
  });
});
