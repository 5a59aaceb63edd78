import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { counted } from '#shared/domain/counted.ts';
import { backUp } from '../../scripts/backup.ts';
import { tablesToSave } from '../../scripts/backup-tables.ts';
import { downloadPicture, uploadPicture } from '../../scripts/bucket.ts';
import { cleanPictures } from '../../scripts/clean-pictures.ts';
import { restore } from '../../scripts/restore.ts';
import { root } from '../../scripts/settings.ts';
import { withDatabase } from '../../scripts/database.ts';
import { createTrial, launch, quit, type Launched, type Trial } from './launcher.ts';
import { Shopper } from '../../tools/prove/shopper.ts';

const siteUrl = 'http://127.0.0.1:9';
let trial: Trial;
let stack: Launched;

beforeAll(async () => {
  trial = await createTrial();
  stack = await launch(trial, { shopAt: siteUrl });
});

afterAll(async () => {
  await quit(stack).finally(() => trial.remove());
});

const api = () => `${stack.values.url}/functions/v1`;

const kept = 'products/kept.webp';

const type = { 'content-type': 'image/webp', 'cache-control': 'max-age=600' };

/** A picture that the demo shop does not have, and few of its others. */
async function changePictures(): Promise<void> {
  await uploadPicture(stack.values, kept, new Uint8Array([1, 2, 3]), type);
  await withDatabase(stack.values.dbUrl, async (sql) => {
    await sql`delete from storage.objects where bucket_id = 'images' and name <> ${kept}
      and name not in (select name from storage.objects where bucket_id = 'images' limit 9)`;
  });
}

/** Row count and checksum of each table in a backup. */
function sums(): Promise<Record<string, string>> {
  return withDatabase(stack.values.dbUrl, async (sql) => {
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

test('restore brings back all data of a lost shop, and reports its progress table by table', async () => {
  const shopper = await Shopper.register(api());
  const placed = await shopper.place('kept');
  await shopper.useCard(placed, 'pay');
  expect(await shopper.settle(placed)).toBe('paid');
  // The mail about it is sent after the answer.
  const unsent = () =>
    withDatabase(stack.values.dbUrl, (sql) => sql`select 1 from mail_outbox where state <> 'sent'`);
  await expect.poll(async () => (await unsent()).length).toBe(0);
  await changePictures();
  const before = await sums();
  const folder = join(trial.folder, 'backup');
  const saving: string[] = [];
  const saved = await backUp(stack.values, folder, (line) => saving.push(line));
  expect(saved.pictures).toContain(kept);
  expect(saved.pictures.length).toBeLessThan(12);

  // Everything is lost: the shop begins again as it once was.
  await quit(stack);
  await rm(trial.stateDir, { recursive: true });
  stack = await launch(trial, { shopAt: siteUrl });
  expect(await sums()).not.toEqual(before);
  const picture = `${stack.values.url}/storage/v1/object/public/images/${kept}`;
  expect((await fetch(picture)).ok).toBe(false);
  const restoring: string[] = [];
  await restore(stack.values, folder, (line) => restoring.push(line));
  const tables = saved.tables.map(
    ({ name }) => `${name}: ${counted(saved.rows[name] ?? 0, 'row')}`,
  );
  const pictures = `pictures: ${saved.pictures.length} of ${saved.pictures.length}`;
  expect(saving).toEqual([...tables, pictures]);
  expect(restoring).toEqual([pictures, ...tables]);
  expect(await sums()).toEqual(before);
  expect((await fetch(picture)).headers.get('content-type')).toBe('image/webp');
  const orders = await withDatabase(
    stack.values.dbUrl,
    (sql) =>
      sql`select status::text, payment_reference as reference from orders where id = ${placed.order}`,
  );
  expect([...orders]).toEqual([{ status: 'Paid', reference: placed.reference }]);
  // The shop works: an old account can sign in, and its next order gets a new number.
  const again = await shopper.comeBack(api());
  expect((await again.place('after')).order).not.toBe(placed.order);
});

test('metadata of stored pictures is listed, and removed in place when asked', async () => {
  await changePictures();
  const name = 'products/taken.webp';
  const place = '51° 30′ N';
  const create = { width: 40, height: 30, channels: 3, background: '#1f3b33' } as const;
  const taken = await sharp({ create }).withXmp(`<x><!-- ${place} --></x>`).webp().toBuffer();
  await uploadPicture(stack.values, name, new Uint8Array(taken), type);
  const clean = async (write: boolean) => {
    const lines: string[] = [];
    const found = await cleanPictures(stack.values, (it) => lines.push(it), { write });
    expect(found.problems).toEqual([`${kept} is not a PNG, JPEG, WebP, AVIF or GIF picture`]);
    const { bytes, headers } = await downloadPicture(stack.values, name);
    expect(headers.get('cache-control')).toContain('600');
    return [found.dirty, lines.length, Buffer.from(bytes).includes(place)];
  };
  // The last line counts the pictures, and one names the file that is no picture.
  expect(await clean(false)).toEqual([[name], 3, true]);
  expect(await clean(true)).toEqual([[name], 3, false]);
  expect(await clean(true)).toEqual([[], 2, false]);
});

test('a backup of another version is refused, and nothing is changed', async () => {
  const folder = join(trial.folder, 'backup');
  const before = await sums();
  const newer = `20991231235959`;
  await withDatabase(
    stack.values.dbUrl,
    (sql) => sql`insert into supabase_migrations.schema_migrations (version) values (${newer})`,
  );
  await expect(restore(stack.values, folder, () => undefined)).rejects.toThrow(
    /up to 20991231235959/,
  );
  expect(await sums()).toEqual(before);
});

test('restore without --replace changes nothing and says that the option is missing', async () => {
  const script = join(root, 'scripts/restore.ts');
  const run = promisify(execFile)(process.execPath, [script, join(trial.folder, 'backup')]);
  await expect(run).rejects.toMatchObject({
    stderr: expect.stringMatching(/--replace is missing.*deletes all orders/s),
  });
});
