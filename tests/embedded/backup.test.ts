import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backUp } from '../../scripts/backup.ts';
import { tablesToSave } from '../../scripts/backup-tables.ts';
import { restore } from '../../scripts/restore.ts';
import { queryDatabase } from './clients.ts';
import { createTrial, launch, quit, type Launched, type Trial } from './launcher.ts';
import { Shopper } from './shopper.ts';

const siteUrl = 'http://127.0.0.1:9';
let trial: Trial;
let stack: Launched;

beforeAll(async () => {
  trial = await createTrial();
  stack = await launch(trial, { shopAt: siteUrl });
}, 240_000);

afterAll(async () => {
  await quit(stack).finally(() => trial.remove());
});

const api = () => `${stack.values.url}/functions/v1`;

/** A sum of each table that a backup holds, over every value in it. */
function sums(): Promise<Record<string, string>> {
  return queryDatabase(stack.values.dbUrl, async (sql) => {
    const found: Record<string, string> = {};
    for (const { name } of await tablesToSave(sql)) {
      const [row] = await sql.unsafe<{ sum: string }[]>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum from ${name} t`,
      );
      found[name] = row?.sum ?? '';
    }
    return found;
  });
}

test('a shop that lost everything is as it was after its backup was put back', async () => {
  const shopper = await Shopper.register(api());
  const placed = await shopper.place('kept');
  await shopper.useCard(placed, 'pay');
  expect(await shopper.settle(placed)).toBe('paid');
  const before = await sums();
  const folder = join(trial.folder, 'backup');
  const saved = await backUp(stack.values, folder);
  expect(saved.pictures.length).toBeGreaterThan(100);

  // Everything goes: database, files, keys.
  await quit(stack);
  await rm(trial.stateDir, { recursive: true });
  stack = await launch(trial, { shopAt: siteUrl });
  expect(await sums()).not.toEqual(before);
  const [lost = ''] = saved.pictures;
  const picture = `${stack.values.url}/storage/v1/object/public/images/${lost}`;

  await restore(stack.values, folder);
  expect(await sums()).toEqual(before);
  expect((await fetch(picture)).headers.get('content-type')).toBe('image/webp');
  const orders = await queryDatabase(
    stack.values.dbUrl,
    (sql) =>
      sql`select status::text, payment_reference as reference from orders where id = ${placed.order}`,
  );
  expect([...orders]).toEqual([{ status: 'Paid', reference: placed.reference }]);
  // The shop goes on: an account of then signs in, and its next order gets a number of its own.
  const again = await shopper.comeBack(api());
  expect((await again.place('after')).order).not.toBe(placed.order);
});

test('a backup of another version is refused, and nothing is changed', async () => {
  const folder = join(trial.folder, 'backup-old');
  await backUp(stack.values, folder);
  const before = await sums();
  const newer = `20991231235959`;
  await queryDatabase(
    stack.values.dbUrl,
    (sql) => sql`insert into supabase_migrations.schema_migrations (version) values (${newer})`,
  );
  await expect(restore(stack.values, folder)).rejects.toThrow(/up to 20991231235959/);
  expect(await sums()).toEqual(before);
});
