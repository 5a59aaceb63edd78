import pLimit from 'p-limit';
import { beforeAll, describe, expect, test } from 'vitest';
import { calls } from '../../supabase/functions/api/calls.ts';
import {
  addForeign,
  rowsAbout,
  stances,
  takeStance,
  type Foreign,
  type Stance,
} from '../sql/foreign-rows.ts';
import { addAdministrator } from '../sql/people.ts';
import { add, addCategory, addProduct } from '../sql/goods.ts';
import { requestOf, type Goods } from './access-rows.ts';
import { table } from './access-table.ts';
import { newCustomer, send, sql, type Person } from './client.ts';

let a: Person;
let b: Person;
let foreign: Foreign;

beforeAll(async () => {
  [a, b] = [await newCustomer(), await newCustomer()];
  foreign = await addForeign(sql, {
    ...{ a: a.id, b: b.id, product: await addProduct(sql), category: await addCategory(sql) },
    order: await add(sql, 'orders', { total_price: 20 }),
    administrator: await addAdministrator(sql),
    otherAdministrator: await addAdministrator(sql),
  });
});

/** Everything that a request of the table of access may name has this id. */
const goodsOf = (id: string): Goods => ({
  ...{
    product: id,
    category: id,
    banner: id,
    ad: id,
    faq: id,
    synonym: id,
    redirect: id,
    customField: id,
    voucher: id,
  },
  ...{
    page: id,
    priceList: id,
    contactMessage: id,
    customer: id,
    line: id,
    order: id,
    reference: id,
  },
  ...{ email: 'nobody@example.com', password: 'a guess' },
});

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** The request of a call that names this id: the row of the table of access, with the id wherever one stands. */
function requestWith(id: string, { method, path }: (typeof calls)[number]) {
  const name = `${method} ${path}`;
  const row = table[name];
  if (!row) throw new Error(`${name} has no row`);
  const { path: asked, options } = requestOf(name, row, goodsOf(id));
  const [, query] = asked.split('?');
  const target = path.replaceAll(/:\w+/g, id) + (query ? `?${query.replaceAll(uuid, id)}` : '');
  // A whole value, and no part of an address or a name. Limits that count by email are left to their own tests.
  const text = JSON.stringify(options.json ?? {})
    .replaceAll(new RegExp(`"${uuid.source}"`, 'g'), `"${id}"`)
    .replaceAll(/"[^"@]+@[^"]+"/g, () => `"${crypto.randomUUID()}@test.example"`);
  if (!(target + text).includes(id)) return [];
  return [
    { target, options: options.json === undefined ? {} : { json: JSON.parse(text) as unknown } },
  ];
}

/** The calls whose answer is about B's company, asked by the holder of a token for each of its rows. */
async function reachedBy(
  token: string | undefined,
  some: readonly (typeof calls)[number][],
): Promise<string[]> {
  const atOnce = pLimit(8);
  const reached = new Set<string>();
  const asked = some.flatMap((call) =>
    // Calls of the office refuse before they look at what is named.
    foreign.marks.slice(0, call.access === 'admin' ? 1 : undefined).flatMap((id) =>
      requestWith(id, call).map((it) =>
        atOnce(async () => {
          const { status, body } = await send(call.method, it.target, {
            ...it.options,
            ...(token && { token }),
          });
          expect(status, it.target).toBeLessThan(500);
          const said = JSON.stringify(body);
          if (foreign.marks.some((mark) => said.includes(mark)))
            reached.add(`${call.method} ${call.path}`);
        }),
      ),
    ),
  );
  await Promise.all(asked);
  return [...reached].toSorted();
}

/** Lets somebody of this stance ask for all that is B's. */
async function expectNothing(stance: Stance): Promise<void> {
  await takeStance(sql, a.id, stance, foreign.own);
  const before = await rowsAbout(sql, foreign);
  // access.test.ts shows that all other calls refuse visitors.
  const some = stance === 'visitor' ? calls.filter(({ access }) => access === 'anyone') : calls;
  expect(await reachedBy(stance === 'visitor' ? undefined : a.token, some)).toEqual([]);
  expect(await rowsAbout(sql, foreign)).toEqual(before);
}

test('the manager of a company reaches no row of another one by any call', () =>
  expectNothing('manager'));

describe('less so', { tags: ['more'] }, () => {
  test.each(stances.filter((it) => it !== 'manager'))('does a %s', expectNothing);
});

test('its own manager finds them by the same calls', async () => {
  const readings = calls.filter(({ method }) => method === 'GET');
  expect(await reachedBy(b.token, readings)).toEqual(
    expect.arrayContaining(['GET /orders/user-orders/:id', 'GET /quotes/:id']),
  );
});
