import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, newCustomer, serviceRole, visitor, withSql, type Person } from './clients.ts';
import { stack } from '../support/stack.ts';

const product = { title: 'Trial shirt', description: 'Linen.', price: 19.5, sizes: ['M', 'L'] };
let productId = '';
let customer: Person;

beforeAll(async () => {
  const { data } = await serviceRole().from('products').insert(product).select('id').single();
  productId = (data as { id: string }).id;
  customer = await newCustomer();
});

afterAll(async () => {
  await serviceRole().from('products').delete().eq('id', productId);
});

describe('what REST answers', () => {
  test('numbers are numbers and instants ISO 8601, as from PostgREST', async () => {
    const query = visitor().from('products').select('price, created_at, sizes').eq('id', productId);
    const { data } = await query.single();
    expect(data).toEqual({
      price: 19.5,
      sizes: ['M', 'L'],
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+\+00:00$/) as string,
    });
  });

  test('a large sum keeps its cents', async () => {
    const price = 812_345.91;
    await serviceRole().from('products').update({ price }).eq('id', productId);
    const { data } = await visitor().from('products').select('price').eq('id', productId).single();
    expect(data).toEqual({ price });
    await serviceRole().from('products').update({ price: product.price }).eq('id', productId);
  });

  test('jsonb is stored as it was sent, objects and lists alike', async () => {
    for (const payload of [{ a: { b: [1, 'two'] } }, [1, { c: null }], 'a plain text']) {
      const event = { id: crypto.randomUUID(), reference: 'r', event: 'trial', payload };
      const { error } = await serviceRole().from('payment_events').insert(event);
      expect(error).toBeNull();
      const kind = Array.isArray(payload) ? 'array' : typeof payload;
      const stored = await withSql(
        (sql) => sql`
          select jsonb_typeof(payload) as kind, payload from payment_events where id = ${event.id}`,
      );
      expect(stored[0]).toEqual({ kind, payload });
    }
  });

  test('rows can be counted without being sent', async () => {
    const query = visitor().from('products').select('id', { count: 'exact', head: true });
    const { count, status } = await query.eq('id', productId);
    expect({ count, status }).toEqual({ count: 1, status: 200 });
  });

  test('an error raised in a function arrives with its text, detail and status 400', async () => {
    const { data, error, status } = await customer.client.rpc('place_order_to_pay', {
      p_products: [],
      p_amount: 0,
      p_email: customer.email,
    });
    expect(data).toBeNull();
    expect(status).toBe(400);
    expect(error).toMatchObject({ code: 'P0001', details: 'empty_order' });
    expect(error?.message).not.toBe('');
  });

  test('a violated check is the request’s fault', async () => {
    const { error, status } = await serviceRole()
      .from('products')
      .update({ title: '' })
      .eq('id', productId);
    expect(status).toBe(400);
    expect(error).toMatchObject({ code: '23514' });
  });

  test('a function gets a JSON argument as JSON', async () => {
    const { data, error } = await customer.client.rpc('place_order_to_pay', {
      p_products: [{ product: productId, quantity: 2, size: 'M' }],
      p_amount: 39,
      p_email: customer.email,
    });
    expect(error).toBeNull();
    expect(data).toMatchObject({ order: { total_price: 39, status: 'Pending' } });
  });

  test('the policies of the database hold: nobody reads another’s rows', async () => {
    const stranger = await newCustomer();
    const { data } = await stranger.client.from('orders').select('id');
    expect(data).toEqual([]);
    const own = await customer.client.from('orders').select('id');
    expect(own.data).toHaveLength(1);
  });
});

describe('who may do what', () => {
  test('privileges that the migrations took away stay away', async () => {
    const granted = await withSql(
      (sql) => sql<{ table_name: string }[]>`
        select distinct table_name::text from information_schema.role_table_grants
        where table_schema = 'public' and grantee = 'anon'
          and privilege_type in ('INSERT', 'UPDATE', 'DELETE', 'TRUNCATE')`,
    );
    expect(granted.map((row) => row.table_name)).toEqual([]);
  });

  test('many first requests at once are all answered alike', async () => {
    const answers = await Promise.all(
      Array.from({ length: 24 }, () => call('/rest/v1/categories?select=id&limit=1')),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  });

  test('no or a wrong API key is refused with 401', async () => {
    const { url } = stack();
    const missing = await fetch(`${url}/rest/v1/categories`);
    const wrong = await fetch(`${url}/rest/v1/categories?apikey=wrong`);
    expect([missing.status, wrong.status]).toEqual([401, 401]);
    expect(await wrong.json()).toMatchObject({ message: 'Invalid API key' });
  });

  test('the caller is passed to Postgres in one statement instead of six', async () => {
    const count = () =>
      withSql(
        (sql) => sql<{ calls: number }[]>`
          select coalesce(sum(calls), 0)::int as calls from extensions.pg_stat_statements
          where query like '%set_config(%' or query ilike 'set local role%'`,
      );
    const [before] = await count();
    await call('/rest/v1/categories?select=id&limit=1');
    const [after] = await count();
    expect((after?.calls ?? 0) - (before?.calls ?? 0)).toBe(1);
  });
});
