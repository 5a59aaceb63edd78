import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { projectIn } from './paths.ts';
import { readReconcileTimes } from './reconcile-timer.ts';
import { startStack } from './stack.ts';

/** Runs the stack without the site: `serve.ts [--state dir] [--ports auto|54321,54322]`. */
const { values } = parseArgs({
  options: {
    state: { type: 'string', default: process.env['HEMLINE_STATE'] ?? 'supabase/.temp' },
    ports: { type: 'string', default: '' },
    'site-url': { type: 'string', default: '' },
    /** Another project's folder with migrations, functions, images and seed.sql; for tests. */
    project: { type: 'string', default: '' },
    /** Restart the edge functions when their sources change. */
    watch: { type: 'boolean', default: false },
    /** Without the demo shop. */
    empty: { type: 'boolean', default: false },
    /** For tests: faster, and stops when stdin closes. */
    test: { type: 'boolean', default: false },
  },
});
const sitePort = process.env['SITE_PORT'] ?? '4321';
const siteUrl = values['site-url'] || process.env['SITE_URL'] || `http://127.0.0.1:${sitePort}`;

const starting = startStack({
  stateDir: resolve(values.state),
  ports: readPorts(values.ports),
  siteUrl,
  ...(values.project ? { project: projectIn(resolve(values.project)) } : {}),
  watch: values.watch,
  empty: values.empty,
  durable: !values.test,
  reconcile: readReconcileTimes(process.env),
  log: (line) => console.error(line),
});

let isStopping = false;
const stop = (): void => {
  if (isStopping) return;
  isStopping = true;
  starting
    .then((stack) => stack.stop())
    .catch(() => undefined)
    .finally(() => process.exit(0));
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
if (values.test) process.stdin.on('end', stop).on('error', stop).resume();

try {
  const { stop: _stop, ...stack } = await starting;
  console.log(JSON.stringify(stack));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

function readPorts(text: string): { supabase: number; postgres: number } | 'auto' {
  if (text === 'auto') return 'auto';
  const [supabase, postgres] = text.split(',');
  return {
    supabase: Number(supabase || process.env['SUPABASE_PORT'] || 54321),
    postgres: Number(postgres || process.env['POSTGRES_PORT'] || 54322),
  };
}
