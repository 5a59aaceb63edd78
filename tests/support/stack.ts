import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { JWK } from 'jose';
import type { TestProject } from 'vitest/node';
import { freePort } from '../../supabase/embedded/ports.ts';

export interface TestStack {
  url: string;
  functionsUrl: string;
  dbUrl: string;
  anonKey: string;
  serviceRoleKey: string;
  siteSecret: string;
  paystackSecretKey: string;
  /** Signs the clients' tokens; for tests with expired tokens. */
  signingKey: JWK;
  /** The folder with the stack's data and logs. */
  stateDir: string;
  /** The address of the built site, which is started in the projects e2e and faults only. */
  siteUrl: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    stack: TestStack;
  }
}

const root = resolve(import.meta.dirname, '../..');

/** Starts a stack for a Vitest project, on free ports and in a temporary folder. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stateDir = await mkdtemp(join(tmpdir(), 'hemline-test-'));
  const sitePort = await freePort();
  const siteUrl = `http://127.0.0.1:${sitePort}`;
  const cleanUp: (() => Promise<unknown>)[] = [
    () => rm(stateDir, { recursive: true, force: true, maxRetries: 10 }),
  ];
  const teardown = async (): Promise<void> => {
    for (const step of cleanUp.reverse()) await step();
  };
  try {
    const stack = await serve(stateDir, siteUrl);
    cleanUp.push(stack.stop);
    if (['e2e', 'faults'].includes(project.name)) {
      const site = await startBuiltSite(sitePort, siteUrl, stack.values);
      cleanUp.push(site.stop);
    }
    const secrets = await readFile(join(stateDir, 'secrets.json'), 'utf8');
    const { signingKey } = JSON.parse(secrets) as { signingKey: JWK };
    project.provide('stack', { ...stack.values, signingKey, stateDir, siteUrl });
  } catch (error) {
    await teardown();
    throw error;
  }
  return teardown;
}

export type Served = Omit<TestStack, 'siteUrl' | 'signingKey' | 'stateDir'>;

/** Starts the stack in a separate process, which ends when this one ends. */
export async function serve(stateDir: string, siteUrl: string) {
  const command = [
    join(root, 'supabase/embedded/serve.ts'),
    ...['--state', stateDir, '--ports', 'auto', '--site-url', siteUrl, '--test'],
  ];
  const child = spawn(process.execPath, command, {
    cwd: root,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    // All tests share one IP address; the tests of rate limits start stacks of their own.
    env: { ...process.env, AUTH_LIMIT_SIGN_INS: '10000000', AUTH_LIMIT_OTHERS: '10000000' },
  });
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  let output = '';
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr = (stderr + String(chunk)).slice(-20_000)));
  const values = await new Promise<Served>((ready, fail) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += String(chunk);
      const line = output.split('\n').find((text) => text.startsWith('{"url"'));
      if (line && output.includes('\n')) ready(JSON.parse(line) as Served);
    });
    child.once('error', fail);
    child.once('exit', () => fail(new Error(`The test stack did not start.\n${stderr}`)));
  });
  const stop = async (): Promise<void> => {
    child.stdin.end();
    child.kill('SIGTERM');
    await ended;
  };
  return { values, stop };
}

export async function startBuiltSite(
  port: number,
  url: string,
  stack: Served,
  log = (line: string): void => console.log(line),
) {
  const { buildSite } = await import('../../scripts/build-site.ts');
  const { startSite } = await import('../../scripts/site-process.ts');
  await buildSite({ log });
  return startSite({
    port,
    url,
    supabaseUrl: stack.url,
    functionsUrl: stack.functionsUrl,
    anonKey: stack.anonKey,
    siteSecret: stack.siteSecret,
    log,
  });
}
