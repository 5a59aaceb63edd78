import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { connectAs, type Db } from '#shared/queries/database.ts';
import { JsonValue } from '#shared/queries/json-value.ts';
import { failure, onOneConnection } from './in-process.ts';

describe('values are bound, whatever is in them:', () => {
  const { settings } = onOneConnection();
  const db = connectAs(settings, null);
  const echo = async (statement: Parameters<Db['query']>[0]) =>
    (await db.query<{ it: unknown }>(statement))[0]?.it;

  const texts = [
    `it's "quoted" \\ 100% \\' E'\\x' -- ; select 1 /* $1 $$ */`,
    '',
    ' \t\r\n',
    'null',
    'ünï 汉字 👗 \u202e',
    '\x01\x7f',
    'x'.repeat(1_000_000),
  ];
  test.each(texts)('text %#', async (text) => {
    expect(await echo(sql`select ${text}::text as it`)).toBe(text);
  });

  test('lists', async () => {
    const list = [...texts.slice(0, 6), '{a,b}', ',', '"', '\\', 'NULL'];
    expect(await echo(sql`select ${list}::text[] as it`)).toEqual(list);
    expect(await echo(sql`select ${[]}::text[] as it`)).toEqual([]);
  });

  test.each([0, -1.5, 1e308, 1e21, Number.MAX_SAFE_INTEGER, 5e-324])('%d', async (number) => {
    expect(await echo(sql`select ${number}::float8 as it`)).toBe(number);
  });

  test('JSON', async () => {
    const nested = (depth: number): unknown =>
      JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);
    const odd = { "'": [null, true, 1e21, '\\u0041"\\', ...texts.slice(0, 6)], deep: nested(1000) };
    expect(await echo(sql`select ${new JsonValue(odd)}::jsonb as it`)).toEqual(odd);
  });

  test.each([
    ['22021', sql`select ${'a\0b'}::text as it`],
    ['22P05', sql`select ${new JsonValue('\0')}::jsonb as it`],
    ['22P02', sql`select ${new JsonValue('\ud800')}::jsonb as it`],
    ['22P02', sql`select ${"1'; select '1"}::int as it`],
    ['22003', sql`select ${'9'.repeat(20)}::int8 as it`],
    ['54001', sql`select ${'['.repeat(100_000)}::jsonb as it`],
    ['22007', sql`select ${'the day after'}::timestamptz as it`],
  ])('%s for what no type holds', async (code, statement) => {
    const refused = await failure(db.query(statement));
    expect([refused.code, refused.status]).toEqual([code, 400]);
    expect(await echo(sql`select 1 as it`)).toBe(1);
  });
});
