import type postgres from 'postgres';
import { actAsOwner, type Tx } from './actors.ts';
import { valueOf } from './answers.ts';

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
