import { expect, onTestFinished } from 'vitest';
import postgres from 'postgres';
import { actAs, actAsService, sql, type Tx } from './actors.ts';
import { valueOf } from './answers.ts';
import { addCustomer } from './people.ts';
import { addProduct } from './goods.ts';
import { addCountedProduct } from './counted-goods.ts';

// Transactions that commit, since a race needs several. What they make is deleted after the test.

/** A customer, the functions with the service key (null), or the owner of the tables. */
type Who = string | null | 'owner';

export const as = async <Result>(who: Who, work: (tx: Tx) => PromiseLike<Result>) => {
  let result: Result | undefined;
  await sql.begin(async (tx) => {
    if (who === null) await actAsService(tx);
    else if (who !== 'owner') await actAs(tx, who);
    result = await work(tx);
  });
  return result as Result;
};

/** What something was refused with; 'done' where it was not. */
export const outcomeOf = (work: PromiseLike<unknown>): PromiseLike<string> =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof postgres.PostgresError) return error.detail ?? error.code;
      throw error;
    },
  );

/** How often each outcome is there. */
export async function outcomesOf(work: readonly PromiseLike<unknown>[]) {
  const counts: Record<string, number> = {};
  for (const it of await Promise.all(work.map(outcomeOf))) counts[it] = (counts[it] ?? 0) + 1;
  return counts;
}

/** Does something so many times at once. */
export const times = <Result>(many: number, work: (n: number) => Result): Result[] =>
  Array.from({ length: many }, (_, n) => work(n));

/** All that a database says of an error, since a deadlock happens once in thousands of steps. */
const tell = (step: string, { message, detail, hint, where, query }: postgres.PostgresError) =>
  new Error([`${step}: ${message}`, detail, hint, where, query].filter(Boolean).join('\n'));

/** Takes so many steps over 20 connections, and counts their names and these refusals. @throws at any other error */
export async function walk(
  steps: number,
  next: () => () => Promise<unknown>,
  refusals: readonly string[],
): Promise<Map<string, number>> {
  const outcomes = new Map<string, number>();
  let done = 0;
  const walking = times(20, async () => {
    while (done < steps) {
      done += 1;
      const step = next();
      let outcome = step.name;
      try {
        await step();
      } catch (error) {
        if (!(error instanceof postgres.PostgresError)) throw error;
        outcome = error.detail ?? error.code;
        if (!refusals.includes(outcome)) throw tell(step.name, error);
      }
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
  });
  await Promise.all(walking);
  return outcomes;
}

/** How many transactions wait for locks. */
export const waiting = async (): Promise<number> =>
  (await sql`select from pg_locks where not granted`).length;

/** Waits until so many do. */
export async function untilWaiting(many: number): Promise<void> {
  await expect.poll(waiting).toBeGreaterThanOrEqual(many);
}

/** Ends what `early` does, with `end`, only once so many transactions that `late` begins wait for its locks; gives what both give. */
export async function overtake<Early, Late>(
  who: Who,
  early: (tx: Tx) => PromiseLike<Early>,
  late: () => Promise<Late>,
  many = 1,
  end: (tx: Tx) => PromiseLike<unknown> = () => Promise.resolve(),
): Promise<[Early, Late]> {
  let others: Promise<PromiseSettledResult<Late>[]> | undefined;
  const first = await as(who, async (tx) => {
    const result = await early(tx);
    others = Promise.allSettled([late()]);
    await untilWaiting(many);
    await end(tx);
    return result;
  });
  const [second] = (await others) ?? [];
  if (second?.status !== 'fulfilled') throw second?.reason;
  return [first, second.value];
}

/** Deletes people after the test, with their orders and companies. */
export function leaveNothingOf(...people: string[]): void {
  onTestFinished(async () => {
    await sql`delete from orders where user_id = any(${people})`;
    await sql`delete from companies where id in (
      select company_id from company_members where user_id = any(${people}))`;
    await sql`delete from auth.users where id = any(${people})`;
  });
}

export async function addPeople(many: number): Promise<string[]> {
  const address = { address: '4 Mill Lane', country: 'Ireland' };
  const people = await Promise.all(times(many, () => addCustomer(sql, address)));
  leaveNothingOf(...people);
  return people;
}

/** A product for $20 whose sizes are counted, or one without sizes. */
export async function addGoods(pieces?: Readonly<Record<string, number>>) {
  const goods = pieces
    ? await addCountedProduct(sql, pieces)
    : { product: await addProduct(sql), variant: () => '' };
  onTestFinished(async () => {
    await sql`delete from products where id = ${goods.product}`;
  });
  return goods;
}

/** Lets customers order as often as they want during the test. */
export async function withoutLimit(): Promise<void> {
  const setting = sql`private.function_settings where name = 'LIMIT_ORDER'`;
  const before = await valueOf<number>(sql`select value::int from ${setting}`);
  const set = (value: number) => sql`
    update private.function_settings set value = to_jsonb(${value}::int) where name = 'LIMIT_ORDER'`;
  await set(100_000);
  onTestFinished(async () => {
    await set(before);
  });
}
