// @module-tag more
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../supabase/embedded/ports.ts';
import { commandLine } from '../../supabase/embedded/processes.ts';
import { expectExamples, writeExamples } from './own-code.ts';

const root = resolve(import.meta.dirname, '../..');
let folder: string;
let checkout: string;

/** The checkout as it is now, without what was built or kept; packages are linked, since there are many of them. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hemline-closed-'));
  checkout = join(folder, 'Hëm line ä');
  const ignored = (await readFile(join(root, '.gitignore'), 'utf8')).split('\n');
  const wanted = (path: string) => ![...ignored, '.git/'].includes(`${relative(root, path)}/`);
  for (const entry of await readdir(root)) {
    await cp(join(root, entry), join(checkout, entry), { recursive: true, filter: wanted });
  }
  const packages = [join(root, 'node_modules'), join(checkout, 'node_modules')];
  if (spawnSync('cp', ['-alT', ...packages]).status !== 0) spawnSync('cp', ['-aT', ...packages]);
  for (const cache of ['.astro', '.cache', '.vite']) {
    await rm(join(checkout, 'node_modules', cache), { recursive: true, force: true });
  }
  await writeExamples(checkout);
  await mkdir(join(folder, 'home'));
  await mkdir(join(folder, 'tmp'));
});

afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));

/** `npm start` as it is typed, with an empty home; @throws with what it said when it ends before the shop is ready. */
async function start() {
  const [site, supabase, postgres] = [await freePort(), await freePort(), await freePort()];
  const child = spawn('npm', ['start'], {
    cwd: checkout,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: join(folder, 'home'),
      TMPDIR: join(folder, 'tmp'),
      SITE_PORT: String(site),
      SUPABASE_PORT: String(supabase),
      POSTGRES_PORT: String(postgres),
    },
  });
  const ended = once(child, 'close');
  let said = '';
  await new Promise<void>((ready, fail) => {
    const listen = (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('Hemline is ready')) ready();
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('close', () => fail(new Error(said)));
  });
  const stop = async (): Promise<unknown> => {
    child.kill('SIGINT');
    const [code] = (await ended) as [number | null];
    return code;
  };
  return { url: `http://localhost:${site}`, stop };
}

async function runningHere(): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  return pids.map((pid) => commandLine(Number(pid))).filter((line) => line.includes(folder));
}

test('npm start works in a folder that only its owner may enter, with a space and umlauts in its name and code of its own, and leaves nothing behind', async () => {
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  const shop = await start();
  try {
    const home = await (await fetch(shop.url)).text();
    const [, product = ''] = /href="(\/product\/[^"]+)"/.exec(home) ?? [];
    expect((await fetch(`${shop.url}${product}`)).status).toBe(200);
    const signedIn = await fetch(`${shop.url}/api/v1/auth/user-login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'shopper@hemline.example', password: 'shopper-demo-1' }),
    });
    expect(signedIn.status).toBe(200);
    const lock = await readFile(join(checkout, 'supabase/.temp/db/postmaster.pid'), 'utf8');
    const status = await readFile(`/proc/${lock.split('\n')[0]}/status`, 'utf8');
    expect(status).toMatch(/^CapEff:\t0+$/m);
    await expectExamples(checkout, shop.url);
  } finally {
    expect(await shop.stop()).toBe(0);
  }
  expect(await runningHere()).toEqual([]);
  // Both are npm's own; the second one from Node 22.
  expect(await readdir(join(folder, 'home'))).toEqual(['.npm']);
  const left = await readdir(join(folder, 'tmp'));
  expect(left.filter((name) => name !== 'node-compile-cache')).toEqual([]);
});
