import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../../scripts/settings.ts';
import { startSite, type SiteProcess } from '../../scripts/site-process.ts';

/** The addresses and keys of a running stack. */
export interface Served {
  url: string;
  functionsUrl: string;
  dbUrl: string;
  anonKey: string;
  serviceRoleKey: string;
  siteSecret: string;
  paystackSecretKey: string;
  stripeSecretKey: string;
  stripeWebhookSecret: string;
}

/** Starts the stack in a separate process, which ends when this one ends. */
export async function serve(
  stateDir: string,
  siteUrl: string,
  { watch = false, empty = false } = {},
) {
  const command = [
    join(root, 'supabase/embedded/serve.ts'),
    ...['--state', stateDir, '--ports', 'auto', '--site-url', siteUrl, '--test'],
    ...(watch ? ['--watch'] : []),
    ...(empty ? ['--empty'] : []),
  ];
  const child = spawn(process.execPath, command, {
    cwd: root,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    // All tests share one IP address; the tests of rate limits start stacks of their own.
    env: {
      ...process.env,
      ...{ AUTH_LIMIT_SIGN_INS: '10000000', AUTH_LIMIT_OTHERS: '10000000' },
      AUTH_LIMIT_ANONYMOUS_USERS: '10000000',
    },
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

/** Starts the site that is built already. */
export function startBuiltSite(
  port: number,
  url: string,
  stack: Served,
  log = (line: string): void => console.log(line),
): Promise<SiteProcess> {
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
