import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { leanEnvironment, leanFlags } from './lean.ts';
import { keepRunning, type Started } from './keep-running.ts';
import { repository } from './paths.ts';
import { freePort } from './ports.ts';
import {
  commandLine,
  endWithThisProcess,
  startTime,
  stopProcess,
  type ProcessMark,
} from './processes.ts';
import type { State } from './state.ts';

/** One Deno process that runs all edge functions, as a hosted project's runtime would. */
export interface FunctionsHost {
  /** Where it always listens, after a death too. */
  url: string;
  /** Where it listens now; null while it starts again after a death. */
  port(): number | null;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const promptly = [
  { signal: 'SIGTERM', patience: 500 },
  { signal: 'SIGKILL', patience: 2_000 },
] as const;

export interface FunctionsOptions {
  state: State;
  folder: string;
  /** The variables that hosted functions have, and the shop's own secrets. */
  environment: Record<string, string>;
  log: (line: string) => void;
  onStart: (mark: ProcessMark) => Promise<void>;
}

export async function startFunctions(options: FunctionsOptions): Promise<FunctionsHost> {
  const { log } = options;
  const port = await freePort();
  const start = () => spawnDeno(options, port);
  const kept = await keepRunning(start, { name: 'The edge functions', log });
  return {
    url: `http://127.0.0.1:${port}`,
    port: () => kept.current()?.port ?? null,
    restart: () => kept.restart(),
    stop: () => kept.stop(),
  };
}

interface Deno extends Started {
  port: number;
}

async function spawnDeno(options: FunctionsOptions, wanted: number): Promise<Deno> {
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
      String(wanted),
    ],
    {
      cwd: repository,
      detached: true,
      // Its input closes when this process dies, however that happens; then it ends by itself.
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
  const mark: ProcessMark = { pid: child.pid ?? 0, started: startTime(child.pid ?? 0) };
  const letGo = endWithThisProcess(mark, 'SIGKILL');
  const ended = new Promise<void>((done) => {
    child.once('exit', () => {
      letGo();
      done();
    });
  });
  const port = await untilListening(child, join(state.directory, 'functions.log'));
  await options.onStart(mark);
  return { port, ended, stop: () => stopProcess(mark, promptly) };
}

/** The host's first line says its port; all other output goes to functions.log. */
function untilListening(child: ChildProcess, logFile: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = '';
    const kept = createWriteStream(logFile, { flags: 'a', mode: 0o600 });
    kept.on('error', () => undefined);
    child.once('close', () => kept.end());
    const keep = (chunk: Buffer): void => {
      const [, port] =
        /^listening (\d+)$/m.exec((text = (text + String(chunk)).slice(-4_000))) ?? [];
      if (port !== undefined) resolve(Number(port));
      kept.write(chunk);
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.once('error', reject);
    child.once('exit', (code) => {
      reject(new Error(`The edge functions ended while starting (${String(code)}).\n${text}`));
    });
  });
}

/** A Deno that outlived a killed launcher; only the one that serves this state. */
export async function stopOrphanedFunctions(state: State, mark: ProcessMark | undefined) {
  if (!mark || !commandLine(mark.pid).includes(state.directory)) return;
  await stopProcess(mark, promptly);
}
