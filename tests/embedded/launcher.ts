import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { copyTemplate } from '../support/template.ts';

const root = resolve(import.meta.dirname, '../..');

export interface Values {
  url: string;
  functionsUrl: string;
  dbUrl: string;
  anonKey: string;
  serviceRoleKey: string;
  siteSecret: string;
  paystackSecretKey: string;
  stripeSecretKey: string;
  stripeWebhookSecret: string;
  fresh: boolean;
  empty: boolean;
}

/** A stack in a separate process. */
export interface Launched {
  child: ChildProcess;
  values: Values;
  output(): string;
  /** Fulfilled with the exit code or signal. */
  ended: Promise<number | NodeJS.Signals | null>;
}

/** A Supabase project in a temporary folder, with the state of its stack. */
export interface Trial {
  folder: string;
  stateDir: string;
  write(path: string, text: string | Uint8Array): Promise<void>;
  remove(): Promise<void>;
}

export async function createTrial(): Promise<Trial> {
  const folder = await mkdtemp(join(tmpdir(), 'hemline-trial-'));
  const write = async (path: string, text: string | Uint8Array): Promise<void> => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  };
  return {
    folder,
    stateDir: join(folder, 'state'),
    write,
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

export interface LaunchOptions {
  /** Two ports with a comma between; by default free ones. */
  ports?: string;
  /** Runs the shop, with a site at this address, instead of the test project. */
  shopAt?: string;
  environment?: Record<string, string>;
  /** Without the seed of the project. */
  empty?: boolean;
  /** Creates the shop anew instead of from the template of the tests. */
  fresh?: boolean;
}

/** @throws if the launcher ends before it is ready, with its stderr as message */
export async function launch(trial: Trial, options: LaunchOptions = {}): Promise<Launched> {
  const { ports = 'auto', shopAt, environment = {}, fresh = false, empty = false } = options;
  if (shopAt && !fresh && !existsSync(trial.stateDir)) await copyTemplate(trial.stateDir);
  const project = shopAt ? ['--site-url', shopAt] : ['--project', trial.folder, '--watch'];
  const child = spawn(
    process.execPath,
    [
      join(root, 'supabase/embedded/serve.ts'),
      ...['--state', trial.stateDir, '--ports', ports, '--test'],
      ...project,
      ...(empty ? ['--empty'] : []),
    ],
    { cwd: root, stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, ...environment } },
  );
  const ended = new Promise<number | NodeJS.Signals | null>((done) =>
    child.once('exit', (code, signal) => done(signal ?? code)),
  );
  let stderr = '';
  let stdout = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const values = await new Promise<Values>((ready, fail) => {
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
      const line = stdout
        .split('\n')
        .slice(0, -1)
        .find((text) => text.startsWith('{"url"'));
      if (line) ready(JSON.parse(line) as Values);
    });
    child.once('close', () => fail(new Error(stderr)));
  });
  return { child, values, ended, output: () => stderr };
}

export async function quit(launched: Launched): Promise<void> {
  launched.child.kill('SIGTERM');
  await launched.ended;
}
