// Runs one of the project's commands: node scripts/run.mjs <command>.
// Plain JavaScript with nothing but Node and npm, since it is what installs everything else.
import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Command → script. */
const commands = {
  start: 'start.ts',
  dev: 'dev.ts',
  test: 'test.ts',
  'test-guards': '../tests/guards/run.ts',
  check: 'check.ts',
  build: 'build-site.ts',
  reset: 'reset.ts',
  screenshots: 'screenshots.ts',
  'seed-large': 'seed-large.ts',
  bench: '../tools/bench/bench.ts',
  'make-admin': 'make-admin.ts',
  'database-types': 'database-types.ts',
  docs: 'environment-table.ts',
  backup: 'backup.ts',
  restore: 'restore.ts',
  'clean-pictures': 'clean-pictures.ts',
  schedule: 'schedule.ts',
  secret: 'secret.ts',
  'deploy-check': 'deploy-check.ts',
  audit: 'audit.ts',
  judge: '../tools/judge/judge.ts',
  prove: '../tools/prove/prove.ts',
  figures: 'figures.ts',
  pack: 'pack.ts',
  tutorial: 'tutorial.ts',
};

/** Long-running commands get smaller V8 heaps, as in supabase/embedded/lean.ts. */
const longRunning = {
  names: ['start', 'dev'],
  flags: ['--max-semi-space-size=4', '--max-old-space-size=512'],
  env: { MALLOC_ARENA_MAX: '2' },
};

/** No telemetry, no prompts, and no files outside this folder. */
const defaults = {
  ASTRO_TELEMETRY_DISABLED: '1',
  SUPABASE_TELEMETRY_DISABLED: '1',
  LITE_TELEMETRY: '0',
  DO_NOT_TRACK: '1',
  DENO_NO_UPDATE_CHECK: '1',
  NO_UPDATE_NOTIFIER: '1',
  npm_config_update_notifier: 'false',
  // By default the compile cache is in the folder for temporary files.
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
};

function fail(message) {
  console.error(message);
  process.exit(1);
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Whether node_modules matches the lock file, by npm's own record of what is installed. */
function isInstalled() {
  const locked = readJson(join(root, 'package-lock.json'))?.packages ?? {};
  const present = readJson(join(root, 'node_modules/.package-lock.json'))?.packages;
  if (!present) return false;
  return Object.entries(locked).every(([path, { version, optional, devOptional, link }]) => {
    if (path === '' || link) return true;
    const found = present[path];
    // Optional packages for other platforms are absent.
    return found ? found.version === version : Boolean(optional || devOptional);
  });
}

function install(env) {
  const startedAt = Date.now();
  console.log('Installing packages (npm ci) …');
  const npm = process.env.npm_execpath;
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const [file, rest] = npm?.endsWith('.js') ? [process.execPath, [npm, ...args]] : ['npm', args];
  const done = spawnSync(file, rest, { cwd: root, env, stdio: 'inherit' });
  if (done.status !== 0) fail('Installing packages failed, see above.');
  console.log(`Packages installed  ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
}

/** The Node that the project installs, else the system's if it can run TypeScript. */
function projectNode() {
  const own = join(root, `node_modules/node-${process.platform}-${process.arch}/bin/node`);
  if (existsSync(own) && spawnSync(own, ['--version']).status === 0) return own;
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath;
  return fail(
    `On this platform Hemline needs Node 22.18 or newer (24 is best); this is ${process.version}.`,
  );
}

/** A writable home directory, which npm, Deno and Chromium require. */
function home() {
  try {
    if (process.env.HOME) accessSync(process.env.HOME, constants.W_OK);
    if (process.env.HOME) return {};
  } catch {
    // Not writable: use a home directory inside the project.
  }
  const path = join(root, 'supabase/.temp/home');
  mkdirSync(path, { recursive: true });
  // npm has set the cache to the one in the unwritable home.
  return { HOME: path, npm_config_cache: join(path, '.npm') };
}

/** Runs the script, forwards every signal and exits with its code. A long-running one replaces this process where Node can do that. */
function run(node, script, args, env) {
  const isLongRunning = longRunning.names.includes(name);
  if (isLongRunning && process.execve) {
    const underNpm = process.env.npm_lifecycle_event ? ['--end-with-parent'] : [];
    const path = join(root, 'scripts', script);
    process.execve(node, [node, ...longRunning.flags, path, ...args, ...underNpm], {
      ...longRunning.env,
      ...env,
    });
  }
  const child = spawn(
    node,
    [...(isLongRunning ? longRunning.flags : []), join(root, 'scripts', script), ...args],
    {
      cwd: root,
      env: isLongRunning ? { ...longRunning.env, ...env } : env,
      stdio: 'inherit',
    },
  );
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal));
  if (process.env.npm_lifecycle_event) {
    // `kill -9` of npm forwards no signal: a new parent process is the only sign of it.
    const parent = process.ppid;
    setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 500).unref();
  }
  child.on('error', (error) => fail(error.message));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}

const [name = '', ...args] = process.argv.slice(2);
const script = commands[name];
if (!script) fail(`Commands: ${Object.keys(commands).join(', ')}`);
if (Number(process.versions.node.split('.')[0]) < 20) {
  fail(`Hemline needs Node 20 or newer; this is ${process.version}.`);
}
const env = { ...process.env, ...defaults, ...home() };
if (!isInstalled()) install(env);
env.PATH = [join(root, 'node_modules/.bin'), process.env.PATH].filter(Boolean).join(':');
run(projectNode(), script, args, env);
