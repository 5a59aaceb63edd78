import { SignJWT } from 'jose';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { calls } from '../../supabase/functions/api/calls.ts';
import { adminToken, newCustomer, send } from './client.ts';

/** An id that nothing has: who may call at all gets past the guard and no further. */
const nobodys = '00000000-0000-4000-8000-000000000000';

const tokens = { visitor: undefined as string | undefined, customer: '', admin: '', forged: '' };
let tampered = '';

beforeAll(async () => {
  tokens.customer = (await newCustomer()).token;
  tokens.admin = await adminToken();
  const [, payload = ''] = tokens.admin.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sub: string };
  tokens.forged = await new SignJWT({ role: 'authenticated', sub: claims.sub })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode('a secret that nobody told us, but long enough'));
  const [header, body = '', signature] = tokens.customer.split('.');
  const own = JSON.parse(Buffer.from(body, 'base64url').toString()) as object;
  const swapped = Buffer.from(JSON.stringify({ ...own, sub: claims.sub })).toString('base64url');
  tampered = [header, swapped, signature].join('.');
});

const guarded = calls.filter(({ access }) => access !== 'anyone');

describe.each(guarded)('$method $path', ({ method, path, access }) => {
  const address = path.replace(/:\w+/g, nobodys);
  const ask = (token: string | undefined) =>
    send(method, address, {
      ...(token === undefined ? {} : { token }),
      ...(method === 'GET' ? {} : { json: { header: 5 } }),
    });

  test('is closed to visitors', async () => {
    const { status, body } = await ask(tokens.visitor);
    expect([status, body.code]).toEqual([401, 'token_missing']);
  });

  test('is closed to forged, tampered and public tokens', async () => {
    for (const token of [tokens.forged, tampered, inject('stack').anonKey, 'x.y.z']) {
      const { status, body } = await ask(token);
      expect([status, body.code]).toEqual([401, 'token_invalid']);
    }
  });

  test(`is for the ${access} and not for the other role`, async () => {
    const [mine, other] =
      access === 'admin' ? [tokens.admin, tokens.customer] : [tokens.customer, tokens.admin];
    expect((await ask(other)).status).toBe(403);
    // A logout ends the very session that the other rows use; it has a test of its own.
    if (path.endsWith('-logout')) return;
    expect([200, 400, 404]).toContain((await ask(mine)).status);
  });
});

describe.each(calls.filter(({ access }) => access === 'anyone'))(
  '$method $path',
  ({ method, path }) => {
    test('needs no token', async () => {
      const address = path.replace(/:\w+/g, nobodys);
      const { status } = await send(method, address, method === 'GET' ? {} : { json: {} });
      expect([200, 400, 404]).toContain(status);
    });
  },
);
