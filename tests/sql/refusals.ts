import { expect } from 'vitest';
import postgres from 'postgres';
import type { Tx } from './actors.ts';

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
