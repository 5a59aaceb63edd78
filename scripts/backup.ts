import { createWriteStream } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import postgres from 'postgres';
import { migrationsOf, quoted, tablesToSave, type SavedTable } from './backup-tables.ts';
import { projectAccess, type ProjectAccess } from './project.ts';

const usage = `Writes all data of a shop into a folder: tables, accounts, pictures. npm run restore reads it.

  npm run backup -- <new folder>

Without settings it takes the local stack, which must be running. For another project set SUPABASE_URL,
SUPABASE_SERVICE_ROLE_KEY and SUPABASE_DB_URL.`;

/** What a backup says about itself. */
export interface Manifest {
  made: string;
  migrations: string[];
  tables: SavedTable[];
  rows: Record<string, number>;
  pictures: string[];
}

/** All tables as of one moment, then the pictures: those are never changed, only added. */
export async function backUp(project: ProjectAccess, folder: string): Promise<Manifest> {
  await mkdir(join(folder, 'tables'), { recursive: true });
  if ((await readdir(folder)).length > 1) throw new Error(`${folder} is not empty.`);
  const sql = postgres(project.dbUrl, { max: 1, onnotice: () => undefined });
  try {
    const manifest = await sql.begin('isolation level repeatable read read only', async (tx) => {
      const tables = await tablesToSave(tx);
      const rows: Record<string, number> = {};
      for (const { name, columns } of tables) {
        const [counted] = await tx.unsafe<{ n: number }[]>(
          `select count(*)::int as n from ${name}`,
        );
        rows[name] = counted?.n ?? 0;
        const copied = await tx.unsafe(`copy ${name} (${quoted(columns)}) to stdout`).readable();
        await pipeline(copied, createGzip(), createWriteStream(tableFile(folder, name)));
      }
      const objects = await tx<{ name: string }[]>`
        select name from storage.objects where bucket_id = 'images' order by name`;
      const pictures = objects.map(({ name }) => name);
      return {
        made: new Date().toISOString(),
        migrations: await migrationsOf(tx),
        tables,
        rows,
        pictures,
      };
    });
    for (const name of manifest.pictures) await fetchPicture(project, folder, name);
    await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest, null, 2));
    return manifest;
  } finally {
    await sql.end();
  }
}

export const tableFile = (folder: string, name: string): string =>
  join(folder, 'tables', `${name}.copy.gz`);

export const pictureFile = (folder: string, name: string): string => join(folder, 'images', name);

async function fetchPicture({ url }: ProjectAccess, folder: string, name: string): Promise<void> {
  const path = name.split('/').map(encodeURIComponent).join('/');
  const answer = await fetch(`${url}/storage/v1/object/public/images/${path}`);
  if (!answer.ok) throw new Error(`The picture ${name} answered ${answer.status}`);
  const file = pictureFile(folder, name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, Buffer.from(await answer.arrayBuffer()));
}

if (import.meta.main) {
  try {
    const [folder] = process.argv.slice(2);
    if (!folder) throw new Error(usage);
    const { rows, pictures } = await backUp(await projectAccess(), folder);
    const count = Object.values(rows).reduce((sum, it) => sum + it, 0);
    console.log(
      `Saved ${count} rows (${rows['public.orders'] ?? 0} orders) and ${pictures.length} pictures in ${folder}.`,
    );
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
