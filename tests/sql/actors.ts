import { test as base } from 'vitest';
import postgres from 'postgres';
import { stack } from '../support/stack.ts';
import { passTime } from '../support/clock.ts';
import { rowOf } from './answers.ts';

export type Tx = postgres.TransactionSql;
export type Db = postgres.Sql | Tx;

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

async function become(tx: Db, role: string, claims: string): Promise<void> {
  await tx`select set_config('request.jwt.claims', ${claims}, true), set_config('role', ${role}, true)`;
}

/** From here on the transaction has the rights of a visitor (null) or of this signed-in user, with more claims in the token. */
export async function actAs(tx: Tx, user: string | null, more: object = {}): Promise<void> {
  const role = user === null ? 'anon' : 'authenticated';
  await become(tx, role, JSON.stringify({ role, sub: user, ...more }));
}

/** The rights of the functions, which hold the service key. */
export const actAsService = (tx: Tx) => become(tx, 'service_role', '{"role":"service_role"}');

/** Back to the owner of the tables, to look at what really happened. */
export const actAsOwner = (tx: Db) => become(tx, 'postgres', '');

/** Does something as the owner of the tables, in between. */
export async function asOwner<Result>(tx: Db, work: () => PromiseLike<Result>): Promise<Result> {
  const { role, claims } = await rowOf(tx<{ role: string; claims: string | null }[]>`
      select current_setting('role') as role, current_setting('request.jwt.claims', true) as claims`);
  await actAsOwner(tx);
  const result = await work();
  await become(tx, role, claims ?? '');
  return result;
}

/** From here on it is so much later, until the transaction is rolled back. */
export const letPass = (tx: Tx, time: string) => asOwner(tx, () => passTime(tx, time));
