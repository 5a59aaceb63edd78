import { counted } from '../supabase/functions/_shared/domain/counted.ts';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type postgres from 'postgres';
import { pictureFile, tableFile, tableLine, type Manifest } from './backup.ts';
import { migrationsOf, quoted, tablesToSave } from './backup-tables.ts';
import { clean, eachPicture, uploadPicture } from './bucket.ts';
import { runCommand } from './command.ts';
import { withDatabase } from './database.ts';
import { projectAccess, type ProjectAccess } from './project.ts';
import { reporter } from './report.ts';

const usage = `Restores a backup of npm run backup. It replaces all data that the project has now.

  npm run restore -- <folder> --replace

The project must have the same migrations as the one that was saved. By default it restores to the local stack,
which must be running. For another project set SUPABASE_URL, SUPABASE_SERVICE_ROLE_KEY and SUPABASE_DB_URL.`;

const types: Readonly<Record<string, string>> = {
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.avif': 'image/avif',
  '.gif': 'image/gif',
};

const unconfirmed = `Nothing was restored: --replace is missing. A restore deletes all orders, customers and products that the project
has now, so it runs only with this option.

`;

/** Pictures first, then all tables in one transaction, so that the shop never shows half of the data. Reports each table to `log`. */
export async function restore(
  project: ProjectAccess,
  folder: string,
  log: (line: string) => void,
): Promise<Manifest> {
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest;
  await withDatabase(project.dbUrl, async (sql) => {
    const migrations = await migrationsOf(sql);
    if (migrations.join() !== manifest.migrations.join()) {
      throw new Error(
        `The backup was made with the migrations up to ${manifest.migrations.at(-1)}, the project has those up to ${migrations.at(-1)}. Check out the version that made the backup first.`,
      );
    }
    await eachPicture(manifest.pictures, log, (name) => restorePicture(project, folder, name));
    await sql.begin(async (tx) => {
      // Triggers are off: the backup already contains the rows that they would write.
      await tx.unsafe(`set local session_replication_role = 'replica'`);
      for (const { name } of await tablesToSave(tx)) await tx.unsafe(`delete from ${name}`);
      await deleteSessions(tx);
      for (const { name, columns } of manifest.tables) {
        const target = await tx.unsafe(`copy ${name} (${quoted(columns)}) from stdin`).writable();
        await pipeline(createReadStream(tableFile(folder, name)), createGunzip(), target);
        await resetSequences(tx, name);
        log(tableLine(name, manifest.rows[name] ?? 0));
      }
      // Purges the cache of every site instance.
      await tx`insert into public.catalogue_changes (tag) values ('everything')`;
    });
  });
  return manifest;
}

/** Deletes all sessions: some may be of accounts that no longer exist. */
async function deleteSessions(tx: postgres.TransactionSql): Promise<void> {
  for (const name of ['auth.refresh_tokens', 'auth.sessions']) {
    const [table] = await tx<
      { exists: boolean }[]
    >`select to_regclass(${name}) is not null as exists`;
    if (table?.exists) await tx.unsafe(`delete from ${name}`);
  }
}

/** Sets the sequences of a table to continue after its greatest values. */
async function resetSequences(tx: postgres.TransactionSql, table: string): Promise<void> {
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

/** Without metadata, which backups of earlier versions have. */
async function restorePicture(project: ProjectAccess, folder: string, name: string): Promise<void> {
  const bytes = new Uint8Array(await readFile(pictureFile(folder, name)));
  const cleaned = await clean(name, bytes);
  await uploadPicture(project, name, 'bytes' in cleaned ? cleaned.bytes : bytes, {
    'content-type': types[extname(name).toLowerCase()] ?? 'application/octet-stream',
    'cache-control': 'max-age=31536000',
  });
}

async function main(): Promise<string> {
  const [folder, ...options] = process.argv.slice(2);
  if (!folder) throw new Error(usage);
  if (!options.includes('--replace')) throw new Error(unconfirmed + usage);
  const { createdAt, rows, pictures } = await restore(
    await projectAccess(),
    folder,
    reporter().step,
  );
  return `The shop is as it was at ${createdAt}: ${counted(rows['public.orders'] ?? 0, 'order')}, ${counted(rows['public.profiles'] ?? 0, 'customer')}, ${counted(pictures.length, 'picture')}. All users have to sign in again.`;
}

if (import.meta.main) await runCommand(main);
