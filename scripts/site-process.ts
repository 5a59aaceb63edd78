import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  supervise,
  type SupervisedProcess,
  type Supervisor,
} from '../supabase/embedded/supervisor.ts';
import { leanEnvironment, leanFlags } from '../supabase/embedded/lean.ts';
import { builtSite } from './build-site.ts';

export interface SiteOptions {
  readonly port: number;
  /** The host to listen on; the loopback address by default. */
  readonly host?: string;
  /** The site's address as browsers know it. */
  readonly url: string;
  readonly supabaseUrl: string;
  /** The address of the edge functions; Supabase's gateway by default. */
  readonly functionsUrl?: string;
  readonly anonKey: string;
  readonly siteSecret: string;
  /** The folder of transformed pictures; by default a temporary one, removed when the process ends. */
  readonly imageCache?: string;
  /** Further variables, as in docs/environment.md. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly log: (line: string) => void;
}

export interface SiteProcess extends SupervisedProcess {
  readonly url: string;
  readonly pid: number;
  /** Stops gracefully: running requests are answered first. */
  stop(): Promise<void>;
}

const root = join(import.meta.dirname, '..');
const startTimeoutMs = 60_000;

/** Starts the built site as a process of its own and waits until it is healthy. Rejects if it does not start. */
export async function startSite(options: SiteOptions): Promise<SiteProcess> {
  const host = options.host ?? '127.0.0.1';
  const build = await builtSite();
  await requireFree(options.port, host);
  const ownCache = options.imageCache ? null : await mkdtemp(join(tmpdir(), 'hemline-images-'));
  const passedOn = ['LOG_LEVEL', 'METRICS_HOST', 'METRICS_PORT', 'TRUSTED_PROXIES'];
  const passed = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => passedOn.includes(name)),
  );
  const child = spawn(process.execPath, [...leanFlags(512, 8), join(root, 'src/server/main.ts')], {
    cwd: root,
    // A process group of its own: Ctrl-C in the terminal reaches only the launcher, which stops everything in order.
    detached: true,
    // The IPC channel closes when the launcher ends, however it ends, and the site then stops too.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      // In local development only warnings and errors are of interest.
      LOG_LEVEL: 'warn',
      ...passed,
      DRAIN_SECONDS: '0',
      ...leanEnvironment,
      ...options.environment,
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      HEMLINE_BUILD: build,
      NODE_ENV: 'production',
      ASTRO_TELEMETRY_DISABLED: '1',
      SITE_URL: options.url,
      HOST: host,
      PORT: String(options.port),
      SUPABASE_URL: options.supabaseUrl,
      FUNCTIONS_URL: options.functionsUrl,
      SUPABASE_ANON_KEY: options.anonKey,
      SITE_SECRET: options.siteSecret,
      HEMLINE_IMAGE_CACHE: options.imageCache ?? ownCache ?? undefined,
    },
  });
  const output: string[] = [];
  const collect = (chunk: Buffer) => {
    for (const line of chunk.toString().split('\n').filter(Boolean)) {
      output.push(line);
      if (output.length > 50) output.shift();
      options.log(line);
    }
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);

  const ended = new Promise<void>((done) => child.once('exit', () => done())).then(async () => {
    if (ownCache) await rm(ownCache, { recursive: true, force: true });
  });
  const stop = async () => {
    await end(child);
    await ended;
  };
  try {
    await untilHealthy(child, `http://${host}:${options.port}/healthz`);
  } catch (error) {
    await stop();
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The site did not start: ${reason}\n${output.join('\n')}`, { cause: error });
  }
  return { url: options.url, pid: child.pid ?? 0, ended, stop };
}

/** The site, restarted whenever its process ends. Rejects if the first start fails. */
export function superviseSite(options: SiteOptions): Promise<Supervisor<SiteProcess>> {
  return supervise(() => startSite(options), { name: 'The site', log: options.log });
}

async function requireFree(port: number, host: string): Promise<void> {
  const probe = createServer();
  try {
    probe.listen(port, host);
    await once(probe, 'listening');
  } catch {
    throw new Error(`Port ${port} is in use. Set SITE_PORT to a free one.`);
  } finally {
    if (probe.listening) {
      probe.close();
      await once(probe, 'close');
    }
  }
}

async function untilHealthy(child: ChildProcess, address: string): Promise<void> {
  const deadline = Date.now() + startTimeoutMs;
  while (Date.now() < deadline) {
    const end = child.exitCode ?? child.signalCode;
    if (end !== null) throw new Error(`it ended with ${end}`);
    const response = await fetch(address, { signal: AbortSignal.timeout(1000) }).catch(() => null);
    await response?.body?.cancel();
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`no response within ${startTimeoutMs / 1000} s`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const killTimer = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await exited;
  clearTimeout(killTimer);
}
