import { expect, test as base } from 'vitest';
import postgres from 'postgres';
import { stack } from '../support/stack.ts';

export type Tx = postgres.TransactionSql;
export type Db = postgres.Sql | Tx;
/** What a query gives. */
type Rows = PromiseLike<readonly Record<string, unknown>[]>;

export function connect(max = 1): postgres.Sql {
  return postgres(stack().dbUrl, { max, idle_timeout: 5, onnotice: () => {} });
}

/** The connections of all tests of a worker; those that are not used end by themselves. */
export const sql = connect(24);

export class RollBack extends Error {}

/** Tries something in a transaction that is rolled back, so that no test meets another's rows. */
export async function rolledBack(
  work: (tx: Tx) => Promise<void>,
  isolation = 'isolation level read committed',
): Promise<void> {
  try {
    await sql.begin(isolation, async (tx) => {
      await work(tx);
      throw new RollBack();
    });
  } catch (error) {
    if (!(error instanceof RollBack)) throw error;
  }
}

/** Tests with a transaction of their own, `tx`, that is rolled back. */
export const test = base.extend<{ tx: Tx }>({ tx: ({}, use) => rolledBack(use) });

async function become(tx: Tx, role: string, claims: string): Promise<void> {
  await tx`select set_config('request.jwt.claims', ${claims}, true), set_config('role', ${role}, true)`;
}

/** From here on the transaction has the rights of a visitor (null) or of this signed-in user. */
export async function actAs(tx: Tx, user: string | null): Promise<void> {
  const role = user === null ? 'anon' : 'authenticated';
  await become(tx, role, JSON.stringify({ role, sub: user }));
}

/** The rights of the functions, which hold the service key. */
export const actAsService = (tx: Tx) => become(tx, 'service_role', '{"role":"service_role"}');

/** Back to the owner of the tables, to look at what really happened. */
export const actAsOwner = (tx: Tx) => become(tx, 'postgres', '');

/** Does something as the owner of the tables, in between. */
export async function asOwner<Result>(tx: Tx, work: () => PromiseLike<Result>): Promise<Result> {
  const { role, claims } = only(
    await tx<{ role: string; claims: string | null }[]>`
      select current_setting('role') as role, current_setting('request.jwt.claims', true) as claims`,
  );
  await actAsOwner(tx);
  const result = await work();
  await become(tx, role, claims ?? '');
  return result;
}

/** What the database refuses something with. @throws when it was not refused. */
export async function errorOf(
  tx: Tx,
  work: (tx: Tx) => PromiseLike<unknown>,
): Promise<postgres.PostgresError> {
  try {
    await tx.savepoint(async (point) => void (await work(point)));
  } catch (error) {
    if (error instanceof postgres.PostgresError) return error;
    throw error;
  }
  throw new Error('It was allowed.');
}

export interface Refusal {
  code: string;
  /** What the API tells refusals apart by. */
  detail: string | undefined;
}

/** @throws when it was not refused. */
export async function refusalOf(tx: Tx, work: (tx: Tx) => PromiseLike<unknown>): Promise<Refusal> {
  const { code, detail } = await errorOf(tx, work);
  return { code, detail };
}

export const forbidden = '42501';

/** How a function of ours refuses, with a code for the API. */
export function raised(detail: string): Refusal {
  return { code: 'P0001', detail };
}

/** That something is refused with this code for the API, or of this class of SQL. */
export async function expectRefusal(
  tx: Tx,
  code: string,
  work: (tx: Tx) => PromiseLike<unknown>,
): Promise<void> {
  const refusal = await refusalOf(tx, work);
  if (/^[A-Z\d]{5}$/.test(code)) expect(refusal.code).toBe(code);
  else expect(refusal).toEqual(raised(code));
}

/** The only row of an answer. */
export function only<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined || rows.length > 1) throw new Error(`${rows.length} rows instead of one`);
  return row;
}

/** The only column of all rows. */
export const valuesOf = async <Value>(rows: Rows): Promise<Value[]> =>
  (await rows).map((row) => only(Object.values(row)) as Value);

/** The only value of an answer of one row. */
export const valueOf = async <Value>(rows: Rows): Promise<Value> =>
  only(await valuesOf<Value>(rows));

/** Blocks of 8 kB that Postgres looks at for a question, those within its functions too. */
export async function blocksRead<Rows extends readonly postgres.MaybeRow[]>(
  tx: Tx,
  question: postgres.PendingQuery<Rows>,
) {
  const [{ Plan: plan } = { Plan: {} }] = await valueOf<{ Plan: Record<string, number> }[]>(
    tx`explain (analyze, buffers, format json) ${question}`,
  );
  const kinds = ['Shared Hit', 'Shared Read', 'Local Hit', 'Local Read'];
  return kinds.reduce((sum, kind) => sum + (plan[`${kind} Blocks`] ?? 0), 0);
}

/** How many rows of a table the transaction has read so far, in any way, as the owner of the database. */
export async function rowsRead(tx: Tx, table: string): Promise<number> {
  await actAsOwner(tx);
  return valueOf<number>(tx`
    select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as many
    from pg_stat_xact_user_tables where relname = ${table}`);
}
