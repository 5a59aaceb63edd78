import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { leanEnvironment, leanFlags } from './lean.ts';
import { supervise, type SupervisedProcess } from './supervisor.ts';
import { repository } from './paths.ts';
import { freePort } from './ports.ts';
import {
  commandLine,
  endWithThisProcess,
  startTime,
  stopProcess,
  type ProcessIdentity,
} from './processes.ts';
import type { State } from './state.ts';

/** One Deno process that runs all edge functions, as a hosted project's runtime would. */
export interface FunctionsHost {
  /** The address, the same after a restart. */
  url: string;
  /** The port; null while it restarts. */
  port(): number | null;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const stopSignals = [
  { signal: 'SIGTERM', timeoutMs: 500 },
  { signal: 'SIGKILL', timeoutMs: 2_000 },
] as const;

export interface FunctionsOptions {
  state: State;
  folder: string;
  /** The variables of hosted functions, and the shop's own secrets. */
  environment: Record<string, string>;
  log: (line: string) => void;
  onStart: (identity: ProcessIdentity) => Promise<void>;
}

export async function startFunctions(options: FunctionsOptions): Promise<FunctionsHost> {
  const { log } = options;
  const port = await freePort();
  const start = () => spawnDeno(options, port);
  const supervisor = await supervise(start, { name: 'The edge functions', log });
  return {
    url: `http://127.0.0.1:${port}`,
    port: () => supervisor.current()?.port ?? null,
    restart: () => supervisor.restart(),
    stop: () => supervisor.stop(),
  };
}

interface Deno extends SupervisedProcess {
  port: number;
}

async function spawnDeno(options: FunctionsOptions, port: number): Promise<Deno> {
  const { state, folder } = options;
  await mkdir(folder, { recursive: true });
  const child = spawn(
    join(repository, 'node_modules/deno/deno'),
    [
      'run',
      `--v8-flags=${leanFlags(512).join()}`,
      '--no-check',
      '--no-prompt',
      '--no-lock',
      // Imports are found in node_modules; the versions in each function's deno.json are for hosted projects.
      '--node-modules-dir=manual',
      '--allow-net',
      '--allow-env',
      '--allow-read',
      '--allow-sys',
      join(import.meta.dirname, 'functions-host.ts'),
      folder,
      state.directory,
      String(port),
    ],
    {
      cwd: repository,
      detached: true,
      // stdin closes when this process ends, however it ends; the host then exits.
      stdio: ['pipe', 'pipe', 'pipe'],
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: process.env['HOME'] ?? state.directory,
        DENO_DIR: state.denoCache,
        DENO_NO_UPDATE_CHECK: '1',
        DO_NOT_TRACK: '1',
        NO_COLOR: '1',
        TZ: 'UTC',
        ...leanEnvironment,
        ...options.environment,
      },
    },
  );
  child.stdin.on('error', () => undefined);
  const identity: ProcessIdentity = { pid: child.pid ?? 0, started: startTime(child.pid ?? 0) };
  const cancelExitHook = endWithThisProcess(identity, 'SIGKILL');
  const ended = new Promise<void>((done) => {
    child.once('exit', () => {
      cancelExitHook();
      done();
    });
  });
  const listeningPort = await untilListening(child, join(state.directory, 'functions.log'));
  await options.onStart(identity);
  return { port: listeningPort, ended, stop: () => stopProcess(identity, stopSignals) };
}

/** The port that the host prints once it listens. All output goes to functions.log. */
function untilListening(child: ChildProcess, logFile: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = '';
    const log = createWriteStream(logFile, { flags: 'a', mode: 0o600 });
    log.on('error', () => undefined);
    child.once('close', () => log.end());
    const collect = (chunk: Buffer): void => {
      const [, port] =
        /^listening (\d+)$/m.exec((text = (text + String(chunk)).slice(-4_000))) ?? [];
      if (port !== undefined) resolve(Number(port));
      log.write(chunk);
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.once('error', reject);
    child.once('exit', (code) => {
      reject(new Error(`The edge functions ended while starting (${String(code)}).\n${text}`));
    });
  });
}

/** Stops the Deno process of a killed launcher, but only the one of this state. */
export async function stopOrphanedFunctions(state: State, identity: ProcessIdentity | undefined) {
  if (!identity || !commandLine(identity.pid).includes(state.directory)) return;
  await stopProcess(identity, stopSignals);
}
