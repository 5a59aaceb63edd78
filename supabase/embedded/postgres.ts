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
  type ProcessIdentity,
} from './processes.ts';
import { findPrograms } from './postgres-programs.ts';
import { serverUser, type ServerUser } from './postgres-user.ts';
import { supervise, type SupervisedProcess } from './supervisor.ts';
import type { State } from './state.ts';

export interface PostgresServer {
  /** False while it restarts. */
  isRunning(): boolean;
  stop(): Promise<void>;
}

/**
 * The data directory for Postgres' command line: its working directory, as the full path may contain folders that only root can enter.
 */
const workingDirectory = '/proc/self/cwd';

/** Postgres' fast shutdown first: it rolls back open transactions and writes a checkpoint. */
const shutdownSignals = [
  { signal: 'SIGINT', timeoutMs: 10_000 },
  { signal: 'SIGQUIT', timeoutMs: 3_000 },
  { signal: 'SIGKILL', timeoutMs: 3_000 },
] as const;

export const superuser = 'supabase_admin';

export interface PostgresOptions {
  port: number;
  /** false is faster, but loses data in a power failure; for tests. */
  durable: boolean;
  log: (line: string) => void;
  /** Called when it has ended, before a restart: all connections to it are lost. */
  onExit: () => void;
}

export async function startPostgres(
  state: State,
  options: PostgresOptions,
): Promise<PostgresServer> {
  const start = async (): Promise<SupervisedProcess> => {
    const server = await spawnPostgres(state, options);
    void server.ended.then(options.onExit);
    return server;
  };
  const supervisor = await supervise(start, { name: 'Postgres', log: options.log });
  return { isRunning: () => supervisor.current() !== null, stop: () => supervisor.stop() };
}

async function spawnPostgres(
  state: State,
  { port, durable }: Pick<PostgresOptions, 'port' | 'durable'>,
): Promise<SupervisedProcess> {
  const user = serverUser(state.database);
  const { initdb, postgres } = await findPrograms(user);
  if (!existsSync(join(state.database, 'PG_VERSION'))) await initialise(state, user, initdb);
  const settings = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '80',
    shared_buffers: '64MB',
    // Background workers without use here cost memory.
    max_worker_processes: '2',
    max_logical_replication_workers: '0',
    wal_level: 'minimal',
    max_wal_senders: '0',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // %a is the application name, which contains the request id.
    log_line_prefix: '%m [%p] %a ',
    shared_preload_libraries: 'pg_stat_statements',
    // A custom setting, only to identify this server by its command line.
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
  const identity: ProcessIdentity = { pid: child.pid ?? 0, started: startTime(child.pid ?? 0) };
  const cancelExitHook = endWithThisProcess(identity, 'SIGINT');
  const ended = new Promise<void>((done) => {
    child.once('exit', () => {
      cancelExitHook();
      done();
    });
  });
  await Promise.all([untilReady(state, child), log.close()]);
  return { ended, stop: () => stopProcess(identity, shutdownSignals) };
}

async function initialise(state: State, user: ServerUser, initdb: string): Promise<void> {
  // An interrupted attempt may have left an incomplete directory.
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
    let stderr = '';
    child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`initdb failed: ${stderr}`)),
    );
  });
}

/** Waits as pg_ctl does, by the status line of postmaster.pid. */
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

/** Stops the Postgres of a launcher that was killed with `kill -9`, but only the one of this state. */
export async function stopOrphanedPostgres(state: State): Promise<boolean> {
  const pid = Number((await readPidFile(state))?.[0]);
  if (!Number.isInteger(pid) || pid <= 1) return false;
  if (!commandLine(pid).includes(`${state.database} `)) {
    // After a power failure another process may have this pid, and Postgres would refuse to start.
    await rm(join(state.database, 'postmaster.pid'), { force: true });
    return false;
  }
  await stopProcess({ pid, started: startTime(pid) }, shutdownSignals);
  return true;
}
