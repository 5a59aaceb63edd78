import postgres from 'postgres';
import { stack } from '../support/stack.ts';

export type Tx = postgres.TransactionSql;

export function connect(max = 1): postgres.Sql {
  return postgres(stack().dbUrl, { max, onnotice: () => {} });
}

class RollBack extends Error {}

/** Tries something in a transaction that is rolled back, so that no test meets another's rows. */
export async function rolledBack(
  sql: postgres.Sql,
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

/** From here on the transaction has the rights of a visitor (null) or of this signed-in user. */
export async function actAs(tx: Tx, user: string | null): Promise<void> {
  const role = user === null ? 'anon' : 'authenticated';
  await tx`select set_config('request.jwt.claims', ${JSON.stringify({ role, sub: user })}, true),
    set_config('role', ${role}, true)`;
}

/** The rights of the functions, which hold the service key. */
export async function actAsService(tx: Tx): Promise<void> {
  await tx`select set_config('request.jwt.claims', '{"role":"service_role"}', true),
    set_config('role', 'service_role', true)`;
}

/** Back to the owner of the tables, to look at what really happened. */
export async function actAsOwner(tx: Tx): Promise<void> {
  await tx`select set_config('request.jwt.claims', '', true), set_config('role', 'postgres', true)`;
}

export interface Refusal {
  code: string;
  /** What the API tells refusals apart by. */
  detail: string | undefined;
}

/** @throws when it was not refused. */
export async function refusalOf(
  tx: Tx,
  work: (tx: postgres.TransactionSql) => Promise<unknown>,
): Promise<Refusal> {
  try {
    await tx.savepoint(work);
  } catch (error) {
    if (error instanceof postgres.PostgresError) return { code: error.code, detail: error.detail };
    throw error;
  }
  throw new Error('It was allowed.');
}

export const forbidden = '42501';

/** How a function of ours refuses, with a code for the API. */
export function raised(detail: string): Refusal {
  return { code: 'P0001', detail };
}

/** The only row of an answer. */
export function only<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined || rows.length > 1) throw new Error(`${rows.length} rows instead of one`);
  return row;
}

/** Blocks of 8 kB that Postgres looks at for a question, those within its functions too. */
export async function blocksRead<Rows extends readonly postgres.MaybeRow[]>(
  tx: Tx,
  question: postgres.PendingQuery<Rows>,
) {
  const { 'QUERY PLAN': plans } = only(
    await tx<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }[]>`
      explain (analyze, buffers, format json) ${question}`,
  );
  const { Plan: plan } = only(plans);
  const kinds = ['Shared Hit', 'Shared Read', 'Local Hit', 'Local Read'];
  return kinds.reduce((sum, kind) => sum + (plan[`${kind} Blocks`] ?? 0), 0);
}

/** How many rows of a table the transaction has read so far, in any way, as the owner of the database. */
export async function rowsRead(tx: Tx, table: string): Promise<number> {
  await actAsOwner(tx);
  const { many } = only(
    await tx<{ many: number }[]>`
      select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as many
      from pg_stat_xact_user_tables where relname = ${table}`,
  );
  return many;
}
