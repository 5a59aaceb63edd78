import { decodeJwt, SignJWT } from 'jose';
import pLimit from 'p-limit';
import { beforeAll, expect, test } from 'vitest';
import { calls } from '../../supabase/functions/api/calls.ts';
import { expiringToken } from '../support/expiring-token.ts';
import { belongings, setScene, type Scene } from './access-fixture.ts';
import { callers, requestOf, type CallerName, type Row } from './access-rows.ts';
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

let scene: Scene;
beforeAll(async () => {
  scene = await setScene();
});

type Rows = [name: string, row: Row][];
type Who = (row: Row) => readonly CallerName[];

const atOnce = pLimit(8);
const isGuarded = ({ statuses }: Row) => new Set(statuses).size > 1;
/** Who may do it, and comes last, since that may end what others reach at. */
const rightful = ({ statuses }: Row) => (statuses[3] === 403 ? 'customer' : 'administrator');
const last: Who = (row) => [rightful(row)];
const others: Who = (row) => callers.filter((it) => it !== rightful(row));

function ask(name: string, row: Row, token: string | undefined) {
  const { method, path, options } = requestOf(name, row, scene.goods);
  return send(method, path, { ...options, ...(token === undefined ? {} : { token }) });
}

/** Lets these callers try each of the calls. */
async function tryCalls(rows: Rows, who: Who): Promise<void> {
  const tokenOf = (caller: CallerName) => (caller === 'visitor' ? undefined : scene[caller].token);
  const expected: string[] = [];
  const asked = rows.flatMap(([name, row]) =>
    who(row).map((caller) => {
      expected.push(`${name}: ${row.statuses[callers.indexOf(caller)]} for ${caller}`);
      return atOnce(async () => {
        const { status } = await ask(name, row, tokenOf(caller));
        return `${name}: ${status} for ${caller}`;
      });
    }),
  );
  expect(await Promise.all(asked)).toEqual(expected);
}

test('every call answers each caller as the table says', async () => {
  const rows = Object.entries(lasting);
  const guarded = rows.filter(([, row]) => isGuarded(row));
  const before = await belongings(scene.goods);
  await tryCalls(guarded, others);
  expect(await belongings(scene.goods)).toBe(before);
  await tryCalls(
    rows.filter(([, row]) => !isGuarded(row)),
    () => callers,
  );
  for (const row of guarded) await tryCalls([row], last);
  for (const row of Object.entries(ending)) {
    await tryCalls([row], others);
    await tryCalls([row], last);
  }
});

/** Lets who has none of the shop's tokens try these calls. */
async function tryTokens(rows: Rows): Promise<void> {
  const { customer, administrator } = scene;
  const asked = rows.flatMap(([name, row]) => {
    const { token } = scene[rightful(row)];
    const swapped = tamper(customer.token, administrator.token);
    const tokens = [expiringToken(token, -60), forge(token), stack().anonKey, swapped, 'x.y.z'];
    return tokens.map((it) =>
      atOnce(async () => {
        const { status, body } = await ask(name, row, await it);
        return [name, status, isGuarded(row) && body.code];
      }),
    );
  });
  const wanted = rows.flatMap(([name, row]) =>
    Array.from({ length: 5 }, () =>
      isGuarded(row) ? [name, 401, 'token_invalid'] : [name, row.statuses[0], false],
    ),
  );
  expect(await Promise.all(asked)).toEqual(wanted);
}

// All calls have the same guard.
test('a token that is expired, forged or that of nobody counts for nothing', () =>
  tryTokens(Object.entries(table).filter(([name]) => /^GET \/(cart|mail|faqs\/all)/.test(name))));

const inAnyCall = 'such a token counts for nothing in any call';
test(inAnyCall, { tags: ['more'] }, () => tryTokens(Object.entries(table)));
