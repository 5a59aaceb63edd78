import { expect } from 'vitest';
import { scheduleTask } from '../../scripts/schedule.ts';
import { test, type Tx } from './actors.ts';

/** What pg_cron, pg_net and the vault of a hosted project do with what they are told, without a clock and a network. */
async function standIns(tx: Tx) {
  await tx.unsafe(`
    create schema vault;
    create schema cron;
    create schema net;
    create table vault.secrets (id uuid primary key default gen_random_uuid(), name text unique, secret text);
    create view vault.decrypted_secrets as select name, secret as decrypted_secret from vault.secrets;
    create function vault.create_secret(new_secret text, new_name text) returns uuid language sql as
      'insert into vault.secrets (secret, name) values (new_secret, new_name) returning id';
    create function vault.update_secret(secret_id uuid, new_secret text) returns void language sql as
      'update vault.secrets set secret = new_secret where id = secret_id';
    create table cron.job (jobname text primary key, schedule text, command text);
    create function cron.schedule(job_name text, schedule text, command text) returns void language sql as
      'insert into cron.job values ($1, $2, $3) on conflict (jobname) do update set schedule = $2, command = $3';
    create table net.asked (url text, headers jsonb);
    create function net.http_post(url text, headers jsonb, timeout_milliseconds int) returns void language sql as
      'insert into net.asked values (url, headers)';`);
}

test('a hosted project calls the functions with the key of the day', async ({ tx }) => {
  await standIns(tx);
  const url = 'https://shop.supabase.co';
  await scheduleTask(tx, { url: `${url}/`, serviceRoleKey: 'old' });
  await scheduleTask(tx, { url, serviceRoleKey: 'new' });
  const jobs = await tx<{ schedule: string; command: string }[]>`
      select schedule, command from cron.job`;
  expect(jobs).toHaveLength(1);
  const [{ schedule, command } = { schedule: '', command: '' }] = jobs;
  expect(schedule).toBe('*/5 * * * *');
  // The key is in the vault and not in the job.
  expect(command).not.toContain('new');
  await tx.unsafe(command);
  expect(await tx`select url, headers from net.asked`).toEqual([
    { url: `${url}/functions/v1/payments/reconcile`, headers: { authorization: 'Bearer new' } },
  ]);
});
