import { request } from 'node:http';
import { expect, test } from 'vitest';
import { stack } from '../support/stack.ts';

test('says in /health that database and functions are well', async () => {
  const answer = await fetch(`${stack().url}/health`);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ status: 'ok', functions: true, database: true });
});

test('answers TRACE with 405, on every kind of address', async () => {
  for (const path of ['/', '/rest/v1/products', '/functions/v1/api', '/storage/v1/bucket']) {
    expect(await statusOf('TRACE', path)).toBe(405);
  }
});

test('answers 404 for what a Supabase project does not serve', async () => {
  expect(await statusOf('GET', '/_system/info')).toBe(404);
  expect(await statusOf('GET', '/functions/v1/unknown')).toBe(404);
});

test('lets browsers of other origins in, as hosted projects do', async () => {
  const { url, anonKey } = stack();
  const asked = { 'access-control-request-headers': 'apikey, authorization, x-client-info' };
  const preflight = await fetch(`${url}/rest/v1/products`, { method: 'OPTIONS', headers: asked });
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  expect(preflight.headers.get('access-control-allow-headers')).toContain('apikey');
  const answer = await fetch(`${url}/rest/v1/products?limit=0`, { headers: { apikey: anonKey } });
  const refused = await fetch(`${url}/rest/v1/products`);
  for (const { headers } of [answer, refused]) {
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-expose-headers')).toContain('content-range');
  }
});

function statusOf(method: string, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(`${stack().url}${path}`, { method }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    outgoing.once('error', reject);
    outgoing.end();
  });
}
