import { DatabaseError, type Db } from '../../_shared/queries/database.ts';
import type { Picture } from '../pictures.ts';

const oneYear = '31536000';
const ours = /^(products|categories|banners|ads)\/[0-9a-f-]{36}\.[a-z]+$/;

function bucket(db: Db) {
  return db.storage.from('images');
}

/** Never throws: a file left behind is untidy, but no reason to fail. The demo shop's files are not ours. */
export async function removeImages(db: Db, paths: readonly string[]): Promise<void> {
  const own = paths.filter((path) => ours.test(path));
  if (own.length > 0)
    await bucket(db)
      .remove(own)
      .catch(() => null);
}

async function upload(db: Db, folder: string, { bytes, type, extension }: Picture) {
  const path = `${folder}/${crypto.randomUUID()}.${extension}`;
  const { error } = await bucket(db).upload(path, bytes, {
    contentType: type,
    cacheControl: oneYear,
  });
  if (error) {
    const status = 'status' in error ? Number(error.status) : 500;
    throw new DatabaseError(
      { message: error.message, code: status === 403 ? '42501' : '' },
      status,
    );
  }
  return path;
}

/** Stores the pictures, then writes the row that names them; when either fails, neither stays. */
export async function withImages<T>(
  db: Db,
  folder: 'products' | 'categories' | 'banners' | 'ads',
  pictures: readonly Picture[],
  write: (paths: string[]) => Promise<T>,
): Promise<T> {
  const stored: string[] = [];
  try {
    for (const picture of pictures) stored.push(await upload(db, folder, picture));
    return await write(stored);
  } catch (error) {
    await removeImages(db, stored);
    throw error;
  }
}
