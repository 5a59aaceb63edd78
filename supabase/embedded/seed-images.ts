import { cp, readdir, stat } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { Sql } from './bootstrap.ts';

const types: Record<string, string> = {
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.svg': 'image/svg+xml',
};

/** Uploads the demo pictures to the bucket `images`, as `supabase seed buckets` does. */
export async function seedImages(sql: Sql, folder: string, target: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile() && types[extname(entry.name)]);
  if (files.length === 0) return 0;
  const isImageOrFolder = (path: string): boolean => extname(path) === '' || extname(path) in types;
  await cp(folder, target, { recursive: true, filter: isImageOrFolder });
  const rows = await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      const { size, mtime } = await stat(path);
      const metadata = {
        size,
        mimetype: types[extname(entry.name)],
        cacheControl: 'max-age=3600',
        lastModified: mtime.toISOString(),
        contentLength: size,
        httpStatusCode: 200,
      };
      return { name: relative(folder, path).split(sep).join('/'), metadata };
    }),
  );
  await sql`
    insert into storage.buckets (id, name, public) values ('images', 'images', true)
    on conflict (id) do nothing`;
  await sql`
    insert into storage.objects (bucket_id, name, metadata, version)
    select 'images', name, metadata, '1'
    from jsonb_to_recordset(${sql.json(rows)}) as picture(name text, metadata jsonb)
    on conflict (bucket_id, name) do update set metadata = excluded.metadata, updated_at = now()`;
  return rows.length;
}
