import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startSite, type Running } from './site-server.ts';

let folder: string;
let site: Running;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hemline-built-'));
  await writeFile(join(folder, 'robots.txt'), 'User-agent: *');
  site = await startSite('http://127.0.0.1:9', undefined, { clientFiles: folder });
});

afterEach(async () => {
  await site.stop();
  await rm(folder, { recursive: true, force: true });
});

test('a file that goes while the site runs ends its answer, and nothing else', async () => {
  const ask = () => fetch(`${site.url}/robots.txt`, { signal: AbortSignal.timeout(10_000) });
  expect(await (await ask()).text()).toBe('User-agent: *');
  await rm(join(folder, 'robots.txt'));
  await expect(ask().then((it) => it.text())).rejects.toThrow('fetch failed');
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
});
