import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actAs, actAsOwner, connect, forbidden, only, rolledBack, type Tx } from './actors.ts';
import { openDoors, rest, type Visit } from './doors.ts';
import {
  addForeign,
  argumentsWith,
  callables,
  rowsAbout,
  stances,
  takeStance,
  withForeign,
  type Callable,
  type Foreign,
} from './foreign-rows.ts';
import { addAdministrator, addCategory, addProduct } from './goods.ts';
import type { People } from './trial-people.ts';
import { trials } from './row-trials.ts';

const sql = connect();
let visits: Awaited<ReturnType<typeof openDoors>>;
let people: People;
let foreign: Foreign;
let functions: Callable[];

beforeAll(async () => {
  visits = await openDoors(sql);
  people = {
    a: visits.customerA.id,
    b: visits.customerB.id,
    administrator: visits.administrator.id,
    otherAdministrator: await addAdministrator(sql),
    product: await addProduct(sql),
    category: await addCategory(sql),
  };
  foreign = await addForeign(sql, people);
  functions = await callables(sql);
});

afterAll(async () => {
  const { a, b, administrator, otherAdministrator, product, category } = people;
  const companies = foreign.rows.filter(({ table }) => table === 'companies').map(({ id }) => id);
  await sql`delete from orders where user_id in (${a}, ${b})`;
  await sql`delete from companies where id = any(${[...companies, foreign.own]})`;
  await sql`delete from auth.users where id in (${a}, ${b}, ${administrator}, ${otherAdministrator})`;
  await sql`delete from products where id = ${product}`;
  await sql`delete from categories where id = ${category}`;
  await sql.end();
});

/** A way to the rows: how many of a table a statement reaches, and what a function answers to each id; null where it refuses. */
interface Door {
  table(verb: Verb, table: string, key: { column: string; id: string }): Promise<number>;
  callWith(ids: readonly string[], it: Callable): Promise<(string | null)[]>;
}
const verbs = ['select', 'insert', 'update', 'delete'] as const;
type Verb = (typeof verbs)[number];

const valuesFor = (table: string) =>
  withForeign(trials[table]?.insert(people, 'customerA') ?? {}, foreign);

/** Statements and calls in savepoints of a transaction. */
function sqlDoor(tx: Tx): Door {
  /** Null for an error that `isRefusal`. */
  const tried = async <T>(
    work: (point: Tx) => Promise<T>,
    isRefusal: (code: string) => boolean,
  ) => {
    let done: T | null = null;
    try {
      await tx.savepoint(async (point) => void (done = await work(point)));
    } catch (error) {
      if (!(error instanceof postgres.PostgresError) || !isRefusal(error.code)) throw error;
    }
    return done as T | null;
  };
  return {
    table: async (verb, table, { column, id }) => {
      const change = trials[table]?.update ?? {};
      const statement = (point: Tx) => {
        const where = point`where ${point(column)} = ${id}`;
        if (verb === 'select') return point`select ${point(column)} from ${point(table)} ${where}`;
        if (verb === 'insert') return point`insert into ${point(table)} ${point(valuesFor(table))}`;
        if (verb === 'delete') return point`delete from ${point(table)} ${where}`;
        return point`update ${point(table)} set ${point(change)} ${where}`;
      };
      return (
        (await tried(
          async (point) => (await statement(point)).count,
          (it) => it === forbidden,
        )) ?? 0
      );
    },
    callWith: async (ids, it) => {
      const answers: (string | null)[] = [];
      for (const id of ids) {
        const { text, values } = callOf(it, id);
        const ask = async (point: Tx) =>
          only(await point.unsafe<{ answer: string }[]>(text, values));
        answers.push((await tried(ask, () => true))?.answer ?? null);
      }
      return answers;
    },
  };
}

/** A statement that calls a function, with its values as Postgres writes them. */
function callOf(it: Callable, id: string): { text: string; values: string[] } {
  const given = Object.entries(argumentsWith(id, it));
  const args = given.map(([name], n) => {
    const type = it.args.find((arg) => arg.name === name)?.type ?? '';
    return `${name} => $${n + 1}::text::${type}`;
  });
  const text = `select coalesce(jsonb_agg(f), '[]')::text as answer from public.${it.name}(${args.join(', ')}) f`;
  const values = given.map(([name, value]) => {
    const isList = it.args.some((arg) => arg.name === name && arg.type.endsWith('[]'));
    if (isList) return `{${String(value)}}`;
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  });
  return { text, values };
}

function restDoor(visit: Visit): Door {
  const refused = [401, 403];
  const methods = { select: 'GET', insert: 'POST', update: 'PATCH', delete: 'DELETE' };
  return {
    table: async (verb, table, { column, id }) => {
      const body =
        verb === 'update'
          ? trials[table]?.update
          : verb === 'insert'
            ? valuesFor(table)
            : undefined;
      const path = verb === 'insert' ? table : `${table}?select=${column}&${column}=eq.${id}`;
      const prefer = verb === 'insert' ? 'return=minimal' : 'return=representation';
      const answer = await rest(visit, methods[verb], path, body, { prefer });
      if (refused.includes(answer.status)) return 0;
      const text = await answer.text();
      expect([verb, table, answer.status, text]).toEqual([
        verb,
        table,
        verb === 'insert' ? 201 : 200,
        text,
      ]);
      return verb === 'insert' ? 1 : (JSON.parse(text) as unknown[]).length;
    },
    callWith: (ids, it) =>
      Promise.all(
        ids.map(async (id) => {
          const answer = await rest(visit, 'POST', `rpc/${it.name}`, argumentsWith(id, it));
          const text = await answer.text();
          expect(answer.status, text).toBeLessThan(500);
          return answer.ok ? text : null;
        }),
      ),
  };
}

/** What of B's company a door leads to: verb and table, or the name of a function. */
async function reachedBy(door: Door, some = functions): Promise<string[]> {
  const reached = new Set<string>();
  for (const it of some) {
    for (const answer of await door.callWith(foreign.marks, it)) {
      if (foreign.marks.some((mark) => answer?.includes(mark))) reached.add(it.name);
    }
  }
  for (const { table, key: column, id } of foreign.rows) {
    for (const verb of verbs) {
      if ((await door.table(verb, table, { column, id })) > 0) reached.add(`${verb} ${table}`);
    }
  }
  return [...reached].toSorted();
}

describe.each(stances)('A %s', (stance) => {
  test('reaches no row of another company by SQL', async () => {
    await rolledBack(sql, async (tx) => {
      await takeStance(tx, people.a, stance, foreign.own);
      const before = await rowsAbout(tx, foreign);
      await actAs(tx, stance === 'visitor' ? null : people.a);
      expect(await reachedBy(sqlDoor(tx))).toEqual([]);
      await actAsOwner(tx);
      expect(await rowsAbout(tx, foreign)).toEqual(before);
    });
  });

  test('reaches none over REST', async () => {
    await takeStance(sql, people.a, stance, foreign.own);
    const before = await rowsAbout(sql, foreign);
    const door = restDoor(stance === 'visitor' ? visits.visitor : visits.customerA);
    // The functions answer as by SQL: who may do most asks them here too.
    expect(await reachedBy(door, stance === 'manager' ? functions : [])).toEqual([]);
    expect(await rowsAbout(sql, foreign)).toEqual(before);
  });
});

test('its own manager finds them by the same statements and calls', async () => {
  await rolledBack(sql, async (tx) => {
    await actAs(tx, people.b);
    const tables = ['companies', 'company_invitations', 'company_members', 'invoices', 'orders'];
    const more = ['parcels', 'price_lists', 'quote_lines', 'quotes', 'returns'];
    const found = await reachedBy(sqlDoor(tx));
    expect(found).toEqual(expect.arrayContaining([...tables, ...more].map((it) => `select ${it}`)));
    expect(found).toEqual(
      expect.arrayContaining(['load_cart_draft', 'read_quote', 'write_to_quote']),
    );
    expect(found).toEqual(
      expect.arrayContaining(['delete company_invitations', 'read_own_payment']),
    );
  });
});
