import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';
import { bin } from './tool.ts';

/** Headless Chromium: it opens a page in a third of the time, and the tests open hundreds. */
const headlessShell = 'chromium-headless-shell';

const commonPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** An installed browser may still lack a system library, so it is run once for its version. */
function works(path: string): boolean {
  return existsSync(path) && spawnSync(path, ['--version'], { timeout: 60_000 }).status === 0;
}

/** The first Chromium that runs: CHROMIUM_PATH, the headless one, Playwright's, the system's. */
export function findBrowser(): string | undefined {
  const configured = process.env.CHROMIUM_PATH;
  if (configured) {
    if (works(configured)) return configured;
    throw new Error(`CHROMIUM_PATH names ${configured}, which cannot be run.`);
  }
  return [`/usr/bin/${headlessShell}`, chromium.executablePath(), ...commonPaths].find(works);
}

function run(file: string, args: string[]): boolean {
  console.log(`$ ${[file, ...args].join(' ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return (
    spawnSync(file, args, { env, stdio: ['ignore', 'inherit', 'inherit'], timeout: 300_000 })
      .status === 0
  );
}

/** Installs a Debian package, as root or by sudo without a password. Returns whether that worked. */
export function installFromDebian(name: string): boolean {
  const prefix = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const aptOptions = ['-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::Retries=0'];
  const apt = (...args: string[]) => {
    const [file = '', ...rest] = [...prefix, 'apt-get', ...aptOptions, ...args];
    return run(file, rest);
  };
  // Outdated package lists make the first attempt fail, so they are updated before the second.
  const install = () => apt('install', '-y', '--no-install-recommends', name);
  return install() || (apt('update') && install());
}

/** The path of a Chromium for the tests, installed if necessary. Throws with instructions when that fails. */
export function ensureBrowser(): string {
  const configured = process.env.CHROMIUM_PATH;
  if (!configured && !works(`/usr/bin/${headlessShell}`)) {
    console.log('Headless Chromium, the fastest for tests, is not installed. Installing it …');
    // Debian's packages first: they include system libraries that Playwright's download lacks.
    if (!installFromDebian(headlessShell) && !findBrowser()) installFromDebian('chromium');
  }
  const found = findBrowser();
  if (found) return found;
  run(process.execPath, [bin('playwright', 'playwright'), 'install', 'chromium']);
  const downloaded = findBrowser();
  if (downloaded) return downloaded;
  throw new Error(
    'The browser tests need Chromium. Install it (apt install chromium) or set CHROMIUM_PATH to one.',
  );
}
