import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from './actors.ts';
import { valuesOf } from './answers.ts';
import { openDoors, rest, restDoor } from './doors.ts';
import { rights, type Actor } from './row-rights.ts';
import { keyOf, rightsThrough, rowsOf } from './row-trials.ts';

let doors: Awaited<ReturnType<typeof openDoors>>;
beforeAll(async () => {
  doors = await openDoors();
});
afterAll(() => doors.close());

/** Rows of these go with their people, are only added to, or are there once. */
const lasting = [
  ...['profiles', 'administrators', 'countries', 'stock_movements', 'shop_settings', 'mail_texts'],
];

async function tryAs(actor: Actor, table: string): Promise<void> {
  const { visits, people } = doors;
  const key = keyOf(table);
  const keys = () => valuesOf<string>(sql`select ${sql(key)}::text from ${sql(table)}`);
  const before = await keys();
  try {
    const rows = await sql.begin((tx) => rowsOf(tx, table, people));
    const found = await rightsThrough(restDoor(visits[actor]), table, rows, people);
    expect({ actor, ...found }).toEqual({ actor, ...rights[table]?.[actor] });
  } finally {
    if (!lasting.includes(table))
      await sql`delete from ${sql(table)} where ${sql(key)}::text <> all(${before})`;
    await sql`delete from shipping_zones where name = 'Antarctica'`;
  }
}

const callers: Actor[] = ['visitor', 'customerA', 'customerB', 'administrator', 'guest'];

/** REST has the rights of SQL, which row-rights.test.ts tries on every table: some tables show that it takes them over. */
const some = ['products', 'profiles', 'orders', 'quotes'];
const others = Object.keys(rights).filter((it) => !some.includes(it));

for (const [tables, tags] of [
  [some, []],
  [others, ['more']],
] as const) {
  test.each(tables)(
    '/rest/v1/%s is read and changed as the matrix says',
    { tags: [...tags] },
    async (table) => {
      for (const actor of callers) {
        await tryAs(actor, table);
      }
    },
  );
}

test('what belongs to the functions answers neither visitors nor customers', async () => {
  const { visitor, customerA } = doors.visits;
  for (const visit of [visitor, customerA]) {
    for (const [name, args] of Object.entries({
      purge_personal_trash: {},
      delete_account: { p_customer: customerA.id },
      settle_payment: {
        ...{ p_event_key: 'forged', p_event: 'charge.success', p_reference: 'x' },
        ...{ p_amount_minor: 1, p_currency: 'USD', p_payload: {} },
      },
    })) {
      const answer = await rest(visit, 'POST', `rpc/${name}`, args);
      expect([401, 403], await answer.text()).toContain(answer.status);
    }
  }
});

test('a forged or foreign token opens nothing', async () => {
  const forged = [
    'eyJhbGciOiJub25lIn0.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.',
    `${doors.visits.administrator.token?.slice(0, -8)}AAAAAAAA`,
    'nonsense',
  ];
  for (const token of forged) {
    const answer = await rest({ id: '', token }, 'GET', 'orders?select=id');
    expect(answer.status, token).toBe(401);
  }
});

test('nobody reaches the functions of the back office, administrators neither', async () => {
  for (const visit of Object.values(doors.visits)) {
    for (const name of ['total_users', 'list_admin_products', 'purge_trash']) {
      const unnamed = await rest(visit, 'POST', `rpc/${name}`, {});
      expect(unnamed.status, name).toBe(404);
      const named = await rest(visit, 'POST', `rpc/${name}`, {}, { 'content-profile': 'office' });
      expect(named.status, name).toBe(406);
    }
  }
});

test.each(['auth', 'storage', 'private', 'office', 'supabase_migrations', 'pg_catalog'])(
  'the schema %s is not served',
  async (schema) => {
    for (const table of ['users', 'objects', 'schema_migrations', 'pg_roles']) {
      const headers = { 'accept-profile': schema };
      const path = `${table}?select=*`;
      const { status } = await rest(doors.visits.administrator, 'GET', path, undefined, headers);
      expect(Math.floor(status / 100)).toBe(4);
    }
  },
);
