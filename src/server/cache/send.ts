import type { IncomingMessage, ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/compress';
import { parseAccept } from 'hono/utils/accept';
import type { ContentfulStatusCode, StatusCode } from 'hono/utils/http-status';
import { idHeader, requestIdOf, type SiteContext } from '../http.ts';
import type { FreshnessCookie } from './invalidation.ts';
import { cacheKey } from './keys.ts';
import {
  compressTo,
  type Answer,
  type Bodies,
  type CachedResponse,
  type CacheStore,
} from './store.ts';

type Coding = keyof Bodies;

/** Alternating header names and values, the fastest format for `writeHead`. */
type FlatHeaders = readonly string[];

interface Prepared {
  /** The ETag without its weak prefix, which comparisons ignore. */
  readonly opaque: string;
  readonly notModified: FlatHeaders;
  readonly whole: FlatHeaders;
}

/** Sends a cached response in one write, with headers prepared once per encoding. */
export class CacheSender {
  readonly #store: CacheStore;
  readonly freshness: FreshnessCookie;
  readonly #headers: FlatHeaders;
  /** By encoded body. */
  readonly #prepared = new WeakMap<Buffer, Prepared>();

  /** @param headers those of every response */
  constructor(store: CacheStore, freshness: FreshnessCookie, headers: Headers) {
    this.#store = store;
    this.freshness = freshness;
    this.#headers = [...headers].flat();
  }

  /** The fast path of most requests. Returns false if there is no cached response for this browser. */
  sendCached(request: IncomingMessage, response: ServerResponse): boolean {
    const key = cacheKey(request);
    if (key === null || this.freshness.isAhead(request)) return false;
    const cached = this.#store.get(key);
    if (cached) this.#send(request, response, cached);
    return cached !== undefined;
  }

  /** Sends the cached response, or renders one and caches it if allowed. */
  async respond(c: SiteContext, key: string, render: () => Promise<Answer>): Promise<Response> {
    const { incoming, outgoing } = c.env;
    await this.freshness.catchUp(incoming);
    const found = await this.#store.getOrRender(key, async () => {
      // Without the change feed it would never be purged.
      const mayCache = this.freshness.feed.ready;
      const answer = await render();
      const tags = mayCache ? answer.tags : null;
      return { ...answer, tags, readAt: this.freshness.feed.now() };
    });
    if ('bodies' in found) {
      this.#send(incoming, outgoing, found);
      return RESPONSE_ALREADY_SENT;
    }
    const cookie = this.freshness.cookieFor(incoming);
    if (cookie) c.header('set-cookie', cookie, { append: true });
    return sendWhole(c, found);
  }

  #send(request: IncomingMessage, response: ServerResponse, cached: CachedResponse): void {
    const coding = codingFor(request);
    const body = cached.bodies[coding];
    const { opaque, notModified, whole } =
      this.#prepared.get(body) ?? this.#prepare(cached, coding);
    const etags = request.headers['if-none-match']?.split(',') ?? [];
    const same = etags.some((it) => it.trim().replace(/^W\//, '') === opaque);
    const own = [idHeader, requestIdOf(request)];
    const cookie = this.freshness.cookieFor(request, cached.readAt);
    if (cookie) own.push('set-cookie', cookie);
    response.writeHead(same ? 304 : 200, (same ? notModified : whole).concat(own));
    response.end(same || request.method === 'HEAD' ? undefined : body);
  }

  #prepare({ headers, etag, bodies }: CachedResponse, coding: Coding): Prepared {
    const opaque = `"${etag}-${coding}"`;
    const common = {
      ...headers,
      // Weak, because recompression changes the bytes but not the content.
      etag: `W/${opaque}`,
      vary: 'Accept-Encoding',
      // Browsers revalidate each time, and mostly get a 304.
      'cache-control': 'no-cache',
    };
    const notModified = [...this.#headers, ...Object.entries(common).flat()];
    const length = ['content-length', String(bodies[coding].length)];
    const encoding = coding === 'identity' ? [] : ['content-encoding', coding];
    const prepared = { opaque, notModified, whole: [...notModified, ...encoding, ...length] };
    this.#prepared.set(bodies[coding], prepared);
    return prepared;
  }
}

/** In bytes. Compressing smaller bodies would double the work of a call without saving a packet. */
export const minCompressed = 2048;

/**
 * Sends a complete body, compressed if worthwhile. `hono/compress` uses a stream, which takes twice as long.
 */
export async function sendWhole(
  c: SiteContext,
  { status, headers, body }: Omit<Answer, 'tags'>,
): Promise<Response> {
  if (body.length === 0) return c.body(null, status as StatusCode, headers);
  const code = status as ContentfulStatusCode;
  const isText = COMPRESSIBLE_CONTENT_TYPE_REGEX.test(headers['content-type'] ?? '');
  const isWorth = isText && body.length >= minCompressed;
  const coding = isWorth && c.req.method !== 'HEAD' ? codingFor(c.env.incoming) : 'identity';
  if (coding === 'identity') {
    return c.body(body, code, { ...headers, 'content-length': String(body.length) });
  }
  c.header('content-encoding', coding);
  c.header('vary', 'Accept-Encoding', { append: true });
  return c.body(await compressTo(coding, body), code, headers);
}

/** Cached by header: browsers send only a few variants, and parsing takes two microseconds. */
const codings = new Map<string, Coding>();

function codingFor({ headers }: IncomingMessage): Coding {
  const header = String(headers['accept-encoding'] ?? '');
  const known = codings.get(header);
  if (known) return known;
  const accepted = parseAccept(header);
  const takes = (coding: Coding) => accepted.some(({ type, q }) => type === coding && q > 0);
  const coding = takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity';
  if (codings.size < 100) codings.set(header, coding);
  return coding;
}
