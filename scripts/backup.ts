import { counted } from '../supabase/functions/_shared/domain/counted.ts';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import {
  migrationsOf,
  pictureNames,
  quoted,
  tablesToSave,
  type SavedTable,
} from './backup-tables.ts';
import { downloadPicture, eachPicture } from './bucket.ts';
import { runCommand } from './command.ts';
import { withDatabase } from './database.ts';
import { projectAccess, type ProjectAccess } from './project.ts';
import { reporter } from './report.ts';

const usage = `Saves all data of a shop in a folder: tables, accounts, pictures. npm run restore reads it.

  npm run backup -- <new folder>

By default it saves the local stack, which must be running. For another project set SUPABASE_URL,
SUPABASE_SERVICE_ROLE_KEY and SUPABASE_DB_URL.`;

/** The content of a backup's manifest.json. */
export interface Manifest {
  /** ISO 8601. */
  createdAt: string;
  migrations: string[];
  tables: SavedTable[];
  rows: Record<string, number>;
  pictures: string[];
}

/** Saves all tables in one snapshot, then the pictures, which are never changed. Reports each table to `log`. */
export async function backUp(
  project: ProjectAccess,
  folder: string,
  log: (line: string) => void,
): Promise<Manifest> {
  await mkdir(join(folder, 'tables'), { recursive: true });
  if ((await readdir(folder)).length > 1) throw new Error(`${folder} is not empty.`);
  const manifest = await withDatabase(project.dbUrl, (sql) =>
    sql.begin('isolation level repeatable read read only', async (tx) => {
      const tables = await tablesToSave(tx);
      const rows: Record<string, number> = {};
      for (const { name, columns } of tables) {
        const [counted] = await tx.unsafe<{ n: number }[]>(
          `select count(*)::int as n from ${name}`,
        );
        const count = counted?.n ?? 0;
        rows[name] = count;
        const copied = await tx.unsafe(`copy ${name} (${quoted(columns)}) to stdout`).readable();
        await pipeline(copied, createGzip(), createWriteStream(tableFile(folder, name)));
        // Where the end came while the buffer was full, postgres.js leaves its connection paused: this resumes it.
        copied._read(0);
        log(tableLine(name, count));
      }
      const pictures = await pictureNames(tx);
      return {
        createdAt: new Date().toISOString(),
        migrations: await migrationsOf(tx),
        tables,
        rows,
        pictures,
      };
    }),
  );
  await eachPicture(manifest.pictures, log, (name) => savePicture(project, folder, name));
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest, null, 2));
  return manifest;
}

export const tableLine = (name: string, rows: number): string => `${name}: ${counted(rows, 'row')}`;

export const tableFile = (folder: string, name: string): string =>
  join(folder, 'tables', `${name}.copy.gz`);

export const pictureFile = (folder: string, name: string): string => join(folder, 'images', name);

async function savePicture(project: ProjectAccess, folder: string, name: string): Promise<void> {
  const { bytes } = await downloadPicture(project, name);
  const file = pictureFile(folder, name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, bytes);
}

async function main(): Promise<string> {
  const [folder] = process.argv.slice(2);
  if (!folder) throw new Error(usage);
  const { rows, pictures } = await backUp(await projectAccess(), folder, reporter().step);
  const total = Object.values(rows).reduce((sum, it) => sum + it, 0);
  return `Saved ${counted(total, 'row')} (${counted(rows['public.orders'] ?? 0, 'order')}) and ${counted(pictures.length, 'picture')} in ${folder}.`;
}

if (import.meta.main) await runCommand(main);
