import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { root } from '../../scripts/settings.ts';

/** Tools that are installed at the first run, since only the benchmark needs them. */
const versions = { autocannon: '9.0.0', lighthouse: '13.5.0' };
const folder = join(root, 'node_modules/.cache/hemline-bench');

function install(name: keyof typeof versions): void {
  const tool = `${name}@${versions[name]}`;
  if (existsSync(join(folder, 'node_modules', name, 'package.json'))) return;
  console.log(`Installing ${tool} …`);
  mkdirSync(folder, { recursive: true });
  const flags = ['--no-audit', '--no-fund', '--no-save', '--loglevel=error', `--prefix=${folder}`];
  // Both at once, since npm removes packages that a second installation does not name.
  const all = Object.entries(versions).map(([name, version]) => `${name}@${version}`);
  const done = spawnSync('npm', ['install', ...flags, ...all], { stdio: 'inherit' });
  if (done.status !== 0) throw new Error(`${tool} could not be installed.`);
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
  /** Requests per second over all connections; unlimited by default. */
  overallRate?: number;
  requests: readonly CannonRequest[];
}) => Promise<CannonResult>;

export function loadCannon(): Cannon {
  install('autocannon');
  return require('autocannon') as Cannon;
}

/** The path of Lighthouse's command. */
export function lighthouseProgram(): string {
  install('lighthouse');
  return join(folder, 'node_modules/lighthouse/cli/index.js');
}
