import { afterAll, describe, expect, test } from 'vitest';
import { actAs, connect, forbidden, rolledBack, type Tx } from './actors.ts';
import { rights, type Actor, type Reached } from './row-rights.ts';
import { addPeople, type People, type Trial } from './trial-people.ts';
import { trials } from './row-trials.ts';

const sql = connect();
afterAll(() => sql.end());

const actors: Actor[] = ['visitor', 'customerA', 'customerB', 'administrator'];

function userOf(people: People, actor: Actor): string | null {
  if (actor === 'visitor') return null;
  if (actor === 'administrator') return people.administrator;
  return actor === 'customerA' ? people.a : people.b;
}

/** Which of the two rows the statement reached, tried in a savepoint of its own. */
async function reached(
  tx: Tx,
  rows: [string, string],
  statement: (tx: Tx) => Promise<readonly Record<string, unknown>[]>,
): Promise<Reached> {
  let keys: unknown[] = [];
  try {
    await tx.savepoint(async (point) => {
      const found = await statement(point);
      keys = found.map((row) => row['key']);
      return point`select 1`;
    });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === forbidden) return 'denied';
    throw error;
  }
  const [a, b] = rows.map((row) => keys.includes(row));
  return a && b ? 'AB' : a ? 'A' : b ? 'B' : '';
}

async function tryAll(tx: Tx, table: string, trial: Trial, people: People, actor: Actor) {
  const rows = await trial.rows(tx, people);
  const name = tx(table);
  const column = tx(trial.key);
  const user = userOf(people, actor);
  const inserted = async (): Promise<'allowed' | 'denied'> => {
    const done = tx.savepoint(
      (point) => point`insert into ${name} ${point(trial.insert(people, actor))}`,
    );
    return done.then(
      () => 'allowed' as const,
      (error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === forbidden) return 'denied';
        throw error;
      },
    );
  };
  await actAs(tx, user);
  return {
    select: await reached(
      tx,
      rows,
      (point) =>
        point`select ${column}::text as key from ${name} where ${column}::text = any(${rows})`,
    ),
    insert: await inserted(),
    update: await changed(tx, table, trial, rows, 'update'),
    delete: await changed(tx, table, trial, rows, 'delete'),
  };
}

/** One row after the other, by the count that Postgres reports. */
async function changed(
  tx: Tx,
  table: string,
  trial: Trial,
  rows: [string, string],
  verb: 'update' | 'delete',
): Promise<Reached> {
  return reached(tx, rows, async (point) => {
    const hit: { key: string }[] = [];
    for (const key of rows) {
      const where = point`where ${point(trial.key)} = ${key}`;
      const { count } =
        verb === 'update'
          ? await point`update ${point(table)} set ${point(trial.update)} ${where}`
          : await point`delete from ${point(table)} ${where}`;
      if (count > 0) hit.push({ key });
    }
    return hit;
  });
}

test('every table has a row in the matrix', async () => {
  const tables = await sql<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`;
  const names = tables.map((table) => table.name);
  expect(Object.keys(rights).sort()).toEqual(names);
  expect(Object.keys(trials).sort()).toEqual(names);
});

describe.each(Object.keys(rights))('%s', (table) => {
  test.each(actors)('as %s', async (actor) => {
    const trial = trials[table];
    if (!trial) throw new Error(`${table} has no trial`);
    await rolledBack(sql, async (tx) => {
      const people = await addPeople(tx);
      expect(await tryAll(tx, table, trial, people, actor)).toEqual(rights[table]?.[actor]);
    });
  });
});
