import { expect, test } from 'vitest';
import { check, readBody } from '../../../supabase/functions/api/middleware/body.ts';
import { productInput } from '#shared/schemas/products.ts';
import { createApp } from '../../../supabase/functions/payments/app.ts';
import { readSettings } from '../../../supabase/functions/_shared/settings.ts';

/** What a function reads when its client leaves in the middle. */
function brokenOff(): Request {
  const body = new ReadableStream({ pull: (it) => it.error(new Error('The client left')) });
  const sent: RequestInit & { duplex: string } = { method: 'POST', body, duplex: 'half' };
  return new Request('http://shop.example/payments/webhook', sent);
}

test('a body that breaks off or is too large is the client’s doing, whatever it is sent to', async () => {
  const refused = { status: 400, code: 'malformed_body' };
  await expect(readBody(brokenOff(), false)).rejects.toMatchObject(refused);
  await expect(readBody(brokenOff(), true)).rejects.toMatchObject(refused);
  const lines: string[] = [];
  const values: Record<string, string> = {
    SUPABASE_URL: 'http://127.0.0.1:9',
    SUPABASE_ANON_KEY: 'anon',
    SUPABASE_SERVICE_ROLE_KEY: 'service',
    SUPABASE_DB_URL: 'postgresql://127.0.0.1:9/postgres',
    SITE_URL: 'http://shop.example',
  };
  const settings = readSettings(
    (name) => values[name],
    (line) => lines.push(line),
  );
  const app = createApp(settings);
  const answer = await app.fetch(brokenOff());
  expect([answer.status, lines]).toEqual([400, []]);
  const { url } = brokenOff();
  const body = new Uint8Array(1024 * 1024 + 1);
  const large = await app.fetch(new Request(url, { method: 'POST', body }));
  expect(await large.json()).toMatchObject({
    message: 'The request body is too large: at most 1 MB',
  });
});

test('a form of very many entries is refused at once', async () => {
  const many = new Request('http://shop.example/', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'sizes&'.repeat(80_000),
  });
  const { fields } = await readBody(many, false, true);
  expect(() => check(productInput.pick({ sizes: true }), fields)).toThrow('At most 50 entries');
});
