import { expect } from 'vitest';
import postgres from 'postgres';
import { actAs, sql, test, type Tx } from './actors.ts';
import { forbidden } from './refusals.ts';
import { actAsGuest, addAdministrator, addCustomer } from './people.ts';
import { callers, functionRights, guestFunctions, type Caller } from './function-rights.ts';

interface Callable {
  schema: string;
  name: string;
  types: string[];
}

/** Every function of the schemas that whoever signs in may use, but for those of Postgres, of Supabase and of extensions. */
async function callables(tx: Tx): Promise<Callable[]> {
  return tx<Callable[]>`
    select n.nspname as schema, p.proname as name, array(
      select format_type(t, null) from unnest(p.proargtypes) with ordinality a (t, place) order by place) as types
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where has_schema_privilege('authenticated', n.oid, 'usage')
      and n.nspname <> all ('{pg_catalog,information_schema,extensions,auth,storage}')
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by 1, 2`;
}

/** An argument of each type, so that a function is tried as soon as it is there. */
const samples: Record<string, string> = {
  availability: 'InStock',
  bigint: '1',
  boolean: 'true',
  company_role: 'buyer',
  company_status: 'approved',
  date: '2026-01-01',
  integer: '1',
  interval: '1 hour',
  parcel_status: 'sent',
  product_status: 'draft',
  return_reason: 'quality',
  return_status: 'approved',
  stock_policy: 'deny',
  tax_class: 'zero',
  json: '[]',
  jsonb: '[]',
  numeric: '1',
  text: 'x',
  'timestamp with time zone': '2026-01-01T00:00:00Z',
  uuid: '00000000-0000-4000-8000-000000000000',
};

/** Arguments of functions that cast a text to something else, or that take one of two. */
const given: Record<string, string> = {
  add_custom_field: "'order', 'x', 'x', 'text'",
  change_product_prices: "'{}', 1",
  preview_product_prices: "'{}', 1",
  find_orders: "'x', 'Paid'",
  request_company: "'Mills', '', '', '', '', 'IE', '', ''",
  list_companies: "'x', 'approved'",
  list_products: "'price-low-to-high', 1, 0, '[]', '1'",
};

/** @throws for a type that has no sample */
function sampleOf(type: string): string {
  const value = type.endsWith('[]') ? '{}' : samples[type];
  if (value === undefined) throw new Error(`There is no sample of ${type} yet`);
  return `'${value}'::${type}`;
}

class Undone extends Error {}

async function answerOf(tx: Tx, { schema, name, types }: Callable): Promise<string> {
  const list = given[name] ?? types.map(sampleOf).join(', ');
  try {
    await tx.savepoint(async (point) => {
      await point.unsafe(`select * from ${schema}.${name}(${list})`);
      throw new Undone();
    });
  } catch (error) {
    if (error instanceof Undone) return 'answers';
    if (!(error instanceof postgres.PostgresError)) throw error;
    return error.code === forbidden ? 'closed' : (error.detail ?? error.code);
  }
  throw new Error('A savepoint was kept');
}

async function act(tx: Tx, caller: Caller): Promise<void> {
  if (caller === 'visitor') return actAs(tx, null);
  if (caller === 'guest') {
    await actAsGuest(tx);
    return;
  }
  if (caller === 'customer') return actAs(tx, await addCustomer(tx));
  const person = await addAdministrator(tx);
  if (caller === 'removed administrator') {
    await tx`delete from administrators where id = ${person}`;
  }
  return actAs(tx, person);
}

test.for([...callers.entries()])(
  'every function answers caller %i, %s, as the table says',
  async ([place, caller], { tx }) => {
    const found = await callables(tx);
    await act(tx, caller);
    const answers: Record<string, string> = {};
    for (const it of found) {
      const name = it.schema === 'public' ? it.name : `${it.schema}.${it.name}`;
      answers[name] = await answerOf(tx, it);
    }
    const expected = Object.entries(functionRights).map(([name, row]) => [
      name,
      caller === 'guest' ? row[guestFunctions.has(name) ? 1 : 2] : row[place],
    ]);
    expect(answers).toEqual(Object.fromEntries(expected));
  },
);

test('each role may execute what the table says, and the service key what the functions call', async () => {
  const found = await sql<{ name: string; callers: boolean[]; service: boolean }[]>`
    select case when p.pronamespace = 'office'::regnamespace then 'office.' else '' end || p.proname as name,
      array[has_function_privilege('anon', p.oid, 'execute'), has_function_privilege('authenticated', p.oid, 'execute')] as callers,
      has_function_privilege('service_role', p.oid, 'execute') as service
    from pg_proc p where p.pronamespace in ('public'::regnamespace, 'office'::regnamespace) order by 1`;
  const isOpen = (it?: string) => it !== 'closed';
  expect(found.map((it) => [it.name, it.callers])).toEqual(
    Object.entries(functionRights)
      .map(([name, [visitor, customer]]) => [name, [isOpen(visitor), isOpen(customer)]])
      .sort(),
  );
  // Visitors and users call those of the storefront through the functions, too.
  const needed = Object.entries(functionRights).filter(([, it]) => isOpen(it[0]) || !isOpen(it[3]));
  const served = found.filter(({ service }) => service).map(({ name }) => name);
  expect(served).toEqual(
    expect.arrayContaining([...needed.map(([name]) => name), 'is_barcode', 'is_shop_setting']),
  );
});
