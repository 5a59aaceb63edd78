import { createClient } from '@supabase/supabase-js';
import { colorInName } from '../../_shared/domain/picture-color.ts';
import { DatabaseError } from '../../_shared/queries/database-error.ts';
import type { Settings } from '../../_shared/settings.ts';
import type { Picture } from '../pictures.ts';
import { withTimeout } from './with-timeout.ts';

const oneYear = '31536000';
const uploadedPath =
  /^(products|categories|banners|ads|shop|pages|custom)\/(?:[a-z0-9-]+-)?[0-9a-f-]{36}\.[a-z]+$/;

/** A new path, whose name tells the color that the picture shows, or its size. */
function newPath(folder: string, extension: string, told: string | null): string {
  const name = told ? `${told}-${crypto.randomUUID()}` : crypto.randomUUID();
  return `${folder}/${name}.${extension}`;
}

/** The bucket of pictures with the rights of the token's user. */
export function bucketAs({ supabaseUrl, anonKey, requestId }: Settings, token: string | null) {
  const client = createClient(supabaseUrl, anonKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: {
      fetch: withTimeout(30_000),
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(requestId ? { 'x-request-id': requestId } : {}),
      },
    },
  });
  return client.storage.from('images');
}

export type Bucket = ReturnType<typeof bucketAs>;

/** The name of its file tells the color that it shows, or its size as `480x120`. */
type NamedPicture = Picture & { color?: string; size?: string };

/** The path of a picture, which may be given as a URL. */
export function pathOf(picture: string, imageUrl: (path: string) => string): string {
  const base = imageUrl('');
  if (!picture.startsWith(base)) return picture;
  try {
    return decodeURIComponent(picture.slice(base.length));
  } catch {
    return picture;
  }
}

/** Never throws, since a leftover file is harmless. Skips the demo pictures. */
export async function removeImages(bucket: Bucket, paths: readonly string[]): Promise<void> {
  const uploaded = paths.filter((path) => uploadedPath.test(path));
  if (uploaded.length > 0) await bucket.remove(uploaded).catch(() => null);
}

function refuse(error: (Error & { readonly status?: number | undefined }) | null): void {
  if (!error) return;
  const status = error.status ?? 500;
  throw new DatabaseError({ message: error.message, code: status === 403 ? '42501' : '' }, status);
}

async function upload(
  bucket: Bucket,
  folder: string,
  { bytes, type, extension, color, size }: NamedPicture,
) {
  const path = newPath(folder, extension, color ? colorInName(color) : (size ?? null));
  const { error } = await bucket.upload(path, bytes, {
    contentType: type,
    cacheControl: oneYear,
  });
  refuse(error);
  return path;
}

/** Copies a picture of a product to a name that tells its color, and returns the new path. */
export async function copyImage(
  bucket: Bucket,
  path: string,
  color: string | null,
): Promise<string> {
  const copy = newPath(
    'products',
    path.slice(path.lastIndexOf('.') + 1),
    color && colorInName(color),
  );
  const { error } = await bucket.copy(path, copy);
  refuse(error);
  return copy;
}

/** Uploads pictures, then writes the row that refers to them. If either fails, the pictures are removed. */
export async function withImages<T>(
  bucket: Bucket,
  folder: 'products' | 'categories' | 'banners' | 'ads' | 'shop' | 'pages' | 'custom',
  pictures: readonly NamedPicture[],
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
