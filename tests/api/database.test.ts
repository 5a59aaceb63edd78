import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { connectAs, connectAsService, type Db } from '#shared/queries/database.ts';
import { scalarSets } from '#shared/queries/functions.ts';
import { runInTransaction } from '#shared/queries/postgres.ts';
import { introduce, type Statement } from '#shared/queries/statements.ts';
import { adminToken, newCustomer, newProduct, sql as owner } from './client.ts';
import { failure, onOneConnection, oneRow, pidOf } from './in-process.ts';

const addFaq = (question: string): Statement => ({
  text: 'insert into public.faqs (question, answer) values ($1, $1)',
  values: [question],
});
const isThere = async (question: string) =>
  (await owner`select from public.faqs where question = ${question}`).length > 0;

describe.each(['authenticator', 'postgres'] as const)('logged in as %s', (login) => {
  const { settings } = onOneConnection(login);
  const { database } = settings;

  test('a question runs as the role of the caller', async () => {
    const sub = crypto.randomUUID();
    const ask = (db: Db) =>
      db.query(sql`select current_user::text as role, session_user::text as login, auth.uid() as id,
        (select rolsuper from pg_roles where rolname = current_user) as superuser`);
    const found = { login, id: null, superuser: false };
    expect(await ask(connectAs(settings, null))).toEqual([{ ...found, role: 'anon' }]);
    expect(await ask(connectAs(settings, { sub, role: 'authenticated' }))).toEqual([
      { ...found, role: 'authenticated', id: sub },
    ]);
    expect(await ask(connectAsService(settings))).toEqual([{ ...found, role: 'service_role' }]);
  });

  test('nothing of the caller is left on the connection', async () => {
    await connectAs(settings, { sub: crypto.randomUUID(), secret: 'x' }).call('is_admin');
    const names = ['request.jwt.claims', 'request.headers', 'role'];
    const left = names.map((it) => `nullif(current_setting('${it}', true), '')`).join(', ');
    const text = `select json_build_array(current_user, ${left},
      (select count(*) from pg_prepared_statements))`;
    const found = await runInTransaction(database, [{ text, values: [] }]);
    expect(JSON.parse(found ?? '')).toEqual([login, null, null, 'none', 0]);
  });

  test.each(['no_such_role', 'supabase_admin'])(
    'where the role cannot become %s, nothing runs',
    async (role) => {
      const question = crypto.randomUUID();
      const identity = introduce({ role: 'anon', claims: {} }, undefined);
      identity.values[0] = role;
      const refused = await failure(
        runInTransaction(database, [identity, addFaq(question), addFaq(question), oneRow]),
      );
      expect(refused.code).toMatch(/^(22023|42501)$/);
      expect(await isThere(question)).toBe(false);
      await expect(runInTransaction(database, [oneRow])).resolves.toBe('1');
    },
  );

  test('what fails is rolled back, and the connection goes on', async () => {
    const service = connectAsService(settings);
    const identity = introduce({ role: 'service_role', claims: {} }, undefined);
    const before = await pidOf(service);
    const question = crypto.randomUUID();
    const failing: Statement = { text: 'select 1 / 0', values: [] };
    const refused = await failure(
      runInTransaction(database, [identity, addFaq(question), failing, addFaq(question)]),
    );
    expect([refused.code, refused.status]).toEqual(['22012', 400]);
    expect(await isThere(question)).toBe(false);
    expect(await pidOf(service)).toBe(before);
  });
});

test('refusals keep their code, detail and constraint', async () => {
  const admin = await adminToken();
  const product = await newProduct(admin);
  const { id } = await newCustomer();
  const { settings } = onOneConnection();
  const customer = connectAs(settings, { sub: id, role: 'authenticated' });
  const p_product = crypto.randomUUID();
  expect(await failure(customer.call('add_to_cart', { p_product }))).toMatchObject({
    code: 'P0001',
    details: 'unknown_product',
    status: 400,
  });
  expect((await failure(connectAs(settings, null).call('clear_cart'))).code).toBe('42501');
  const nameless = sql`update public.products set title = '' where id = ${product._id} returning id`;
  expect(await failure(connectAsService(settings).query(nameless))).toMatchObject({
    code: '23514',
    message: expect.stringContaining('"products_title_check"'),
  });
  // Row-level security: there is no such row for a customer.
  expect(await customer.query(nameless)).toEqual([]);
});

test('every function that returns a set of single values is known as such', async () => {
  const found = await owner<{ name: string }[]>`
    select n.nspname || '.' || p.proname as name from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace join pg_type t on t.oid = p.prorettype
    where n.nspname in ('public', 'office') and p.proretset
      and t.typtype <> 'c' and t.typname <> 'record' order by 1`;
  expect(found.map(({ name }) => name)).toEqual(scalarSets);
});

test('a list with another number of rows than one is no value', async () => {
  const { settings } = onOneConnection();
  const two: Statement = { text: 'select generate_series(1, 2)', values: [] };
  await expect(runInTransaction(settings.database, [two])).rejects.toThrow(/^2 rows/);
  const none: Statement = { text: 'select 1 where false', values: [] };
  await expect(runInTransaction(settings.database, [oneRow, none])).rejects.toThrow(/^0 rows/);
});
