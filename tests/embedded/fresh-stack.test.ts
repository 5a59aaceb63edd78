import type postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withDatabase } from '../../scripts/database.ts';
import { createTrial, launch, quit, type Launched, type Trial } from './launcher.ts';

let trial: Trial;
let stack: Launched;

/** Nobody has asked this stack for anything, and it is told that this is a test no more than `npm start` is. */
beforeAll(async () => {
  trial = await createTrial();
  await trial.write(
    'migrations/20260101000000_samples.sql',
    `create table public.samples (exact numeric, big bigint, day date, moment timestamp,
       instant timestamptz, days date[], instants timestamptz[], exacts numeric[], plain json,
       packed jsonb);
     insert into samples values (19.50, 9007199254740991, '2026-01-02', '2026-01-02 03:04:05',
       '2026-01-02 03:04:05.678+00', '{2026-01-02}', '{2026-01-02 03:04:05+00}', '{1.50}',
       '{"a": [1]}', '"text"');
     alter table public.samples enable row level security;
     create policy all_read on public.samples for select using (true);
     create policy all_add on public.samples for insert with check (true);`,
  );
  await trial.write('images/looks/one.webp', new Uint8Array([1, 2, 3]));
  stack = await launch(trial, { environment: { NODE_ENV: '' } });
});

afterAll(async () => {
  await quit(stack).finally(() => trial.remove());
});

test('the first requests, many at once, get every column as PostgREST writes it', async () => {
  const { url, anonKey } = stack.values;
  const answers = Array.from({ length: 24 }, () =>
    fetch(`${url}/rest/v1/samples`, { headers: { apikey: anonKey } }).then((it) => it.json()),
  );
  const sample = {
    ...{ exact: 19.5, big: 9007199254740991, day: '2026-01-02', moment: '2026-01-02T03:04:05' },
    ...{ instant: '2026-01-02T03:04:05.678+00:00', days: ['2026-01-02'], exacts: [1.5] },
    ...{ instants: ['2026-01-02T03:04:05+00:00'], plain: { a: [1] }, packed: 'text' },
  };
  for (const answer of await Promise.all(answers)) expect(answer).toEqual([sample]);
});

test('json is stored as it was sent, whatever the type of its column', async () => {
  const { url, anonKey, dbUrl } = stack.values;
  const values = { plain: { b: ['1'] }, packed: { c: null } };
  const headers = { apikey: anonKey, 'content-type': 'application/json' };
  const body = JSON.stringify(values);
  expect((await fetch(`${url}/rest/v1/samples`, { method: 'POST', headers, body })).status).toBe(
    201,
  );
  const query = (sql: postgres.Sql) =>
    sql`select plain, packed from samples where json_typeof(plain) = 'object' and exact is null`;
  expect(await withDatabase(dbUrl, query)).toEqual([values]);
});

test('storage is on, and nothing is said of switches that are', async () => {
  const path = 'storage/v1/object/public/images/looks/one.webp';
  expect((await fetch(`${stack.values.url}/${path}`)).status).toBe(200);
  expect(stack.output()).not.toMatch(/experimental/i);
});
