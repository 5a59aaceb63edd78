import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';
import { bin } from './tool.ts';

/** Chromium without windows: it opens a page in a third of the time, and the tests open hundreds. */
const shell = 'chromium-headless-shell';

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** A browser may be there and still lack a library of the system, so it is asked for its version. */
function works(path: string): boolean {
  return existsSync(path) && spawnSync(path, ['--version'], { timeout: 60_000 }).status === 0;
}

/** The first Chromium that is there: the one asked for, the one without windows, the test tool's own, the machine's. */
export function findBrowser(): string | undefined {
  const asked = process.env.CHROMIUM_PATH;
  if (asked) {
    if (works(asked)) return asked;
    throw new Error(`CHROMIUM_PATH names ${asked}, which cannot be run.`);
  }
  return [`/usr/bin/${shell}`, chromium.executablePath(), ...usualPlaces].find(works);
}

function run(file: string, args: string[]): boolean {
  console.log(`$ ${[file, ...args].join(' ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return (
    spawnSync(file, args, { env, stdio: ['ignore', 'inherit', 'inherit'], timeout: 300_000 })
      .status === 0
  );
}

/** Whether Debian's package could be installed: as root, or where sudo asks for no password. */
function installFromDebian(name: string): boolean {
  const prefix = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const patience = ['-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::Retries=0'];
  const apt = (...args: string[]) => {
    const [file = '', ...rest] = [...prefix, 'apt-get', ...patience, ...args];
    return run(file, rest);
  };
  // The lists may be older than the packages they name, so they are fetched anew if the first try fails.
  const install = () => apt('install', '-y', '--no-install-recommends', name);
  return install() || (apt('update') && install());
}

/** A Chromium to test with, installed when there is none. Throws with what a person can do about it. */
export function ensureBrowser(): string {
  const asked = process.env.CHROMIUM_PATH;
  if (!asked && !works(`/usr/bin/${shell}`)) {
    console.log('No Chromium without windows here, which is the quickest; installing it …');
    // Debian's packages first: they bring the libraries that the test tool's own download leaves out.
    if (!installFromDebian(shell) && !findBrowser()) installFromDebian('chromium');
  }
  const found = findBrowser();
  if (found) return found;
  run(process.execPath, [bin('playwright', 'playwright'), 'install', 'chromium']);
  const fetched = findBrowser();
  if (fetched) return fetched;
  throw new Error(
    'The browser tests need Chromium. Install it (apt install chromium) or set CHROMIUM_PATH to one.',
  );
}
