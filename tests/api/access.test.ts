import { decodeJwt, SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { calls } from '../../supabase/functions/api/calls.ts';
import { expiringToken } from '../support/expiring-token.ts';
import { belongings, setScene, type Scene } from './access-fixture.ts';
import { callers, type CallerName, type Row } from './access-rows.ts';
import { ending, lasting, table } from './access-table.ts';
import { send } from './client.ts';
import { stack } from '../support/stack.ts';

const key = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

test('every call of the API has a row in the table of who may do what, and no row is left over', () => {
  expect(calls.map(key).toSorted()).toEqual(Object.keys(table).toSorted());
});

/** Well made, but signed with a key that is not the shop's. */
function forge(token: string): Promise<string> {
  return new SignJWT(decodeJwt(token))
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode('a secret that nobody told us, but long enough'));
}

/** The first customer's token with an administrator's name in it. */
function tamper(token: string, administrator: string): string {
  const [header, , signature] = token.split('.');
  const claims = { ...decodeJwt(token), sub: decodeJwt(administrator).sub };
  return [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
}

/** Lets every caller try one call; the rightful one comes last, since that may end what others reach at. */
async function tryCall(name: string, row: Row, scene: Scene): Promise<Record<string, number>> {
  const { goods, customer, another, administrator } = scene;
  const [method = ''] = name.split(' ');
  const isForCustomers = row.statuses[3] === 403;
  const rightful = isForCustomers ? customer : administrator;
  const tokens: Record<CallerName, string | undefined> = {
    visitor: undefined,
    customer: customer.token,
    'another customer': another.token,
    administrator: administrator.token,
    'expired token': await expiringToken(rightful.token, -60),
    'forged token': await forge(rightful.token),
  };
  const ask = (token: string | undefined) => {
    const { path, ...options } = row.request(goods);
    return send(method, path, { ...options, ...(token === undefined ? {} : { token }) });
  };
  const found: Record<string, number> = {};
  const last = isForCustomers ? 'customer' : 'administrator';
  const before = await belongings(goods);
  await Promise.all(
    callers
      .filter((it) => it !== last)
      .map(async (caller) => (found[caller] = (await ask(tokens[caller])).status)),
  );
  // The administrator's login is open to all, and answers 401 to a wrong password.
  const isGuarded = new Set(row.statuses).size > 1;
  if (isGuarded) {
    const swapped = tamper(customer.token, administrator.token);
    for (const token of [stack().anonKey, swapped, 'x.y.z']) {
      const { status, body } = await ask(token);
      expect([status, body.code]).toEqual([401, 'token_invalid']);
    }
    expect(await belongings(goods)).toBe(before);
  }
  found[last] = (await ask(tokens[last])).status;
  return found;
}

describe.each([
  ['leaves everything there', lasting],
  ['takes something away', ending],
])('A call that %s', (_, rows) => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await setScene();
  });

  test.each(Object.entries(rows))('%s answers each caller as the table says', async (name, row) => {
    expect(await tryCall(name, row, scene)).toEqual(
      Object.fromEntries(callers.map((caller, i) => [caller, row.statuses[i]])),
    );
  });
});
