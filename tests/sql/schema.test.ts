import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { databaseTypes } from '../../scripts/database-types.ts';
import { sql } from './actors.ts';
import { stack } from '../support/stack.ts';

const names = async (rows: Promise<readonly { name?: string }[]>) =>
  (await rows).map(({ name }) => name);

test('row-level security is on everywhere', async () => {
  const open = sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity`;
  expect(await names(open)).toEqual([]);
});

test('every table and column is explained to people in the dashboard', async () => {
  const silent = sql<{ name: string }[]>`
    select format('%s.%s', c.relname, a.attname) as name from pg_class c
    left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
      and (obj_description(c.oid, 'pg_class') is null or col_description(c.oid, a.attnum) is null)`;
  expect(await names(silent)).toEqual([]);
});

test('every function and type is explained', async () => {
  const silent = sql<{ name: string }[]>`
    select proname as name from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and obj_description(oid, 'pg_proc') is null
    union all
    select typname from pg_type where typnamespace = 'public'::regnamespace and typtype = 'e'
      and obj_description(oid, 'pg_type') is null`;
  expect(await names(silent)).toEqual([]);
});

test('no function looks names up where others can put them', async () => {
  const loose = sql<{ name: string }[]>`
    select proname as name from pg_proc
    -- A body that was parsed when it was written keeps what its names meant.
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and prosqlbody is null
      and not coalesce(proconfig @> array['search_path=""'], false)`;
  expect(await names(loose)).toEqual([]);
});

test('every foreign key leads an index', async () => {
  const slow = sql<{ name: string }[]>`
    select format('%s (%s)', con.conrelid::regclass, con.conname) as name
    from pg_constraint con
    where con.contype = 'f' and con.connamespace = 'public'::regnamespace
      and not exists (
        select 1 from pg_index i where i.indrelid = con.conrelid and i.indpred is null
          and (string_to_array(i.indkey::text, ' ')::int2[])[1:cardinality(con.conkey)] = con.conkey)`;
  expect(await names(slow)).toEqual([]);
});

test('money is exact', async () => {
  const columns = await sql<{ name: string; type: string }[]>`
    select format('%s.%s', a.attrelid::regclass, a.attname) as name, format_type(a.atttypid, a.atttypmod) as type
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0
      and a.attname ~ 'price|amount' and a.attname !~ '_id$' order by 1`;
  expect(Object.fromEntries(columns.map(({ name, type }) => [name, type]))).toEqual({
    'order_items.unit_price': 'numeric',
    'orders.total_price': 'numeric',
    'payment_attempts.amount_minor': 'bigint',
    'payment_disputes.amount_minor': 'bigint',
    'payment_events.amount_minor': 'bigint',
    'price_list_items.price': 'numeric',
    'product_prices.price': 'numeric',
    'product_variants.price_delta': 'numeric',
    'products.compare_at_price': 'numeric',
    'products.highest_price': 'numeric',
    'products.lowest_price': 'numeric',
    'products.price': 'numeric',
    'quote_lines.unit_price': 'numeric',
    'refund_lines.price_minor': 'bigint',
    'refunds.amount_minor': 'bigint',
    'shipping_methods.price': 'numeric',
  });
});

test('the generated types fit the database', async () => {
  const file = new URL('../../supabase/functions/_shared/database.types.ts', import.meta.url);
  expect(await databaseTypes(stack().dbUrl)).toBe(await readFile(file, 'utf8'));
});

test('pictures are public, written by administrators, and only pictures', async () => {
  const [bucket] =
    await sql`select public, file_size_limit::int as size, allowed_mime_types as types
    from storage.buckets where id = 'images'`;
  expect(bucket).toMatchObject({ public: true, size: 10_485_760 });
  const types: unknown[] = bucket?.['types'] ?? [];
  expect(types).not.toContain('image/svg+xml');
  expect(types.every((type) => String(type).startsWith('image/'))).toBe(true);
});
