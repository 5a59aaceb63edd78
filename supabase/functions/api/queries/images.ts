import { createClient } from '@supabase/supabase-js';
import { DatabaseError } from '../../_shared/queries/database-error.ts';
import type { Settings } from '../../_shared/settings.ts';
import type { Picture } from '../pictures.ts';

const oneYear = '31536000';
const ours = /^(products|categories|banners|ads)\/[0-9a-f-]{36}\.[a-z]+$/;

/** No request may hang for ever on a storage that does not answer. */
const withTimeout: typeof fetch = (input, init) =>
  fetch(input, { ...init, signal: init?.signal ?? AbortSignal.timeout(30_000) });

/** The bucket of pictures, as whom the token belongs to: its policies decide. */
export function bucketAs({ supabaseUrl, anonKey, requestId }: Settings, token: string | null) {
  const client = createClient(supabaseUrl, anonKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: {
      fetch: withTimeout,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(requestId ? { 'x-request-id': requestId } : {}),
      },
    },
  });
  return client.storage.from('images');
}

export type Bucket = ReturnType<typeof bucketAs>;

/** Never throws: a file left behind is untidy, but no reason to fail. The demo shop's files are not ours. */
export async function removeImages(bucket: Bucket, paths: readonly string[]): Promise<void> {
  const own = paths.filter((path) => ours.test(path));
  if (own.length > 0) await bucket.remove(own).catch(() => null);
}

async function upload(bucket: Bucket, folder: string, { bytes, type, extension }: Picture) {
  const path = `${folder}/${crypto.randomUUID()}.${extension}`;
  const { error } = await bucket.upload(path, bytes, {
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
  bucket: Bucket,
  folder: 'products' | 'categories' | 'banners' | 'ads',
  pictures: readonly Picture[],
  write: (paths: string[]) => Promise<T>,
): Promise<T> {
  const stored: string[] = [];
  try {
    for (const picture of pictures) stored.push(await upload(bucket, folder, picture));
    return await write(stored);
  } catch (error) {
    await removeImages(bucket, stored);
    throw error;
  }
}
