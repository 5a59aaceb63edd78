import { readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandLine } from '../../supabase/embedded/processes.ts';
import { createTrial, launch, quit, type Launched, type Trial } from './launcher.ts';

let trial: Trial;
let stack: Launched;

beforeAll(async () => {
  trial = await createTrial();
  await trial.write(
    'migrations/20260101000000_notes.sql',
    `create table public.notes (text text);
     alter table public.notes enable row level security;
     create policy all_read on public.notes for select using (true);`,
  );
  await trial.write('seed.sql', `insert into notes values ('from the seed');`);
  await trial.write('images/looks/one.webp', new Uint8Array([1, 2, 3]));
  await trial.write(
    'functions/hello/index.ts',
    `Deno.serve((request) => Response.json({
       path: new URL(request.url).pathname,
       from: request.headers.get('x-forwarded-for'),
       names: Object.keys(Deno.env.toObject()),
       pid: Deno.pid,
     }));`,
  );
  await trial.write('functions/broken/index.ts', `throw new Error('does not start');`);
  stack = await launch(trial);
});

afterAll(() => quit(stack).finally(() => trial.remove()));

/** Every process whose command line names this trial's state: its launcher, Postgres and Deno. */
async function processes(): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => commandLine(Number(pid)).includes(trial.stateDir));
}

async function notes(): Promise<string[]> {
  const { url, anonKey } = stack.values;
  const answer = await fetch(`${url}/rest/v1/notes`, { headers: { apikey: anonKey } });
  return ((await answer.json()) as { text: string }[]).map((note) => note.text);
}

interface Hello {
  path: string;
  from: string;
  names: string[];
  pid: number;
}

async function hello(): Promise<Hello | null> {
  const claimed = { 'x-forwarded-for': '203.0.113.9' };
  const answer = await fetch(`${stack.values.url}/functions/v1/hello/there`, { headers: claimed });
  return answer.ok ? ((await answer.json()) as Hello) : null;
}

describe('a fresh start', () => {
  test('has migrated, loaded the seed and uploaded the pictures', async () => {
    expect(stack.values.fresh).toBe(true);
    expect(await notes()).toEqual(['from the seed']);
    const one = `${stack.values.url}/storage/v1/object/public/images/looks/one.webp`;
    const picture = await fetch(one);
    expect(picture.headers.get('content-type')).toBe('image/webp');
    expect((await picture.arrayBuffer()).byteLength).toBe(3);
  });

  test('runs functions with the environment of a hosted project; one broken function harms no other', async () => {
    const answer = await hello();
    expect(answer?.path).toBe('/hello/there');
    // The real address of the client, not the claimed one.
    expect(answer?.from).toMatch(/127\.0\.0\.1$/);
    const names = ['SUPABASE_URL', 'SUPABASE_ANON_KEY', 'SUPABASE_SERVICE_ROLE_KEY'].concat([
      ...['SUPABASE_DB_URL', 'SITE_URL', 'PAYSTACK_SECRET_KEY'],
    ]);
    expect(answer?.names).toEqual(expect.arrayContaining(names));
    expect((await fetch(`${stack.values.url}/functions/v1/broken`)).status).toBe(503);
  });

  test('keeps its secrets to itself', async () => {
    const { mode } = await stat(join(trial.stateDir, 'secrets.json'));
    expect(mode & 0o077).toBe(0);
    const { mode: database } = await stat(join(trial.stateDir, 'db'));
    expect(database & 0o077).toBe(0);
  });
});

describe('another start beside it', () => {
  test('names a port in use and the setting that changes it', async () => {
    const other = { ...trial, stateDir: join(trial.folder, 'other') };
    const taken = new URL(stack.values.url).port;
    const database = new URL(stack.values.dbUrl).port;
    await expect(launch(other, { ports: `${taken},1` })).rejects.toThrow(
      new RegExp(`Port ${taken} .*in use.*SUPABASE_PORT`),
    );
    await expect(launch(other, { ports: `0,${database}` })).rejects.toThrow(
      new RegExp(`Port ${database} .*in use.*POSTGRES_PORT`),
    );
    await rm(other.stateDir, { recursive: true });
  });

  test('does not touch a state that is in use', async () => {
    await expect(launch(trial)).rejects.toThrow(/already running/);
    expect(await notes()).toEqual(['from the seed']);
  });
});

test('functions come back when their process dies', async () => {
  const before = await hello();
  process.kill(before?.pid ?? 0, 'SIGKILL');
  await expect.poll(async () => (await hello().catch(() => null))?.pid).toBeDefined();
  expect((await hello())?.pid).not.toBe(before?.pid);
});

/** The number of the process that holds the database. */
async function postgresPid(): Promise<number> {
  const file = await readFile(join(trial.stateDir, 'db/postmaster.pid'), 'utf8');
  return Number(file.split('\n')[0]);
}

async function health() {
  const answer = await fetch(`${stack.values.url}/health`);
  return { status: answer.status, body: (await answer.json()) as unknown };
}

const well = { status: 200, body: { status: 'ok', functions: true, database: true } };

test('while Postgres is away health and every answer say so; it comes back by itself', async () => {
  const settings = join(trial.stateDir, 'db/postgresql.conf');
  // Without its settings it cannot start again before we want it to.
  await rename(settings, `${settings}.away`);
  process.kill(await postgresPid(), 'SIGKILL');
  const body = { status: 'unhealthy', functions: true, database: false };
  await expect.poll(health).toEqual({ status: 503, body });
  const { url, anonKey } = stack.values;
  for (const path of ['rest/v1/notes', 'auth/v1/user', 'paystack/transaction', 'mailbox']) {
    const answer = await fetch(`${url}/${path}`, { headers: { apikey: anonKey } });
    expect([path, answer.status, answer.headers.get('retry-after')]).toEqual([path, 503, '1']);
    expect(await answer.json()).toMatchObject({ code: 'PGRST001' });
  }
  await rename(`${settings}.away`, settings);
  await expect.poll(health).toEqual(well);
  expect(await notes()).toEqual(['from the seed']);
});

test(
  'Postgres may die again and again under many requests: each is answered or told to come again',
  { tags: ['more'] },
  async () => {
    const { url, anonKey, serviceRoleKey } = stack.values;
    const headers = { apikey: anonKey, authorization: `Bearer ${serviceRoleKey}` };
    // The first request of a stack reads the schema.
    expect(await notes()).toEqual(['from the seed']);
    const told = new Set<number>();
    let going = true;
    const client = async (): Promise<void> => {
      while (going) {
        const answer = await fetch(`${url}/rest/v1/notes`, { headers });
        await answer.arrayBuffer();
        told.add(answer.status);
      }
    };
    const requests = Promise.all(Array.from({ length: 16 }, client));
    try {
      for (let death = 0; death < 4; death += 1) {
        const pid = await postgresPid();
        process.kill(pid, 'SIGKILL');
        await expect.poll(postgresPid).not.toBe(pid);
        await expect.poll(health).toEqual(well);
      }
    } finally {
      going = false;
    }
    await requests;
    // A restart may be too quick for any request to be refused; four are not.
    expect([...told].sort()).toEqual([200, 503]);
    expect(await notes()).toEqual(['from the seed']);
  },
);

test('a changed function is reloaded', async () => {
  await trial.write('functions/late/index.ts', `Deno.serve(() => new Response('here'));`);
  const late = async (): Promise<string> => {
    const answer = await fetch(`${stack.values.url}/functions/v1/late`);
    return answer.text();
  };
  await expect.poll(late).toBe('here');
});

test('after kill -9 the next start recovers, keeps the data and applies what is new', async () => {
  const sql = postgres(stack.values.dbUrl, { max: 1 });
  await sql`insert into notes values ('written before the end')`;
  await sql.end();
  stack.child.kill('SIGKILL');
  await stack.ended;
  expect((await processes()).length).toBeGreaterThan(0);
  await trial.write(
    'migrations/20260102000000_more.sql',
    `insert into public.notes values ('from a new migration');`,
  );
  stack = await launch(trial);
  expect(stack.values.fresh).toBe(false);
  expect(await notes()).toEqual([
    'from the seed',
    'written before the end',
    'from a new migration',
  ]);
  expect(await hello()).not.toBeNull();
  // The launcher, Postgres and Deno; Postgres' own children show other command lines.
  expect(await processes()).toHaveLength(3);
});

test('Ctrl-C stops everything and leaves nothing running', async () => {
  stack.child.kill('SIGINT');
  expect(await stack.ended).toBe(0);
  expect(await processes()).toEqual([]);
});

test('a migration that fails is named with its line; data of another version is refused with what to do about it, and stays', async () => {
  const [wrong, newer] = ['20260103000000_wrong.sql', '20260104000000_baseline.sql'].map(
    (it) => `migrations/${it}`,
  ) as [string, string];
  await trial.write(
    wrong,
    `select 1;\ninsert into public.notes values ('half');\nselect nonsense;`,
  );
  await expect(launch(trial)).rejects.toThrow(
    /20260103000000_wrong\.sql failed in line 3.*nonsense/,
  );
  expect(await processes()).toEqual([]);
  await rm(join(trial.folder, wrong));
  const known = join(trial.folder, 'migrations/20260101000000_notes.sql');
  await rename(known, `${known}.away`);
  await trial.write(newer, `drop table public.notes;`);
  await expect(launch(trial)).rejects.toThrow(
    /another version.*20260101000000.*`npm run backup`.*`npm run reset`/,
  );
  expect(await processes()).toEqual([]);
  await rm(join(trial.folder, newer));
  await rename(`${known}.away`, known);
  // As after a power cut: the number in the lock file now belongs to a process that is not Postgres.
  await trial.write('state/db/postmaster.pid', `${process.pid}\n${trial.stateDir}/db\n1\n5432\n`);
  stack = await launch(trial);
  expect(await notes()).toContain('written before the end');
  expect(await notes()).not.toContain('half');
});

test('ends by itself when the process that started it goes away', async () => {
  stack.child.stdin?.end();
  await stack.ended;
  await expect.poll(processes).toEqual([]);
  const log = await readFile(join(trial.stateDir, 'postgres.log'), 'utf8');
  expect(log).toContain('database system is shut down');
});

test('what begins empty stays without seed and pictures; what has them is not emptied', async () => {
  await expect(launch(trial, { empty: true })).rejects.toThrow(
    /demo goods.*`npm run reset`.*--empty/,
  );
  await rm(trial.stateDir, { recursive: true });
  for (const empty of [true, false]) {
    stack = await launch(trial, { empty });
    expect([stack.values.empty, await notes()]).toEqual([true, []]);
    const path = 'storage/v1/object/public/images/looks/one.webp';
    expect((await fetch(`${stack.values.url}/${path}`)).status).toBe(400);
    if (empty) await quit(stack);
  }
});
