import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { log } from '../log.ts';

/** The result of rendering a page or calling the API. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer<ArrayBuffer>;
  /** A change of any of these tags invalidates it; null if it must not be cached. */
  readonly tags: ReadonlySet<string> | null;
}

/** A response, and the database's time when it had been read completely, in milliseconds since 1970. */
export type Rendered = Answer & { readonly readAt: number };

/** A body in all supported encodings. */
export interface Bodies {
  readonly identity: Buffer;
  readonly gzip: Buffer;
  readonly br: Buffer;
}

/** A cached response with status 200. */
export interface CachedResponse {
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
  readonly bodies: Bodies;
  readonly tags: ReadonlySet<string>;
  readonly readAt: number;
}

/** The tag of a change that affects everything. */
export const everything = 'everything';

/** The maximum size of all bodies in bytes. */
const standardBudget = 192 * 1024 * 1024;
/** Keeps times such as “2 days ago” correct. */
const ttlMs = 10 * 60_000;
/**
 * The maximum body size for recompression, which would otherwise block others for seconds. Only complete lists of the API
 * exceed it.
 */
const maxRecompressed = 512 * 1024;
/** A longer queue would outlast its entries. */
const maxWaiting = 200;

type Counts = Record<'cached' | 'shared' | 'rendered', number>;

/**
 * A cache of pages and public API responses by URL, until their content changes.
 *
 * - Concurrent requests for one URL share one rendering.
 * - A response that was purged while it was rendered is not cached, nor sent to requests after the purge.
 * - A response that is requested again is recompressed at the highest level.
 * - All bodies stay within a budget in bytes; the least recently used are evicted.
 *
 * `FreshnessCookie` handles consistency between instances.
 */
export class CacheStore {
  readonly #responses: LRUCache<string, CachedResponse>;
  readonly #rendering = new Map<string, Promise<CachedResponse | Rendered>>();
  /** The tags purged since the start of each running rendering. */
  readonly #overtaking = new Set<Set<string>>();
  readonly #recompressing = pLimit(1);
  /** Responses that are recompressed, or queued for it. */
  readonly #recompressed = new WeakSet<CachedResponse>();
  /** Counts requests by outcome. */
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
    // New requests must not share renderings from before the change.
    this.#rendering.clear();
    for (const [key, cached] of this.#responses.entries()) {
      if (concerns(tags, cached)) this.#responses.delete(key);
    }
  }

  #countsFor = (key: string): Counts => this.counts[key.startsWith('/api/') ? 'api' : 'page'];

  /** Takes twenty times as long as the first compression, so one body at a time. */
  #recompress(key: string, cached: CachedResponse): void {
    const { activeCount, pendingCount } = this.#recompressing;
    if (cached.bodies.identity.length > maxRecompressed) return;
    if (activeCount + pendingCount >= maxWaiting) return;
    this.#recompressed.add(cached);
    // Looked up by ETag, so that entries purged or evicted while queued are released.
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

/** The highest worthwhile level: a page that fits into the first flight of a connection arrives one round trip earlier. */
export const compressBest = (body: Buffer): Promise<Buffer> => brotli(body, 10);
