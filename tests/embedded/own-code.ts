import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { loginToken } from '#shared/schemas/auth.ts';
import { bin, runTool } from '../../scripts/tool.ts';

/** Writes the examples of docs/extending.md into a checkout. */
export async function writeExamples(checkout: string): Promise<void> {
  const document = await readFile(join(checkout, 'docs/extending.md'), 'utf8');
  const examples = [...document.matchAll(/^`(src\/shop\/[^`]+)`:\n\n```\w+\n(.*?)^```$/gms)];
  expect(examples).toHaveLength(8);
  for (const [, path = '', text = ''] of examples) {
    await mkdir(dirname(join(checkout, path)), { recursive: true });
    await writeFile(join(checkout, path), text);
  }
}

/** What a running shop with these examples does. */
export async function expectExamples(checkout: string, url: string): Promise<void> {
  const read = async (path: string) => (await fetch(new URL(path, url))).text();
  const lookbook = await read('/lookbook');
  expect(lookbook).toContain('<title>Lookbook – Hemline</title>');
  expect(lookbook).toMatch(/Made in Porto since 1962\..*<\/body>/s);
  expect(lookbook).toMatch(/\.button\{border-radius:999px;?\}/);
  expect(lookbook.match(/<footer/g)).toHaveLength(1);

  const [, checkoutScript = ''] = /component-url="([^"]+)"/.exec(await read('/checkout')) ?? [];
  const scripts = [checkoutScript];
  for (const it of scripts) {
    const found = (await read(it)).matchAll(/(?:from|import\()\s*["'`]\.\/([^"'`]+\.js)/g);
    scripts.push(
      ...[...found].map(([, name]) => `/_astro/${name}`).filter((name) => !scripts.includes(name)),
    );
  }
  const code = (await Promise.all(scripts.map(read))).join('\n');
  expect(code).toContain('Orders before noon are sent today.');
  expect(code).toContain('It is in your bag.');

  const send = async (method: string, path: string, body: object, token = '') => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const sent = { method, headers, body: JSON.stringify(body) };
    return (await fetch(`${url}/api/v1${path}`, sent)).json() as Promise<unknown>;
  };
  const shopper = { email: 'shopper@hemline.example', password: 'shopper-demo-1' };
  const token = loginToken.parse(await send('POST', '/auth/user-login', shopper));
  const saved = await send('PUT', '/users/profile', { firstname: 'Ada' }, token);
  expect(saved).toMatchObject({ message: 'Saved. Thank you!' });

  const admin = { email: 'admin@hemline.example', password: 'admin-demo-1' };
  const adminToken = loginToken.parse(await send('POST', '/auth/login', admin));
  const words = { kind: 'order_paid', subject: 'Thank you', opening: 'Hello' };
  const mail = await send('POST', '/mail/preview', words, adminToken);
  expect(mail).toMatchObject({
    html: expect.stringContaining('Visit us at Rua do Ouro 1, Porto.'),
  });
  const methods = await fetch(`${url}/api/v1/payments/methods`, {
    headers: { authorization: `Bearer ${adminToken}` },
  });
  expect(await methods.json()).toMatchObject({
    methods: expect.arrayContaining([
      expect.objectContaining({ name: 'invoice', onlyTo: ['DE', 'AT'] }),
    ]),
  });

  await writeFile(
    join(checkout, 'tsconfig.shop.json'),
    JSON.stringify({
      extends: './tsconfig.json',
      include: ['.astro/types.d.ts', 'src/env.d.ts', 'src/shop/**/*'],
    }),
  );
  const types = await runTool(bin('typescript', 'tsc'), ['--noEmit', '-p', 'tsconfig.shop.json'], {
    cwd: checkout,
  });
  expect(types).toEqual({ ok: true, output: '' });
}
