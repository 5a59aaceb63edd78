import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import postgres from 'postgres';
import { pictureFile, tableFile, type Manifest } from './backup.ts';
import { migrationsOf, quoted, tablesToSave } from './backup-tables.ts';
import { projectAccess, type ProjectAccess } from './project.ts';

const usage = `Puts back what npm run backup wrote. All data that the project has is replaced.

  npm run restore -- <folder> --replace

The project must have the same migrations as the one that was saved. Without settings it takes the local stack,
which must be running. For another project set SUPABASE_URL, SUPABASE_SERVICE_ROLE_KEY and SUPABASE_DB_URL.`;

const types: Readonly<Record<string, string>> = {
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.avif': 'image/avif',
  '.gif': 'image/gif',
};

/** Pictures first, then all tables in one transaction: the shop shows the old data or the new, nothing between. */
export async function restore(project: ProjectAccess, folder: string): Promise<Manifest> {
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest;
  const sql = postgres(project.dbUrl, { max: 1, onnotice: () => undefined });
  try {
    const migrations = await migrationsOf(sql);
    if (migrations.join() !== manifest.migrations.join()) {
      throw new Error(
        `The backup was made with the migrations up to ${manifest.migrations.at(-1)}, the project has those up to ${migrations.at(-1)}. Check out the version of that day first.`,
      );
    }
    for (const name of manifest.pictures) await sendPicture(project, folder, name);
    await sql.begin(async (tx) => {
      // No trigger runs: what they would note or compute is in the backup itself.
      await tx.unsafe(`set local session_replication_role = 'replica'`);
      for (const { name } of await tablesToSave(tx)) await tx.unsafe(`delete from ${name}`);
      await endSessions(tx);
      for (const { name, columns } of manifest.tables) {
        const target = await tx.unsafe(`copy ${name} (${quoted(columns)}) from stdin`).writable();
        await pipeline(createReadStream(tableFile(folder, name)), createGunzip(), target);
        await continueNumbers(tx, name);
      }
      // The sites drop every page that they keep.
      await tx`insert into public.catalogue_changes (tag) values ('everything')`;
    });
    return manifest;
  } finally {
    await sql.end();
  }
}

/** Sessions of accounts that may be no more; everybody signs in again. */
async function endSessions(tx: postgres.TransactionSql): Promise<void> {
  for (const name of ['auth.refresh_tokens', 'auth.sessions']) {
    const [found] = await tx<
      { there: boolean }[]
    >`select to_regclass(${name}) is not null as there`;
    if (found?.there) await tx.unsafe(`delete from ${name}`);
  }
}

/** The next number of a counted column follows the greatest that was put back. */
async function continueNumbers(tx: postgres.TransactionSql, table: string): Promise<void> {
  const counted = await tx<{ column: string; sequence: string }[]>`
    select attname::text as column, pg_get_serial_sequence(${table}, attname) as sequence
    from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped
      and pg_get_serial_sequence(${table}, attname) is not null`;
  for (const { column, sequence } of counted) {
    await tx.unsafe(
      `select setval('${sequence}', coalesce(max(${quoted([column])}), 0) + 1, false) from ${table}`,
    );
  }
}

async function sendPicture(project: ProjectAccess, folder: string, name: string): Promise<void> {
  const path = name.split('/').map(encodeURIComponent).join('/');
  const answer = await fetch(`${project.url}/storage/v1/object/images/${path}`, {
    method: 'POST',
    headers: {
      apikey: project.serviceRoleKey,
      authorization: `Bearer ${project.serviceRoleKey}`,
      'content-type': types[extname(name).toLowerCase()] ?? 'application/octet-stream',
      'cache-control': 'max-age=31536000',
      'x-upsert': 'true',
    },
    body: new Uint8Array(await readFile(pictureFile(folder, name))),
  });
  if (!answer.ok) throw new Error(`The picture ${name}: ${answer.status} ${await answer.text()}`);
  await answer.body?.cancel();
}

if (import.meta.main) {
  try {
    const [folder, consent] = process.argv.slice(2);
    if (!folder || consent !== '--replace') throw new Error(usage);
    const { made, rows, pictures } = await restore(await projectAccess(), folder);
    console.log(
      `The shop is as it was at ${made}: ${rows['public.orders'] ?? 0} orders, ${rows['public.profiles'] ?? 0} customers, ${pictures.length} pictures. Everybody signs in again.`,
    );
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
