import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { actAs, actAsOwner, sql, test, type Tx } from './actors.ts';
import { valueOf } from './answers.ts';
import { openDoors, rest, restDoor, sqlDoor, type Door, type Visit } from './doors.ts';
import {
  addForeign,
  argumentsWith,
  callables,
  rowsAbout,
  stances,
  takeStance,
  type Callable,
  type Foreign,
  type Stance,
} from './foreign-rows.ts';
import { trials } from './row-trials.ts';

let doors: Awaited<ReturnType<typeof openDoors>>;
let foreign: Foreign;
let functions: Callable[];

beforeAll(async () => {
  doors = await openDoors();
  foreign = await addForeign(sql, doors.people);
  functions = await callables(sql);
});
afterAll(async () => {
  await sql`delete from companies where id = ${foreign.own}`;
  await doors.close();
});

/** What a function answers about an id; null where it refuses. */
type Asked = (it: Callable, id: string) => Promise<string | null>;

/** Asks in a savepoint, with the values as Postgres writes them. */
const askBySql =
  (tx: Tx): Asked =>
  async (it, id) => {
    const given = Object.entries(argumentsWith(id, it));
    const typeOf = (name: string) => it.args.find((arg) => arg.name === name)?.type ?? '';
    const args = given.map(([name], n) => `${name} => $${n + 1}::text::${typeOf(name)}`);
    const text = `select coalesce(jsonb_agg(f), '[]')::text from public.${it.name}(${args.join(', ')}) f`;
    const values = given.map(([name, value]) => {
      if (typeOf(name).endsWith('[]')) return `{${String(value)}}`;
      return typeof value === 'object' ? JSON.stringify(value) : String(value);
    });
    try {
      const answer: { it: string | null } = { it: null };
      await tx.savepoint(async (point) => {
        answer.it = await valueOf<string>(point.unsafe(text, values));
      });
      return answer.it;
    } catch (error) {
      if (error instanceof postgres.PostgresError) return null;
      throw error;
    }
  };

const askByRest =
  (visit: Visit): Asked =>
  async (it, id) => {
    const answer = await rest(visit, 'POST', `rpc/${it.name}`, argumentsWith(id, it));
    const text = await answer.text();
    expect(answer.status, text).toBeLessThan(500);
    return answer.ok ? text : null;
  };

/** What of B's company a door leads to: verb and table, or the name of a function. */
async function reachedBy(door: Door, ask: Asked, some = functions): Promise<string[]> {
  const reached = new Set<string>();
  const { marks, rows } = foreign;
  for (const it of some) {
    for (const id of marks) {
      const answer = await ask(it, id);
      if (marks.some((mark) => answer?.includes(mark))) reached.add(it.name);
    }
  }
  for (const { table, key, id } of rows) {
    for (const verb of ['select', 'update', 'delete'] as const) {
      const values = trials[table]?.update ?? { [key]: null };
      if (await door(verb, table, { key, id }, values)) reached.add(`${verb} ${table}`);
    }
  }
  return [...reached].toSorted();
}

async function expectNothing(tx: Tx, stance: Stance, some?: Callable[]): Promise<void> {
  const { a } = doors.people;
  await takeStance(tx, a, stance, foreign.own);
  const before = await rowsAbout(tx, foreign);
  await actAs(tx, stance === 'visitor' ? null : a);
  expect(await reachedBy(sqlDoor(tx), askBySql(tx), some)).toEqual([]);
  await actAsOwner(tx);
  expect(await rowsAbout(tx, foreign)).toEqual(before);
}

describe.each(stances)('A %s', (stance) => {
  // Who may do most asks the functions in each run.
  test('reaches no row of another company by SQL', ({ tx }) =>
    expectNothing(tx, stance, stance === 'manager' ? functions : []));

  test('reaches none by functions either', { tags: ['more'] }, ({ tx }) =>
    expectNothing(tx, stance),
  );

  test('reaches none over REST', { tags: ['more'] }, async () => {
    const { visits, people } = doors;
    await takeStance(sql, people.a, stance, foreign.own);
    const before = await rowsAbout(sql, foreign);
    const visit = stance === 'visitor' ? visits.visitor : visits.customerA;
    expect(await reachedBy(restDoor(visit), askByRest(visit))).toEqual([]);
    expect(await rowsAbout(sql, foreign)).toEqual(before);
  });
});

test('its own manager finds them by the same statements and calls', async ({ tx }) => {
  await actAs(tx, doors.people.b);
  const names = ['load_cart_draft', 'read_quote', 'write_to_quote', 'read_own_payment'];
  const some = functions.filter(({ name }) => names.includes(name));
  const found = await reachedBy(sqlDoor(tx), askBySql(tx), some);
  const tables = [
    ...['companies', 'company_invitations', 'company_members', 'invoices', 'orders', 'parcels'],
    ...['price_lists', 'quote_lines', 'quotes', 'returns'],
  ].map((it) => `select ${it}`);
  const all = [...tables, ...names, 'delete company_invitations'];
  expect(found).toEqual(expect.arrayContaining(all));
});
