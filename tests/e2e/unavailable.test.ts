import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSite, type SiteProcess } from '../../scripts/site-process.ts';
import { freePort } from '../../supabase/embedded/ports.ts';

/** A site whose API nobody answers for. */
let site: SiteProcess;

beforeAll(async () => {
  const port = await freePort();
  site = await startSite({
    port,
    url: `http://127.0.0.1:${port}`,
    supabaseUrl: `http://127.0.0.1:${await freePort()}`,
    anonKey: 'anon-key',
    siteSecret: 'site-secret',
    log: () => undefined,
  });
});
afterAll(() => site.stop());

test('a garment that cannot be read right now is not called missing: one is asked to come back', async () => {
  const answer = await fetch(`${site.url}/product/${crypto.randomUUID()}/Plain%20Tee`);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
  expect(answer.headers.get('content-security-policy')).toMatch(/default-src 'self'/);
  expect(await answer.text()).toMatch(/cannot be shown right now/);
  const category = await fetch(`${site.url}/category/${crypto.randomUUID()}`);
  expect(category.status).toBe(503);
});

test('the lists are empty, as the contract has it, and calls say that the shop is away', async () => {
  const home = await fetch(`${site.url}/`);
  expect([home.status, await home.text()]).toEqual([200, expect.stringMatching(/No Products/)]);
  const call = await fetch(`${site.url}/api/v1/products/all`);
  expect([call.status, call.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await call.json()).toMatchObject({ code: 'unavailable' });
});
