import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startManagementApi, type ManagementApi } from '../../support/management-api.ts';
import { readDocuments, root } from './documents.ts';

const run = promisify(execFile);
const words: Readonly<Record<string, string>> = {
  '<ref>': 'abcdefghijklmnopqrst',
  '<org>': 'my-org',
  '<db-password>': 'aVeryLongPassword',
};
let api: ManagementApi;
let guide: string;
let folder: string;
let config: string;

beforeAll(async () => {
  const documents = await readDocuments();
  guide = documents.find(({ path }) => path === 'docs/operating.md')?.text ?? '';
  for (const [word, mine] of Object.entries(words)) guide = guide.replaceAll(word, mine);
  api = await startManagementApi();
  folder = await mkdtemp(join(tmpdir(), 'hemline-hosted-'));
  await mkdir(join(folder, 'supabase'));
  config = join(folder, 'supabase/config.toml');
});

afterAll(async () => {
  await api.stop();
  await rm(folder, { recursive: true });
});

/** Runs the line of the guide that begins so, in a checkout that was never linked, and gives all that it says. */
async function follow(beginning: string): Promise<string> {
  const line = guide.split('\n').find((it) => it.startsWith(`npx supabase ${beginning}`));
  expect(line, beginning).toBeDefined();
  const args = (line ?? '').split(' ').slice(2);
  const env = {
    ...process.env,
    SUPABASE_TELEMETRY_DISABLED: '1',
    DO_NOT_TRACK: '1',
    SUPABASE_ACCESS_TOKEN: `sbp_${'0'.repeat(40)}`,
  };
  const there = ['--workdir', folder, '--profile', api.profile, '--yes'];
  const program = join(root, 'node_modules/.bin/supabase');
  const { stdout, stderr } = await run(program, [...args, ...there], { env, timeout: 100_000 });
  return stdout + stderr;
}

test('the commands of the guide make a project, link it, tell its keys and set up its logins', async () => {
  await copyFile(join(root, 'supabase/config.toml'), config);
  const [made, linked, keys] = await Promise.all(
    ['projects create', 'link', 'projects api-keys'].map(follow),
  );
  expect(made).toContain('abcdefghijklmnopqrst');
  expect(api.requests.get('POST /v1/projects')).toEqual({
    ...{ name: 'hemline', organization_slug: 'my-org', region: 'eu-central-1' },
    db_pass: 'aVeryLongPassword',
  });
  expect(linked).toContain('Finished supabase link.');
  const [, file = ''] = /^cat (\S+)$/m.exec(guide) ?? [];
  expect(await readFile(join(folder, file), 'utf8')).toMatch(
    /^postgresql:\/\/postgres\.abcdefghijklmnopqrst@\S+\/postgres$/,
  );
  expect(keys).toContain('SUPABASE_ANON_KEY="the-anon-key"');
  expect(keys).toContain('SUPABASE_SERVICE_ROLE_KEY="the-service-key"');

  const [, settings = ''] = /^```toml\n(.*?)^```/ms.exec(guide) ?? [];
  await writeFile(config, `${await readFile(config, 'utf8')}\n${settings}`);
  // The stand-in has no words for the two hundred settings that Supabase repeats after taking these.
  const refused: unknown = await follow('config push').catch((error: unknown) => error);
  expect(refused).toMatchObject({
    stderr: expect.stringMatching(/\[remotes\.shop\].*failed to update Auth config/s),
  });
  expect(api.requests.get('PATCH /v1/projects/abcdefghijklmnopqrst/config/auth')).toMatchObject({
    hook_send_email_enabled: true,
    hook_send_email_uri: 'pg-functions://postgres/private/queue_account_mail',
    mailer_notifications_email_changed_enabled: true,
    mailer_notifications_password_changed_enabled: true,
    ...{ site_url: 'https://shop.example', uri_allow_list: 'https://shop.example/**' },
    mailer_autoconfirm: false,
    // As supabase/config.toml has them: no limit is raised for everybody.
    ...{ rate_limit_token_refresh: 150, rate_limit_otp: 30, smtp_max_frequency: 20 },
    ...{ security_update_password_require_reauthentication: true },
    ...{ mailer_secure_email_change_enabled: false, mailer_otp_exp: 3600 },
    hook_password_verification_attempt_enabled: false,
  });
  // The guide sets it by hand, which a later push must leave.
  expect(
    api.requests.get('PATCH /v1/projects/abcdefghijklmnopqrst/config/auth'),
  ).not.toHaveProperty('rate_limit_email_sent');
});

test('the staging project of supabase/config.toml gets its own settings', async () => {
  const text = await readFile(join(root, 'supabase/config.toml'), 'utf8');
  const example = text.slice(text.indexOf('# [remotes.staging]'));
  const settings = example.replaceAll(/^# ?/gm, '');
  await writeFile(config, text + settings.replace('<staging-ref>', 'abcdefghijklmnopqrst'));
  const refused: unknown = await follow('config push').catch((error: unknown) => error);
  expect(refused).toMatchObject({
    stderr: expect.stringMatching(/\[remotes\.staging\].*failed to update Auth config/s),
  });
  expect(api.requests.get('PATCH /v1/projects/abcdefghijklmnopqrst/config/auth')).toMatchObject({
    ...{ site_url: 'https://staging.shop.example', mailer_autoconfirm: false },
    hook_password_verification_attempt_enabled: false,
  });
});
