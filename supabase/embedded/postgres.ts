import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { chown, mkdir, open, readFile, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  commandLine,
  endWithThisProcess,
  startTime,
  stopProcess,
  type ProcessMark,
} from './processes.ts';
import { findPrograms } from './postgres-programs.ts';
import { serverUser, type ServerUser } from './postgres-user.ts';
import { keepRunning, type Started } from './keep-running.ts';
import type { State } from './state.ts';

export interface PostgresServer {
  /** False while it starts again after a death. */
  isRunning(): boolean;
  stop(): Promise<void>;
}

/**
 * Its data folder, which it is started in, as Postgres shall call it: the full path may lead through folders that only root may enter.
 */
const workingDirectory = '/proc/self/cwd';

/** Fast shutdown first: it rolls back what is open and writes everything down. */
const politely = [
  { signal: 'SIGINT', patience: 10_000 },
  { signal: 'SIGQUIT', patience: 3_000 },
  { signal: 'SIGKILL', patience: 3_000 },
] as const;

export const superuser = 'supabase_admin';

export interface PostgresOptions {
  port: number;
  /** false trades safety against a power cut for speed; for tests. */
  durable: boolean;
  log: (line: string) => void;
  /** Called at each death, before it is started again: connections to it are of no use any more. */
  onDeath: () => void;
}

export async function startPostgres(
  state: State,
  options: PostgresOptions,
): Promise<PostgresServer> {
  const start = async (): Promise<Started> => {
    const server = await spawnPostgres(state, options);
    void server.ended.then(options.onDeath);
    return server;
  };
  const kept = await keepRunning(start, { name: 'Postgres', log: options.log });
  return { isRunning: () => kept.current() !== null, stop: () => kept.stop() };
}

async function spawnPostgres(
  state: State,
  { port, durable }: Pick<PostgresOptions, 'port' | 'durable'>,
): Promise<Started> {
  const user = serverUser(state.database);
  const { initdb, postgres } = await findPrograms(user);
  if (!existsSync(join(state.database, 'PG_VERSION'))) await initialise(state, user, initdb);
  const settings = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '80',
    shared_buffers: '64MB',
    // Idle helpers that take memory and have nothing to do here.
    max_worker_processes: '2',
    max_logical_replication_workers: '0',
    wal_level: 'minimal',
    max_wal_senders: '0',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The last of it names the request, as the logs of site and functions do.
    log_line_prefix: '%m [%p] %a ',
    shared_preload_libraries: 'pg_stat_statements',
    // Read by nobody but us: tells in its command line whose Postgres this is.
    'hemline.data': state.database,
    fsync: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = await open(join(state.directory, 'postgres.log'), 'a', 0o600);
  const child = spawn(postgres, ['-D', workingDirectory, ...flags], {
    ...user,
    cwd: state.database,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    env: { ...process.env, LC_ALL: 'C.UTF-8', PGTZ: 'UTC' },
  });
  const mark: ProcessMark = { pid: child.pid ?? 0, started: startTime(child.pid ?? 0) };
  const letGo = endWithThisProcess(mark, 'SIGINT');
  const ended = new Promise<void>((done) => {
    child.once('exit', () => {
      letGo();
      done();
    });
  });
  await Promise.all([untilReady(state, child), log.close()]);
  return { ended, stop: () => stopProcess(mark, politely) };
}

async function initialise(state: State, user: ServerUser, initdb: string): Promise<void> {
  // Left behind by an earlier try that was cut off.
  await rm(state.database, { recursive: true, force: true });
  await mkdir(state.database, { recursive: true, mode: 0o700 });
  const passwordFile = join(state.directory, 'postgres-password');
  const password = await open(passwordFile, 'w', 0o600);
  try {
    await password.writeFile(state.secrets.postgresPassword);
    if (user.uid !== undefined) {
      await chown(state.database, user.uid, user.gid);
      await password.chown(user.uid, user.gid);
    }
    await runInitdb(initdb, user, { cwd: state.database, password: password.fd });
  } finally {
    await password.close();
    await rm(passwordFile, { force: true });
  }
}

function runInitdb(
  initdb: string,
  user: ServerUser,
  { cwd, password }: { cwd: string; password: number },
): Promise<void> {
  const options = [
    `--pgdata=${workingDirectory}`,
    `--username=${superuser}`,
    '--pwfile=/proc/self/fd/3',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
    '--no-instructions',
  ];
  return new Promise((resolve, reject) => {
    const stdio: StdioOptions = ['ignore', 'ignore', 'pipe', password];
    const child = spawn(initdb, options, { ...user, cwd, stdio });
    let complaint = '';
    child.stderr?.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`Postgres could not be set up: ${complaint}`)),
    );
  });
}

/** pg_ctl's own way: the last line of postmaster.pid says how far the server is. */
async function untilReady(state: State, child: ChildProcess): Promise<void> {
  let failure: Error | null = null;
  child.once('error', (error) => (failure = error));
  child.once('exit', () => (failure ??= new Error('it stopped')));
  const end = Date.now() + 60_000;
  for (;;) {
    if (failure) {
      const log = await readFile(join(state.directory, 'postgres.log'), 'utf8').catch(() => '');
      const tail = log.trim().split('\n').slice(-8).join('\n');
      throw new Error(`Postgres did not start.\n${tail}`, { cause: failure });
    }
    const lines = (await readPidFile(state)) ?? [];
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return;
    if (Date.now() > end) throw new Error('Postgres did not become ready within a minute.');
    await delay(10);
  }
}

async function readPidFile(state: State): Promise<string[] | null> {
  try {
    return (await readFile(join(state.database, 'postmaster.pid'), 'utf8')).split('\n');
  } catch {
    return null;
  }
}

/** After a `kill -9` of the launcher its Postgres lives on; only one with our data is ours to stop. */
export async function stopOrphanedPostgres(state: State): Promise<boolean> {
  const pid = Number((await readPidFile(state))?.[0]);
  if (!Number.isInteger(pid) || pid <= 1) return false;
  if (!commandLine(pid).includes(`${state.database} `)) {
    // After a power cut the number may be a stranger's by now, and Postgres would wait for it.
    await rm(join(state.database, 'postmaster.pid'), { force: true });
    return false;
  }
  await stopProcess({ pid, started: startTime(pid) }, politely);
  return true;
}
