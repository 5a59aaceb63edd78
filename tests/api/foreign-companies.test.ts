import pLimit from 'p-limit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '../../supabase/functions/api/calls.ts';
import { connect, only } from '../sql/actors.ts';
import { addForeign, rowsAbout, stances, takeStance, type Foreign } from '../sql/foreign-rows.ts';
import { addAdministrator, addCategory, addProduct } from '../sql/goods.ts';
import type { Goods } from './access-rows.ts';
import { table } from './access-table.ts';
import { newCustomer, send, type Person } from './client.ts';

const sql = connect();
let a: Person & { id: string };
let b: Person & { id: string };
let foreign: Foreign;

async function newPerson() {
  const person = await newCustomer();
  const rows = await sql<{ id: string }[]>`select id from profiles where email = ${person.email}`;
  return { ...person, id: only(rows).id };
}

beforeAll(async () => {
  [a, b] = await Promise.all([newPerson(), newPerson()]);
  foreign = await addForeign(sql, {
    ...{ a: a.id, b: b.id, product: await addProduct(sql), category: await addCategory(sql) },
    administrator: await addAdministrator(sql),
    otherAdministrator: await addAdministrator(sql),
  });
});
afterAll(() => sql.end());

/** Everything that a request of the table of access may name has this id. */
const goodsOf = (id: string): Goods => ({
  ...{ product: id, category: id, banner: id, ad: id, faq: id, synonym: id, voucher: id },
  ...{ priceList: id, contactMessage: id, customer: id, line: id, order: id, reference: id },
  ...{ email: 'nobody@example.com', password: 'a guess' },
});

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** The requests of a call that name this id: the row of the table of access, with the id wherever one stands. */
function requestsWith(id: string, { method, path }: (typeof calls)[number]) {
  const row = table[`${method} ${path}`];
  if (!row) throw new Error(`${method} ${path} has no row`);
  const { path: asked, form: _, ...options } = row.request(goodsOf(id));
  const [, query] = asked.split('?');
  const target = path.replaceAll(/:\w+/g, id) + (query ? `?${query.replaceAll(uuid, id)}` : '');
  // A whole value, and no part of an address or a name. Limits that count by email are left to their own tests.
  const text = JSON.stringify(options.json ?? {})
    .replaceAll(new RegExp(`"${uuid.source}"`, 'g'), `"${id}"`)
    .replaceAll(/"[^"@]+@[^"]+"/g, () => `"${crypto.randomUUID()}@test.example"`);
  if (!(target + text).includes(id)) return [];
  return [
    {
      method,
      target,
      options: {
        ...options,
        ...(options.json !== undefined && { json: JSON.parse(text) as unknown }),
      },
    },
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
      requestsWith(id, call).map((it) =>
        atOnce(async () => {
          const { status, body } = await send(it.method, it.target, {
            ...it.options,
            ...(token && { token }),
          });
          expect(status, it.target).toBeLessThan(500);
          const said = JSON.stringify(body);
          if (foreign.marks.some((mark) => said.includes(mark)))
            reached.add(`${it.method} ${call.path}`);
        }),
      ),
    ),
  );
  await Promise.all(asked);
  return [...reached].toSorted();
}

test.each(stances)('a %s reaches no row of another company by any call', async (stance) => {
  await takeStance(sql, a.id, stance, foreign.own);
  const before = await rowsAbout(sql, foreign);
  // access.test.ts shows that all other calls refuse visitors.
  const some = stance === 'visitor' ? calls.filter(({ access }) => access === 'anyone') : calls;
  expect(await reachedBy(stance === 'visitor' ? undefined : a.token, some)).toEqual([]);
  expect(await rowsAbout(sql, foreign)).toEqual(before);
});

test('its own manager finds them by the same calls', async () => {
  const readings = calls.filter(({ method }) => method === 'GET');
  expect(await reachedBy(b.token, readings)).toEqual(
    expect.arrayContaining(['GET /orders/user-orders/:id', 'GET /quotes/:id']),
  );
});
