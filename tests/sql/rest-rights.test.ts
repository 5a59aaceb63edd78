import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, type Tx } from './actors.ts';
import { openDoors, rest, type Visit } from './doors.ts';
import { addAdministrator, addCategory, addProduct } from './goods.ts';
import { rights, type Actor, type Reached } from './row-rights.ts';
import type { People } from './trial-people.ts';
import { trials } from './row-trials.ts';

const sql = connect();
const actors: Actor[] = ['visitor', 'customerA', 'customerB', 'administrator'];
let visits: Record<Actor, Visit>;
let people: People;

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
});

afterAll(async () => {
  const { a, b, administrator, otherAdministrator, product, category } = people;
  await sql`delete from orders where user_id in (${a}, ${b})`;
  await sql`delete from auth.users where id in (${a}, ${b}, ${administrator}, ${otherAdministrator})`;
  await sql`delete from products where id = ${product}`;
  await sql`delete from categories where id = ${category}`;
  await sql.end();
});

const refused = [401, 403];

async function reached(answer: Response, key: string, rows: [string, string]): Promise<Reached> {
  if (refused.includes(answer.status)) return 'denied';
  expect(answer.status).toBe(200);
  const found = (await answer.json()) as Record<string, unknown>[];
  const keys = found.map((row) => String(row[key]));
  const [a, b] = rows.map((row) => keys.includes(row));
  return a && b ? 'AB' : a ? 'A' : b ? 'B' : '';
}

describe.each(Object.keys(rights))('/rest/v1/%s', (table) => {
  test.each(actors)('as %s', async (actor) => {
    const trial = trials[table];
    if (!trial) throw new Error(`${table} has no trial`);
    const visit = visits[actor];
    const rows = await sql.begin((tx: Tx) => trial.rows(tx, people));
    const path = `${table}?select=${trial.key}&${trial.key}=in.(${rows.join()})`;
    const shown = { prefer: 'return=representation' };
    const silent = { prefer: 'return=minimal' };
    const of = async (answer: Promise<Response>) => reached(await answer, trial.key, rows);
    try {
      const found = {
        select: await of(rest(visit, 'GET', path)),
        insert: await rest(visit, 'POST', table, trial.insert(people, actor), silent).then(
          ({ status }) =>
            refused.includes(status) ? 'denied' : status === 201 ? 'allowed' : status,
        ),
        update: await of(rest(visit, 'PATCH', path, trial.update, shown)),
        delete: await of(rest(visit, 'DELETE', path, undefined, shown)),
      };
      expect(found).toEqual(rights[table]?.[actor]);
    } finally {
      // The others go with their people, are only added to, or are there once.
      const lasting = [
        'profiles',
        'administrators',
        'countries',
        'stock_movements',
        'shop_settings',
        'mail_texts',
      ];
      if (!lasting.includes(table))
        await sql`delete from ${sql(table)} where ${sql(trial.key)} = any(${rows})`;
      // What an administrator added would change the price of all orders.
      if (table === 'tax_rates') await sql`delete from tax_rates`;
      // Deletes their methods, too; a country may be in one zone only.
      if (table.startsWith('shipping_')) await sql`delete from shipping_zones`;
    }
  });
});

const nobody = '00000000-0000-4000-8000-000000000000';

/** Calls that belong to the functions, with fitting arguments. */
const calls: Record<string, Record<string, unknown>> = {
  add_contact_message: {
    p_firstname: 'I',
    p_lastname: 'B',
    p_email: 'i@b.example',
    p_message: 'Hi',
  },
  add_review: { p_customer: nobody, p_product: nobody, p_rating: 5, p_comment: 'Warm' },
  delete_account: { p_customer: nobody },
  fail_payment_attempt: { p_reference: 'x', p_status: 'failed' },
  purge_personal_trash: {},
  unconfirmed_payments: { p_older_than: '1 second' },
  save_authorization: { p_reference: 'x', p_url: 'https://x.example' },
  settle_payment: {
    p_event_key: 'forged',
    p_event: 'charge.success',
    p_reference: 'x',
    p_amount_minor: 1,
    p_currency: 'USD',
    p_payload: {},
  },
  start_payment_attempt: { p_order_id: nobody, p_reference: 'x' },
  empty_abandoned_carts: { p_grace: '1 second' },
  claim_unconfirmed_payments: { p_older_than: '1 second', p_limit: 1 },
  consume_rate_limit: { p_key: 'x', p_limit: 1, p_window: '1 minute' },
};

test.each(Object.keys(calls))('rpc %s answers neither visitors nor customers', async (name) => {
  for (const visit of [visits.visitor, visits.customerA]) {
    const answer = await rest(visit, 'POST', `rpc/${name}`, calls[name]);
    expect(refused, await answer.text()).toContain(answer.status);
  }
});

test('a forged or foreign token opens nothing', async () => {
  const forged = [
    'eyJhbGciOiJub25lIn0.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.',
    `${visits.administrator.token?.slice(0, -8)}AAAAAAAA`,
    'nonsense',
  ];
  for (const token of forged) {
    const answer = await rest({ id: '', token }, 'GET', 'orders?select=id');
    expect(answer.status, token).toBe(401);
  }
});

test('nobody reaches the functions of the back office, administrators neither', async () => {
  for (const visit of Object.values(visits)) {
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
      const answer = await rest(visits.administrator, 'GET', `${table}?select=*`, undefined, {
        'accept-profile': schema,
      });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
    }
  },
);
