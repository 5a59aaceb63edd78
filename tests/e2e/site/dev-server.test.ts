import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { freePort } from '../../../supabase/embedded/ports.ts';
import { test, timeoutMs } from '../../support/browser.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { stack } from '../../support/stack.ts';

const root = resolve(import.meta.dirname, '../../..');
const { url: supabaseUrl, anonKey, siteSecret } = stack();

/** Starts `astro dev` until the test is over; gives its address. */
async function startDev(): Promise<string> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const astro = join(root, 'node_modules/astro/bin/astro.mjs');
  const child = spawn(process.execPath, [astro, 'dev', '--port', String(port)], {
    cwd: root,
    stdio: 'ignore',
    env: {
      ...{ PATH: process.env['PATH'], HOME: process.env['HOME'], ASTRO_TELEMETRY_DISABLED: '1' },
      ...{ SITE_URL: url, SUPABASE_URL: supabaseUrl, SUPABASE_ANON_KEY: anonKey },
      ...{ SITE_SECRET: siteSecret },
    },
  });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isReady, { timeout: timeoutMs }).toBe(true);
  return url;
}

test('`astro dev` answers by the same app as the built site, and renders the pages itself', async ({
  visit,
}) => {
  const url = await startDev();
  const page = await fetch(`${url}/shop`);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('/@vite/client');
  const call = await fetch(`${url}/api/v1/products/all?limit=1`);
  expect(await call.json()).toMatchObject({ products: [expect.anything()] });
  expect(call.headers.get('x-content-type-options')).toBe('nosniff');
  expect(call.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
  const foreign = { method: 'POST', headers: { origin: 'https://elsewhere.example' } };
  expect((await fetch(`${url}/api/v1/cart/add-to-cart`, foreign)).status).toBe(403);
  expect((await fetch(`${url}/session/user`)).status).toBe(401);
  expect((await fetch(`${url}/images/320/built-in/linen.webp`)).status).toBe(200);
  expect((await fetch(`${url}/no/such/page`)).status).toBe(404);

  expect((await fetch(`${stack().siteUrl}/components`)).status).toBe(404);
  const visitor = await visit({ baseURL: url, width: 390 });
  visitor.expectAnswer(404, /no-such-picture/);
  await visitor.page.goto('/components', { waitUntil: 'networkidle' });
  await visitor.page.getByRole('table', { name: 'Filled' }).waitFor();
  await expectNoFaults(visitor.page, 'components');
});
