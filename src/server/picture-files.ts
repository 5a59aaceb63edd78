import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import type { SiteEnvironment } from './environment.ts';
import { log, reasonOf } from './log.ts';

/** Pictures of the site itself, which a shop has whatever its bucket holds. */
const house = 'house/';

// What was made once is on disk; the library need not remember it too.
sharp.cache(false);

/** At most so many pictures are made at once: the rest of the site wants to answer too. */
const atOnce = 2;

/** So often is a picture asked for before it is worth the second of a processor that AVIF takes. */
const popular = 100;

export type PictureForm = 'webp' | 'avif';

/** Both look alike: by measure (decision 0022) AVIF has a quarter fewer bytes for ten times the work. */
const forms: Readonly<Record<PictureForm, (picture: Sharp) => Sharp>> = {
  webp: (picture) => picture.webp({ quality: 80 }),
  avif: (picture) => picture.avif({ quality: 57, effort: 4 }),
};

export interface Picture {
  readonly form: PictureForm;
  readonly bytes: Buffer;
}

/** The file in the bucket cannot be decoded; asking again changes nothing. */
export class UnreadablePicture extends Error {}

/** Pictures in the widths that are asked for, made once and kept on disk. Names in the bucket are never used twice. */
export class PictureFiles {
  readonly #environment: SiteEnvironment;
  readonly #making = new Map<string, Promise<Buffer | null>>();
  readonly #asked = new Map<string, number>();
  readonly #waiting: (() => void)[] = [];
  #busy = 0;
  /** Those that became popular follow one another. */
  #smaller: Promise<void> = Promise.resolve();

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
    const small = takesAvif ? await readFile(`${stem}.avif`).catch(() => null) : null;
    if (small) return { form: 'avif', bytes: small };
    const file = `${stem}.webp`;
    const running =
      this.#making.get(file) ??
      this.#keptOrMade(path, width, file).finally(() => this.#making.delete(file));
    this.#making.set(file, running);
    const bytes = await running;
    if (bytes && takesAvif && this.#becomesPopular(stem)) {
      this.#smaller = this.#smaller.then(() => this.#makeSmaller(path, width, stem, bytes.length));
    }
    return bytes && { form: 'webp', bytes };
  }

  #becomesPopular(stem: string): boolean {
    const times = (this.#asked.get(stem) ?? 0) + 1;
    this.#asked.set(stem, times);
    return times === popular;
  }

  async #makeSmaller(path: string, width: number, stem: string, most: number): Promise<void> {
    try {
      const bytes = await this.#make(path, width, 'avif');
      if (bytes && bytes.length < most) await this.#keep(`${stem}.avif`, bytes);
    } catch (error) {
      log('error', 'picture', { path, reason: reasonOf(error) });
    }
  }

  async #keptOrMade(path: string, width: number, file: string): Promise<Buffer | null> {
    const kept = await readFile(file).catch(() => null);
    if (kept) return kept;
    const made = await this.#make(path, width, 'webp');
    if (made) await this.#keep(file, made);
    return made;
  }

  async #make(path: string, width: number, form: PictureForm): Promise<Buffer | null> {
    const original = path.startsWith(house)
      ? await readHousePicture(path)
      : await fetchOriginal(this.#environment, path);
    if (!original) return null;
    return this.#limited(async () => {
      const picture = sharp(original, { limitInputPixels: 60_000_000 }).rotate();
      try {
        return await forms[form](picture.resize({ width, withoutEnlargement: true })).toBuffer();
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

  async #limited<T>(work: () => Promise<T>): Promise<T> {
    if (this.#busy >= atOnce) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#busy += 1;
    try {
      return await work();
    } finally {
      this.#busy -= 1;
      this.#waiting.shift()?.();
    }
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
