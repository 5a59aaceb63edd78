import { expect } from 'vitest';
import { actAs, sql, test } from './actors.ts';
import { addGuest } from './people.ts';
import { valuesOf } from './answers.ts';
import { sqlDoor } from './doors.ts';
import { rights, type Actor, type Rights } from './row-rights.ts';
import { addPeople, rightsThrough, rowsOf, trials } from './row-trials.ts';

test('every table has a row in the matrix', async () => {
  const names = await valuesOf<string>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  expect(Object.keys(rights).sort()).toEqual(names);
  expect(Object.keys(trials).sort()).toEqual(names);
});

test.for(Object.keys(rights))(
  '%s is read and changed as the matrix says',
  async (table, { tx }) => {
    const people = await addPeople(tx);
    const rows = await rowsOf(tx, table, people);
    const { a, b, administrator } = people;
    const guest = await addGuest(tx);
    const users = { visitor: null, customerA: a, customerB: b, administrator, guest };
    const found: Partial<Record<Actor, Rights>> = {};
    for (const actor of ['visitor', 'customerA', 'customerB', 'administrator', 'guest'] as const) {
      await actAs(tx, users[actor], { is_anonymous: actor === 'guest' });
      found[actor] = await rightsThrough(sqlDoor(tx), table, rows, people);
    }
    expect(found).toEqual(rights[table]);
  },
);
