import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { root } from '../settings.ts';

/** Public tools, fetched at the first measurement: nobody who builds or tests the shop needs them. */
const versions = { autocannon: '9.0.0', lighthouse: '13.5.0' };
const folder = join(root, 'node_modules/.cache/hemline-bench');

function install(name: keyof typeof versions): void {
  const wanted = `${name}@${versions[name]}`;
  if (existsSync(join(folder, 'node_modules', name, 'package.json'))) return;
  console.log(`Fetching ${wanted} …`);
  mkdirSync(folder, { recursive: true });
  const flags = ['--no-audit', '--no-fund', '--no-save', '--loglevel=error', `--prefix=${folder}`];
  // Both at once: npm takes away what a second installation does not name.
  const all = Object.entries(versions).map(([tool, version]) => `${tool}@${version}`);
  const done = spawnSync('npm', ['install', ...flags, ...all], { stdio: 'inherit' });
  if (done.status !== 0) throw new Error(`${wanted} could not be fetched.`);
}

const require = createRequire(join(folder, 'package.json'));

export interface CannonResult {
  readonly '2xx': number;
  readonly non2xx: number;
  readonly errors: number;
  readonly mismatches: number;
  readonly duration: number;
  readonly latency: { readonly p50: number; readonly p99: number };
}

interface CannonRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

type Cannon = (options: {
  url: string;
  connections: number;
  duration: number;
  /** Requests a second over all connections; as many as can be when left out. */
  overallRate?: number;
  requests: readonly CannonRequest[];
}) => Promise<CannonResult>;

export function loadCannon(): Cannon {
  install('autocannon');
  return require('autocannon') as Cannon;
}

/** Where Lighthouse's command is. */
export function lighthouseProgram(): string {
  install('lighthouse');
  return join(folder, 'node_modules/lighthouse/cli/index.js');
}
