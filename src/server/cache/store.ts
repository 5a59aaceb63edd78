import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { log } from '../log.ts';

/** What rendering a page or asking the API gives. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer<ArrayBuffer>;
  /** A change of any of these makes it old; null where it must not be cached. */
  readonly tags: ReadonlySet<string> | null;
}

/** An answer, and the database's time when all of it had been read, in milliseconds since 1970. */
export type Rendered = Answer & { readonly readAt: number };

/** A body in every coding that browsers ask for. */
export interface Bodies {
  readonly identity: Buffer;
  readonly gzip: Buffer;
  readonly br: Buffer;
}

/** A response of status 200 as it is sent again and again. */
export interface CachedResponse {
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
  readonly bodies: Bodies;
  readonly tags: ReadonlySet<string>;
  readonly readAt: number;
}

/** The tag of a change that concerns all that is cached. */
export const everything = 'everything';

/** Bytes that all bodies together may take. */
const standardBudget = 192 * 1024 * 1024;
/** Times such as “2 days ago” in a page should not grow old with it. */
const ttlMs = 10 * 60_000;
/** Bytes beyond which a body is not compressed again: that would hold up the others for seconds. No page comes near, whole lists of the API do. */
const maxRecompressed = 512 * 1024;
/** More would be asked for again before their turn comes. */
const maxWaiting = 200;

type Counts = Record<'cached' | 'shared' | 'rendered', number>;

/**
 * Pages and public answers of the API by address, until something that they were made of changes.
 *
 * - Requests for one address at the same time share one rendering.
 * - What a purge overtook while it was rendered is not cached, and nobody who asked after the purge gets it.
 * - What is asked for again is compressed again, as small as it gets.
 * - All bodies together stay within a budget in bytes; the least recently used give way.
 *
 * That no instance shows anything older than another did is for `FreshnessCookie`.
 */
export class CacheStore {
  readonly #responses: LRUCache<string, CachedResponse>;
  readonly #rendering = new Map<string, Promise<CachedResponse | Rendered>>();
  /** For each rendering that runs, the tags that were purged meanwhile. */
  readonly #overtaking = new Set<Set<string>>();
  readonly #recompressing = pLimit(1);
  /** Those that are as small as they get, or wait for it. */
  readonly #recompressed = new WeakSet<CachedResponse>();
  /** How requests were answered. */
  readonly counts: Readonly<Record<'page' | 'api', Counts>> = {
    page: { cached: 0, shared: 0, rendered: 0 },
    api: { cached: 0, shared: 0, rendered: 0 },
  };

  constructor(budget = standardBudget) {
    this.#responses = new LRUCache({
      maxSize: budget,
      ttl: ttlMs,
      // Reading the clock once a second is enough.
      ttlResolution: 1000,
      sizeCalculation: ({ bodies: { identity, gzip, br } }) =>
        identity.length + gzip.length + br.length + 1024,
    });
  }

  /** How many responses are cached, and their bytes in all codings. */
  get size(): { readonly entries: number; readonly bytes: number } {
    return { entries: this.#responses.size, bytes: this.#responses.calculatedSize };
  }

  get(key: string): CachedResponse | undefined {
    const cached = this.#responses.get(key);
    if (!cached) return undefined;
    this.#countsFor(key).cached += 1;
    if (!this.#recompressed.has(cached)) this.#recompress(key, cached);
    return cached;
  }

  /** The cached response, or what `render` gives. */
  async getOrRender(
    key: string,
    render: () => Promise<Rendered>,
  ): Promise<CachedResponse | Rendered> {
    const cached = this.get(key);
    if (cached) return cached;
    const running = this.#rendering.get(key);
    this.#countsFor(key)[running ? 'shared' : 'rendered'] += 1;
    if (running) return running;
    const purged = new Set<string>();
    this.#overtaking.add(purged);
    const rendering = render().then(toCached);
    this.#rendering.set(key, rendering);
    try {
      const found = await rendering;
      if ('bodies' in found && !concerns(purged, found)) this.#responses.set(key, found);
      return found;
    } finally {
      if (this.#rendering.get(key) === rendering) this.#rendering.delete(key);
      this.#overtaking.delete(purged);
    }
  }

  purge(tags: ReadonlySet<string>): void {
    if (tags.size === 0) return;
    for (const purged of this.#overtaking) for (const tag of tags) purged.add(tag);
    // Requests from now on must not share what was begun before the change.
    this.#rendering.clear();
    for (const [key, cached] of this.#responses.entries()) {
      if (concerns(tags, cached)) this.#responses.delete(key);
    }
  }

  #countsFor = (key: string): Counts => this.counts[key.startsWith('/api/') ? 'api' : 'page'];

  /** That takes twenty times as long as the first time, so one body at a time. */
  #recompress(key: string, cached: CachedResponse): void {
    const { activeCount, pendingCount } = this.#recompressing;
    if (cached.bodies.identity.length > maxRecompressed) return;
    if (activeCount + pendingCount >= maxWaiting) return;
    this.#recompressed.add(cached);
    // Found by its ETag alone: what is purged, or gives way, while it waits must not stay in memory.
    const { etag } = cached;
    const current = (): CachedResponse | undefined => {
      const now = this.#responses.peek(key);
      return now?.etag === etag ? now : undefined;
    };
    this.#recompressing(async () => {
      const body = current()?.bodies.identity;
      const br = body && (await compressBest(body));
      const now = current();
      if (!br || !now) return;
      const smaller = { ...now, bodies: { ...now.bodies, br } };
      this.#recompressed.add(smaller);
      this.#responses.set(key, smaller, { noUpdateTTL: true });
    }).catch((reason: unknown) => log.error({ reason }, 'compress'));
  }
}

async function toCached(rendered: Rendered): Promise<CachedResponse | Rendered> {
  const { headers, body, tags, readAt } = rendered;
  if (!tags) return rendered;
  const etag = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  // Within one or two milliseconds for a page.
  const bodies = {
    identity: body,
    gzip: await compressTo('gzip', body),
    br: await brotli(body, 5),
  };
  return { headers, etag, tags, readAt, bodies };
}

function concerns(tags: ReadonlySet<string>, { tags: its }: CachedResponse): boolean {
  return tags.has(everything) || !tags.isDisjointFrom(its);
}

function brotli(body: Buffer, quality: number): Promise<Buffer<ArrayBuffer>> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: 18 };
  return promisify(brotliCompress)(body, { params });
}

/** For a body that is sent once. */
export const compressTo = (coding: 'br' | 'gzip', body: Buffer): Promise<Buffer<ArrayBuffer>> =>
  coding === 'br' ? brotli(body, 4) : promisify(gzip)(body);

/** As small as is worth its time: a page that fits into the first flight of a connection comes a round trip earlier. */
export const compressBest = (body: Buffer): Promise<Buffer> => brotli(body, 10);
