import type postgres from 'postgres';

const write = (db: postgres.ISql, ahead: string) =>
  db.unsafe(`create or replace function public.clock() returns timestamptz language sql stable
    parallel safe return now()${ahead}`);

/** Puts the database's clock forward by a time such as `31 minutes`; in a transaction until it is rolled back. */
export async function passTime(db: postgres.ISql, time: string): Promise<void> {
  const [row] = await db<{ ahead: string }[]>`
    select (public.clock() - now() + ${time}::text::interval)::text as ahead`;
  await write(db, ` + interval '${row?.ahead ?? ''}'`);
}

/** Does something as if so much time had passed, on a stack that other tests use afterwards. */
export async function later<Result>(
  db: postgres.Sql,
  time: string,
  work: () => PromiseLike<Result>,
): Promise<Result> {
  await passTime(db, time);
  try {
    return await work();
  } finally {
    await write(db, '');
  }
}
