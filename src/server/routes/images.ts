import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Hono } from 'hono';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import sharp, { type Sharp } from 'sharp';
import { pictureWidths } from '../../ui/picture-url.ts';
import type { SiteEnvironment } from '../environment.ts';
import { refuse, targetOf, type Env } from '../http.ts';
import { log, reasonOf } from '../log.ts';

const address = /^\/images\/(\d{1,5})\/([\w./~()%-]{1,400})(?:\?|$)/;
const widths: readonly number[] = pictureWidths;
const aYear = 'public, max-age=31536000, immutable';

/** `/images/<width>/<path in the bucket, or house/ and a name>` in the form that is smallest for who asks. */
export function imageRoutes(environment: SiteEnvironment): Hono<Env> {
  const files = new PictureFiles(environment);
  return new Hono<Env>()
    .get('*', async (c) => {
      const match = address.exec(targetOf(c.req));
      const width = Number(match?.[1]);
      const path = decode(match?.[2] ?? '');
      const isPath = path !== '' && !path.split('/').some((it) => /^\.*$/.test(it));
      if (!isPath || !widths.includes(width)) {
        return refuse(c, 404, 'not_found', 'There is no such picture.');
      }
      const takesAvif = c.req.header('accept')?.includes('image/avif') ?? false;
      const picture = await files.find(path, width, takesAvif);
      if (!picture) return refuse(c, 404, 'not_found', 'There is no such picture.');
      return c.body(picture.bytes, 200, {
        'content-type': `image/${picture.form}`,
        'content-length': String(picture.bytes.length),
        'cache-control': aYear,
        vary: 'Accept',
      });
    })
    .all('*', (c) => refuse(c, 405, 'method_not_allowed', 'Use GET'))
    .onError((error, c) => {
      if (!(error instanceof UnreadablePicture)) throw error;
      log('warn', 'picture', { path: c.req.path, reason: error.message });
      return refuse(c, 404, 'unreadable_picture', 'This picture is damaged.');
    });
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

type Bytes = Buffer<ArrayBuffer>;
type PictureForm = 'webp' | 'avif';

interface Picture {
  readonly form: PictureForm;
  readonly bytes: Bytes;
}

/** Both look alike: by measure (decision 0022) AVIF has a quarter fewer bytes for ten times the work. */
const forms: Readonly<Record<PictureForm, (picture: Sharp) => Sharp>> = {
  webp: (picture) => picture.webp({ quality: 80 }),
  avif: (picture) => picture.avif({ quality: 57, effort: 4 }),
};

// What was made once is on disk; the library need not remember it too.
sharp.cache(false);
/** Pictures that are made at once: the rest of the site wants to answer too. */
const concurrency = 2;
/** So often is a picture asked for before it is worth the second of a processor that AVIF takes. */
const popular = 100;
const maxPixels = 60_000_000;
const timeoutMs = 15_000;
/** Pictures of the site itself, which a shop has whatever its bucket holds. */
const housePicture = /^house\/[\w-]+\.webp$/;
const houseFolder = join(import.meta.dirname, '../../assets/house');

/** The file in the bucket cannot be decoded; asking again changes nothing. */
class UnreadablePicture extends Error {}

/** Pictures in the widths that are asked for, made once and kept on disk. Names in the bucket are never used twice. */
class PictureFiles {
  readonly #environment: SiteEnvironment;
  readonly #making = new Map<string, Promise<Bytes | null>>();
  readonly #requests = new LRUCache<string, number>({ max: 10_000 });
  readonly #limit = pLimit(concurrency);
  /** AVIF is made one at a time. */
  readonly #avifLimit = pLimit(1);

  constructor(environment: SiteEnvironment) {
    this.#environment = environment;
  }

  /**
   * As WebP, or as AVIF where that is taken and was made. Null where there is no such picture.
   * @throws UnreadablePicture
   */
  async find(path: string, width: number, takesAvif: boolean): Promise<Picture | null> {
    const { supabaseUrl, imageCache } = this.#environment;
    const name = createHash('sha256').update(`${supabaseUrl}\n${path}`).digest('hex').slice(0, 40);
    const stem = join(imageCache, `${name}-${width}`);
    const small = takesAvif ? await readOrNull(`${stem}.avif`) : null;
    if (small) return { form: 'avif', bytes: small };
    const running =
      this.#making.get(stem) ??
      this.#readOrMake(path, width, stem).finally(() => this.#making.delete(stem));
    this.#making.set(stem, running);
    const bytes = await running;
    if (bytes && takesAvif && this.#becomesPopular(stem)) {
      void this.#avifLimit(() => this.#makeAvif(path, width, stem, bytes.length));
    }
    return bytes && { form: 'webp', bytes };
  }

  #becomesPopular(stem: string): boolean {
    const requests = (this.#requests.get(stem) ?? 0) + 1;
    this.#requests.set(stem, requests);
    return requests === popular;
  }

  async #makeAvif(path: string, width: number, stem: string, maxBytes: number): Promise<void> {
    try {
      const bytes = await this.#make(path, width, 'avif');
      if (bytes && bytes.length < maxBytes) await this.#keep(`${stem}.avif`, bytes);
    } catch (error) {
      log('error', 'picture', { path, reason: reasonOf(error) });
    }
  }

  async #readOrMake(path: string, width: number, stem: string): Promise<Bytes | null> {
    const file = `${stem}.webp`;
    const kept = await readOrNull(file);
    if (kept) return kept;
    const made = await this.#make(path, width, 'webp');
    if (made) await this.#keep(file, made);
    return made;
  }

  async #make(path: string, width: number, form: PictureForm): Promise<Bytes | null> {
    const original = path.startsWith('house/')
      ? housePicture.test(path) && (await readOrNull(join(houseFolder, basename(path))))
      : await fetchOriginal(this.#environment, path);
    if (!original) return null;
    return this.#limit(async () => {
      const picture = sharp(original, { limitInputPixels: maxPixels }).rotate();
      try {
        const resized = picture.resize({ width, withoutEnlargement: true });
        return Buffer.from(await forms[form](resized).toBuffer());
      } catch (error) {
        throw new UnreadablePicture(reasonOf(error), { cause: error });
      }
    });
  }

  async #keep(file: string, picture: Buffer): Promise<void> {
    await mkdir(this.#environment.imageCache, { recursive: true });
    const unfinished = `${file}.${randomUUID()}`;
    await writeFile(unfinished, picture);
    await rename(unfinished, file);
  }
}

const readOrNull = (file: string): Promise<Bytes | null> => readFile(file).catch(() => null);

/** Null where the bucket has no such picture. */
async function fetchOriginal(
  { supabaseUrl }: SiteEnvironment,
  path: string,
): Promise<Bytes | null> {
  const inUrl = path.split('/').map(encodeURIComponent).join('/');
  const response = await fetch(`${supabaseUrl}/storage/v1/object/public/images/${inUrl}`, {
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (response.status >= 500 || response.status === 429) {
    throw new Error(`the bucket answered ${response.status}`);
  }
  return response.ok ? Buffer.from(await response.arrayBuffer()) : null;
}
