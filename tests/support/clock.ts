import type postgres from 'postgres';

/**
 * Puts the database's clock forward by a time such as `31 minutes`, or back to the real one. Done in a transaction, others do not
 * see it, and rolling back undoes it.
 */
export const setClock = (db: postgres.ISql, ahead?: string) =>
  db.unsafe(`create or replace function public.clock() returns timestamptz language sql stable
    parallel safe return now() ${ahead ? `+ interval '${ahead}'` : ''}`);

/** Does something as if so much time had passed, on a stack that other tests use later. */
export async function later<Result>(
  db: postgres.Sql,
  ahead: string,
  work: () => PromiseLike<Result>,
): Promise<Result> {
  await setClock(db, ahead);
  try {
    return await work();
  } finally {
    await setClock(db);
  }
}
