import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../../supabase/embedded/ports.ts';
import { root } from '../../scripts/settings.ts';
import { startSite, type SiteProcess } from '../../scripts/site-process.ts';

/** A shop in separate processes, as started by `npm start`. */
export interface Shop {
  readonly url: string;
  readonly supabaseUrl: string;
  readonly databaseUrl: string;
  readonly anonKey: string;
  /** Milliseconds from the start of the command to the first page. */
  readonly bootTime: number;
  /** Memory of all processes in megabytes; shared memory counts once. */
  memory(): number;
  /** The same with shared memory counted in each process, as `ps` shows it. */
  resident(): number;
  /** The launcher, the parent of all processes. */
  readonly pid: number;
  stop(): Promise<void>;
  /** Another instance of the site, beside that of the command. */
  startSecondSite(): Promise<SiteProcess>;
}

/** Rate limits above any measurement; the limits themselves have tests. */
const limits = {
  ...{ LIMIT_LOGIN: '1000000', LIMIT_REGISTER: '1000000' },
  ...{ LIMIT_VISIT: '1000000', LIMIT_REVIEW: '1000000', LIMIT_ORDER: '1000000' },
  ...{ AUTH_LIMIT_SIGN_INS: '10000000', AUTH_LIMIT_OTHERS: '10000000' },
  AUTH_LIMIT_ANONYMOUS_USERS: '10000000',
};

/** @param code another checkout of this repository, to compare with */
export async function startShop(stateDir: string, code = root): Promise<Shop> {
  const [site, supabase, database] = [await freePort(), await freePort(), await freePort()];
  const url = `http://127.0.0.1:${site}`;
  const startedAt = performance.now();
  const child = spawn(process.execPath, [join(code, 'scripts/run.mjs'), 'start'], {
    cwd: code,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      ...limits,
      SITE_PORT: String(site),
      SITE_URL: url,
      SUPABASE_PORT: String(supabase),
      POSTGRES_PORT: String(database),
      HEMLINE_STATE: stateDir,
    },
  });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  };
  try {
    await untilPage(child, url);
  } catch (error) {
    await stop();
    throw error;
  }
  const bootTime = performance.now() - startedAt;
  const secrets = JSON.parse(await readFile(join(stateDir, 'secrets.json'), 'utf8')) as {
    anonKey: string;
    siteSecret: string;
    postgresPassword: string;
  };
  const supabaseUrl = `http://127.0.0.1:${supabase}`;
  return {
    url,
    supabaseUrl,
    databaseUrl: `postgresql://postgres:${secrets.postgresPassword}@127.0.0.1:${database}/postgres`,
    anonKey: secrets.anonKey,
    bootTime,
    memory: () => memoryOf(child.pid ?? 0, 'Pss'),
    resident: () => memoryOf(child.pid ?? 0, 'Rss'),
    pid: child.pid ?? 0,
    stop,
    async startSecondSite() {
      const { anonKey, siteSecret } = secrets;
      const port = await freePort();
      const at = { port, url: `http://127.0.0.1:${port}`, supabaseUrl };
      return startSite({ ...at, anonKey, siteSecret, log: (line) => console.log(line) });
    },
  };
}

async function untilPage(child: ChildProcess, url: string): Promise<void> {
  const end = Date.now() + 180_000;
  while (Date.now() < end) {
    if (child.exitCode !== null) throw new Error('The shop ended while it started.');
    const page = await fetch(url, { signal: AbortSignal.timeout(20_000) }).catch(() => null);
    await page?.body?.cancel();
    if (page?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('The shop did not start within three minutes.');
}

/** A process and all its descendants. */
export function familyOf(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((it) => /^\d+$/.test(it))) {
    const stat = readOr(`/proc/${name}/stat`);
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    if (stat) parents.set(Number(name), parent);
  }
  const family = [pid];
  for (const member of family) {
    for (const [child, parent] of parents) if (parent === member) family.push(child);
  }
  return family;
}

/** `Pss` (proportional set size) or `Rss` of a process and its descendants. */
function memoryOf(pid: number, measure: 'Pss' | 'Rss'): number {
  const kilobytes = familyOf(pid).map((it) =>
    Number(
      new RegExp(`^${measure}:\\s+(\\d+)`, 'm').exec(readOr(`/proc/${it}/smaps_rollup`))?.[1] ?? 0,
    ),
  );
  return kilobytes.reduce((sum, it) => sum + it, 0) / 1024;
}

export function readOr(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
