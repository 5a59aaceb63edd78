import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Hono } from 'hono';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import sharp, { type Metadata, type Sharp } from 'sharp';
import {
  feedPicture,
  logoPictures,
  pictureWidths,
  type LogoPicture,
} from '../../ui/picture-url.ts';
import type { SiteEnvironment } from '../environment.ts';
import { refuse, type Env, type SiteContext } from '../http.ts';
import { log, reasonOf } from '../log.ts';

/** How wide a picture is, or which picture is made from a logo. */
const sizes: readonly string[] = [
  ...pictureWidths.map(String),
  ...Object.keys(logoPictures),
  feedPicture,
];
/** Both Google and Meta show no more. */
const feedWidth = 1280;
const aYear = 'public, max-age=31536000, immutable';

const notFound = (c: SiteContext) => refuse(c, 404, 'not_found', 'There is no such picture.');

/**
 * `/images/<width>/<path in the bucket, or built-in/ and a name>` in the smallest format that the client supports, and
 * `/images/icon/<path>` or `/images/social/<path>`, a PNG with a logo in its middle, and `/images/feed/<path>`, a JPEG.
 */
export function imageRoutes(environment: SiteEnvironment): Hono<Env> {
  const files = new PictureFiles(environment);
  return new Hono<Env>()
    .get('/:size/:path{.+}', async (c) => {
      const { size, path } = c.req.param();
      // Names in the bucket have no control characters, and storage fails on some.
      const isPath = !/(^|\/)\.*(\/|$)|\p{Cc}/u.test(path);
      if (!isPath || !sizes.includes(size)) return notFound(c);
      const takesAvif = c.req.header('accept')?.includes('image/avif') ?? false;
      const picture = await files.find(path, size, takesAvif && isWidth(size));
      if (!picture) return notFound(c);
      return c.body(picture.bytes, 200, {
        'content-type': `image/${picture.form}`,
        'content-length': String(picture.bytes.length),
        'cache-control': aYear,
        vary: 'Accept',
      });
    })
    .get('*', notFound)
    .all('*', (c) => refuse(c, 405, 'method_not_allowed', 'Use GET'))
    .onError((error, c) => {
      if (!(error instanceof UnreadablePicture)) throw error;
      log.warn({ path: c.req.path, reason: error }, 'picture');
      return refuse(c, 404, 'unreadable_picture', 'This picture is damaged.');
    });
}

type Bytes = Buffer<ArrayBuffer>;
type PictureForm = 'webp' | 'avif' | 'png' | 'jpeg';

interface Picture {
  readonly form: PictureForm;
  readonly bytes: Bytes;
}

/** At equal quality, AVIF is a quarter smaller for ten times the work (measured in decision 0022). */
const forms: Readonly<Record<PictureForm, (picture: Sharp) => Sharp>> = {
  webp: (picture) => picture.webp({ quality: 80 }),
  avif: (picture) => picture.avif({ quality: 57, effort: 4 }),
  // Not all who show links and home screens take WebP.
  png: (picture) => picture.png({ palette: true }),
  jpeg: (picture) => picture.flatten({ background: '#ffffff' }).jpeg({ quality: 82 }),
};

// Results are cached on disk, so the library's own cache is not needed.
sharp.cache(false);
/** Concurrent conversions; the rest of the site needs CPU time too. */
const concurrency = 2;
/** The number of requests after which a picture is worth the second of CPU time for AVIF. */
const popular = 100;
const maxPixels = 60_000_000;
const timeoutMs = 15_000;
/** Built-in pictures of the site, independent of the bucket. */
const builtInPicture = /^built-in\/[\w-]+\.webp$/;
const builtInFolder = join(import.meta.dirname, '../../assets/built-in');

/** The file in the bucket cannot be decoded; retrying does not help. */
class UnreadablePicture extends Error {}

/** Resized pictures, converted once and cached on disk. Names in the bucket are never reused. */
class PictureFiles {
  readonly #environment: SiteEnvironment;
  readonly #making = new Map<string, Promise<Bytes | null>>();
  readonly #requests = new LRUCache<string, number>({ max: 10_000 });
  readonly #limit = pLimit(concurrency);
  /** One AVIF conversion at a time. */
  readonly #avifLimit = pLimit(1);

  constructor(environment: SiteEnvironment) {
    this.#environment = environment;
  }

  /**
   * As WebP, or as AVIF if accepted and available; those of a logo as PNG. Null if the picture does not exist.
   * @throws UnreadablePicture
   */
  async find(path: string, size: string, takesAvif: boolean): Promise<Picture | null> {
    const { supabaseUrl, imageCache } = this.#environment;
    const name = createHash('sha256').update(`${supabaseUrl}\n${path}`).digest('hex').slice(0, 40);
    const stem = join(imageCache, `${name}-${size}`);
    const small = takesAvif ? await readOrNull(`${stem}.avif`) : null;
    if (small) return { form: 'avif', bytes: small };
    const form = isWidth(size) ? 'webp' : size === feedPicture ? 'jpeg' : 'png';
    const bytes = await this.#readOrMake(path, size, stem, form);
    const requests = (this.#requests.get(stem) ?? 0) + 1;
    if (bytes && takesAvif) this.#requests.set(stem, requests);
    if (bytes && takesAvif && requests === popular) {
      this.#avifLimit(() => this.#make(path, size, stem, 'avif', bytes.length)).catch(
        (reason: unknown) => log.error({ path, reason }, 'picture'),
      );
    }
    return bytes && { form, bytes };
  }

  /** Concurrent requests for one picture share its conversion. */
  #readOrMake(path: string, size: string, stem: string, form: PictureForm): Promise<Bytes | null> {
    const make = async () =>
      (await readOrNull(`${stem}.${form}`)) ?? (await this.#make(path, size, stem, form));
    const running = this.#making.get(stem) ?? make().finally(() => this.#making.delete(stem));
    this.#making.set(stem, running);
    return running;
  }

  /** Converts a picture, and caches it if it is smaller than `maxBytes`. Null without an original. */
  async #make(
    path: string,
    size: string,
    stem: string,
    form: PictureForm,
    maxBytes = Infinity,
  ): Promise<Bytes | null> {
    const original = path.startsWith('built-in/')
      ? builtInPicture.test(path) && (await readOrNull(join(builtInFolder, basename(path))))
      : await fetchOriginal(this.#environment.supabaseUrl, path);
    if (!original) return null;
    const bytes = await this.#limit(() => resize(original, size, form));
    if (bytes.length < maxBytes) await write(`${stem}.${form}`, bytes);
    return bytes;
  }
}

/** Whether it may show colors that sRGB does not have, as phones do. They stay in Display P3; others become sRGB, which needs no profile. */
const isWideGamut = ({ icc, space }: Metadata): boolean =>
  icc !== undefined &&
  (space === 'srgb' || space === 'rgb16') &&
  // The name of a profile is in ASCII or UTF-16.
  !/s\0?R\0?G\0?B/.test(icc.toString('latin1'));

async function resize(original: Buffer, size: string, form: PictureForm): Promise<Bytes> {
  try {
    const picture = sharp(original, { limitInputPixels: maxPixels }).rotate();
    if (isWideGamut(await picture.metadata())) {
      picture.pipelineColourspace('rgb16').withIccProfile('p3');
    }
    const resized = isLogoPicture(size)
      ? inTheMiddle(picture, logoPictures[size])
      : picture.resize({
          width: size === feedPicture ? feedWidth : Number(size),
          withoutEnlargement: true,
        });
    return Buffer.from(await forms[form](resized).toBuffer());
  } catch (error) {
    throw new UnreadablePicture(reasonOf(error), { cause: error });
  }
}

const isWidth = (size: string): boolean => Number(size) > 0;
const isLogoPicture = (size: string): size is keyof typeof logoPictures => size in logoPictures;

/** A logo with white space around it. */
function inTheMiddle(logo: Sharp, { width, height, space }: LogoPicture): Sharp {
  const inner = { width: width - 2 * space, height: height - 2 * space };
  return logo
    .resize({ ...inner, fit: 'contain', background: '#ffffff00' })
    .extend({ top: space, bottom: space, left: space, right: space, background: '#ffffff00' })
    .flatten({ background: '#ffffff' });
}

async function write(file: string, picture: Buffer): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const unfinished = `${file}.${randomUUID()}`;
  await writeFile(unfinished, picture);
  await rename(unfinished, file);
}

const readOrNull = (file: string): Promise<Bytes | null> => readFile(file).catch(() => null);

/** Null if the bucket has no such picture. */
async function fetchOriginal(supabaseUrl: string, path: string): Promise<Bytes | null> {
  const inUrl = path.split('/').map(encodeURIComponent).join('/');
  const response = await fetch(`${supabaseUrl}/storage/v1/object/public/images/${inUrl}`, {
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (response.status >= 500 || response.status === 429) {
    throw new Error(`the bucket answered ${response.status}`);
  }
  return response.ok ? Buffer.from(await response.arrayBuffer()) : null;
}
