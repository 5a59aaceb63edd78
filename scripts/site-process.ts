import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepRunning, type Kept, type Started } from '../supabase/embedded/keep-running.ts';
import { leanEnvironment, leanFlags } from '../supabase/embedded/lean.ts';
import { builtSite } from './build-site.ts';

export interface SiteOptions {
  readonly port: number;
  /** Where it listens; the loopback address when left out. */
  readonly host?: string;
  /** The site's address as browsers know it. */
  readonly url: string;
  readonly supabaseUrl: string;
  /** The edge functions themselves; through Supabase's gateway when left out. */
  readonly functionsUrl?: string;
  readonly anonKey: string;
  readonly siteSecret: string;
  /** Where transformed pictures are kept; when left out, in a place that goes with the process. */
  readonly imageCache?: string;
  /** Further variables, as in docs/environment.md. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly log: (line: string) => void;
}

export interface SiteProcess extends Started {
  readonly url: string;
  readonly pid: number;
  /** Lets running requests end, then stops. */
  stop(): Promise<void>;
}

const root = join(import.meta.dirname, '..');
const bootTime = 60_000;

/** Starts the built site as a process of its own and waits until it answers. Rejects with what went wrong. */
export async function startSite(options: SiteOptions): Promise<SiteProcess> {
  const host = options.host ?? '127.0.0.1';
  const build = await builtSite();
  await requireFree(options.port, host);
  const ownCache = options.imageCache ? null : await mkdtemp(join(tmpdir(), 'hemline-images-'));
  const named = ['LOG_LEVEL', 'METRICS_HOST', 'METRICS_PORT', 'TRUSTED_PROXIES'];
  const chosen = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => named.includes(name)),
  );
  const child = spawn(process.execPath, [...leanFlags(512, 8), join(root, 'src/server/main.ts')], {
    cwd: root,
    // Its own group: Ctrl-C in the terminal reaches the launcher, which stops things in order.
    detached: true,
    // The channel tells the site when its launcher is gone, however that ended.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      // Its logs belong to production; whoever starts the shop at a desk wants to hear of trouble only.
      LOG_LEVEL: 'warn',
      ...chosen,
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
  const said: string[] = [];
  const listen = (chunk: Buffer) => {
    for (const line of chunk.toString().split('\n').filter(Boolean)) {
      said.push(line);
      if (said.length > 50) said.shift();
      options.log(line);
    }
  };
  child.stdout?.on('data', listen);
  child.stderr?.on('data', listen);

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
    throw new Error(`The site did not start: ${reason}\n${said.join('\n')}`, { cause: error });
  }
  return { url: options.url, pid: child.pid ?? 0, ended, stop };
}

/** The site, started again whenever its process dies. Rejects when it does not start at first. */
export function keepSite(options: SiteOptions): Promise<Kept<SiteProcess>> {
  return keepRunning(() => startSite(options), { name: 'The site', log: options.log });
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
  const deadline = Date.now() + bootTime;
  while (Date.now() < deadline) {
    const end = child.exitCode ?? child.signalCode;
    if (end !== null) throw new Error(`it ended with ${end}`);
    const response = await fetch(address, { signal: AbortSignal.timeout(1000) }).catch(() => null);
    await response?.body?.cancel();
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`no answer within ${bootTime / 1000} s`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const hard = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await gone;
  clearTimeout(hard);
}
