import { counted } from '../supabase/functions/_shared/domain/counted.ts';
import { pictureNames } from './backup-tables.ts';
import { clean, downloadPicture, eachPicture, uploadPicture } from './bucket.ts';
import { runCommand } from './command.ts';
import { withDatabase } from './database.ts';
import { projectAccess, type ProjectAccess } from './project.ts';
import { reporter } from './report.ts';

const usage = `Removes metadata, such as the place and the photographer, from the pictures in the bucket. New uploads have
none.

  npm run clean-pictures               lists the pictures that have metadata, and changes nothing
  npm run clean-pictures -- --write    removes it; the pictures keep their addresses, and may be seen meanwhile

It can be stopped and run again at any time. By default it cleans the local stack, which must be running. For another project
set SUPABASE_URL, SUPABASE_SERVICE_ROLE_KEY and SUPABASE_DB_URL.`;

interface Cleaned {
  readonly total: number;
  /** The names of the pictures that have metadata, or had it. */
  readonly dirty: readonly string[];
  /** Files that are no pictures that the shop takes, which stay as they are. */
  readonly problems: readonly string[];
}

/** Reports each picture with metadata to `log`, and removes it if `write` is true. */
export async function cleanPictures(
  project: ProjectAccess,
  log: (line: string) => void,
  { write }: { readonly write: boolean },
): Promise<Cleaned> {
  const names = await withDatabase(project.dbUrl, pictureNames);
  const dirty: string[] = [];
  const problems: string[] = [];
  await eachPicture(names, log, async (name) => {
    const { bytes, headers } = await downloadPicture(project, name);
    const cleaned = await clean(name, bytes);
    if ('problem' in cleaned) {
      problems.push(cleaned.problem);
      log(`${cleaned.problem}; it stays as it is`);
    } else if (Buffer.compare(bytes, cleaned.bytes) !== 0) {
      dirty.push(name);
      log(`${name}: ${write ? 'metadata removed' : 'has metadata'}`);
      if (write) await uploadPicture(project, name, cleaned.bytes, cachedAs(headers));
    }
  });
  return { total: names.length, dirty, problems };
}

const cachedAs = (headers: Headers) => ({
  'content-type': headers.get('content-type') ?? 'application/octet-stream',
  'cache-control': headers.get('cache-control') ?? 'max-age=31536000',
});

async function main(): Promise<string> {
  const options = process.argv.slice(2);
  if (options.some((it) => it !== '--write')) throw new Error(usage);
  const write = options.includes('--write');
  const access = await projectAccess();
  const { total, dirty, problems } = await cleanPictures(access, reporter().step, { write });
  const found = `Pictures ${write ? 'that had' : 'with'} metadata: ${dirty.length} of ${total}`;
  const left = problems.length > 0 ? ` Left unchanged: ${counted(problems.length, 'file')}.` : '';
  return `${found}.${left}${write || dirty.length === 0 ? '' : ' Nothing was changed: add -- --write to remove it.'}`;
}

if (import.meta.main) await runCommand(main);
