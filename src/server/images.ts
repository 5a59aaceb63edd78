import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ServerResponse } from 'node:http';
import sharp from 'sharp';
import { pictureWidths } from '../ui/picture-url.ts';
import type { SiteEnvironment } from './environment.ts';
import { log, reasonOf } from './log.ts';
import { refuse } from './replies.ts';
import type { Service } from './services.ts';

const address = /^\/images\/(\d{1,5})\/([\w./~()%-]{1,400})(?:\?|$)/;
const widths: readonly number[] = pictureWidths;
const year = 'public, max-age=31536000, immutable';

/** Pictures of the site itself, which a shop has whatever its bucket holds. */
const house = 'house/';

// What was made once is on disk; the library need not remember it too.
sharp.cache(false);

/** At most so many pictures are made at once: the rest of the site wants to answer too. */
const atOnce = 2;

/** `/images/<width>/<path in the bucket, or house/ and a name>` as WebP, made once and kept on disk. Names in the bucket are never used twice. */
export function createPictures(environment: SiteEnvironment): Service {
  const making = new Map<string, Promise<Buffer | null>>();
  const waiting: (() => void)[] = [];
  let busy = 0;

  const limited = async <T>(work: () => Promise<T>): Promise<T> => {
    if (busy >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    busy += 1;
    try {
      return await work();
    } finally {
      busy -= 1;
      waiting.shift()?.();
    }
  };

  const make = async (path: string, width: number, file: string): Promise<Buffer | null> => {
    const kept = await readFile(file).catch(() => null);
    if (kept) return kept;
    const original = path.startsWith(house)
      ? await readHousePicture(path)
      : await fetchOriginal(environment, path);
    if (!original) return null;
    const picture = await limited(() =>
      sharp(original, { limitInputPixels: 60_000_000 })
        .rotate()
        .resize({ width, withoutEnlargement: true })
        .webp({ quality: 80 })
        .toBuffer(),
    );
    await mkdir(environment.imageCache, { recursive: true });
    const unfinished = `${file}.${randomUUID()}`;
    await writeFile(unfinished, picture);
    await rename(unfinished, file);
    return picture;
  };

  const answer = async (response: ServerResponse, path: string, width: number, head: boolean) => {
    const name = createHash('sha256').update(`${environment.supabaseUrl}\n${path}`).digest('hex');
    const file = join(environment.imageCache, `${name.slice(0, 40)}-${width}.webp`);
    const running = making.get(file) ?? make(path, width, file).finally(() => making.delete(file));
    making.set(file, running);
    try {
      const picture = await running;
      if (!picture) return refuse(response, 404, 'not_found', 'There is no such picture.');
      response.writeHead(200, {
        'content-type': 'image/webp',
        'content-length': picture.length,
        'cache-control': year,
      });
      response.end(head ? undefined : picture);
    } catch (error) {
      log('error', 'picture', { path, reason: reasonOf(error) });
      refuse(response, 503, 'unavailable', 'This picture cannot be shown right now.');
    }
  };

  return (request, response) => {
    if (!request.url?.startsWith('/images/')) return false;
    const match = address.exec(request.url);
    const width = Number(match?.[1]);
    const path = decode(match?.[2] ?? '');
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      refuse(response, 405, 'method_not_allowed', 'Use GET');
    } else if (!path || !widths.includes(width) || path.split('/').some((it) => /^\.*$/.test(it))) {
      refuse(response, 404, 'not_found', 'There is no such picture.');
    } else void answer(response, path, width, request.method === 'HEAD');
    return true;
  };
}

function decode(path: string): string {
  try {
    const plain = decodeURIComponent(path);
    // No name in the bucket has control characters, and what stands behind it fails at some.
    return /\p{Cc}/u.test(plain) ? '' : plain;
  } catch {
    return '';
  }
}

/** Null where the house has no such picture. */
async function readHousePicture(path: string): Promise<Buffer | null> {
  if (!/^house\/[\w-]+\.webp$/.test(path)) return null;
  return readFile(join(import.meta.dirname, '../assets/house', basename(path))).catch(() => null);
}

/** Null where the bucket has no such picture. */
async function fetchOriginal(environment: SiteEnvironment, path: string): Promise<Buffer | null> {
  const inUrl = path.split('/').map(encodeURIComponent).join('/');
  const response = await fetch(
    `${environment.supabaseUrl}/storage/v1/object/public/images/${inUrl}`,
    { signal: AbortSignal.timeout(15_000) },
  );
  if (response.status >= 500 || response.status === 429) {
    throw new Error(`the bucket answered ${response.status}`);
  }
  return response.ok ? Buffer.from(await response.arrayBuffer()) : null;
}
