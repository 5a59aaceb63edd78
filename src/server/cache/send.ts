import type { IncomingMessage, ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/compress';
import type { ContentfulStatusCode, StatusCode } from 'hono/utils/http-status';
import { requestIdOf, type SiteContext } from '../http.ts';
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

/** Header names and values in turn, as `writeHead` takes them without looking at each. */
type FlatHeaders = readonly string[];

interface Prepared {
  /** The ETag without the mark of a weak one, since a comparison leaves that out. */
  readonly opaque: string;
  readonly notModified: FlatHeaders;
  readonly whole: FlatHeaders;
}

export interface SenderOptions {
  readonly store: CacheStore;
  readonly freshness: FreshnessCookie;
  /** Headers that every response has. */
  readonly headers: Headers;
}

/** Sends what is cached in one write, the headers put together once for each coding. */
export class CacheSender {
  readonly #store: CacheStore;
  readonly freshness: FreshnessCookie;
  readonly #headers: FlatHeaders;
  readonly #prepared = new WeakMap<CachedResponse, Partial<Record<Coding, Prepared>>>();

  constructor({ store, freshness, headers }: SenderOptions) {
    this.#store = store;
    this.freshness = freshness;
    this.#headers = [...headers].flat();
  }

  /** The quick path: most requests end here. False where nothing is cached that this browser may be sent. */
  sendCached(request: IncomingMessage, response: ServerResponse): boolean {
    const key = cacheKey(request);
    if (key === null || this.freshness.isAhead(request)) return false;
    const cached = this.#store.get(key);
    if (cached) this.#send(request, response, cached);
    return cached !== undefined;
  }

  /** Answers with the cached response, or with what `render` gives, which is then cached where it may be. */
  async respond(c: SiteContext, key: string, render: () => Promise<Answer>): Promise<Response> {
    const { incoming, outgoing } = c.env;
    await this.freshness.catchUp(incoming);
    const found = await this.#store.getOrRender(key, async () => {
      // Until changes are seen, nobody could tell when it grows old.
      const mayCache = this.freshness.ready;
      const answer = await render();
      const tags = mayCache ? answer.tags : null;
      return { ...answer, tags, readAt: this.freshness.now() };
    });
    if ('bodies' in found) {
      this.#send(incoming, outgoing, found);
      return RESPONSE_ALREADY_SENT;
    }
    const mark = this.freshness.markFor(incoming, this.freshness.now());
    if (mark) c.header('set-cookie', mark, { append: true });
    return sendWhole(c, found);
  }

  #send(request: IncomingMessage, response: ServerResponse, cached: CachedResponse): void {
    const coding = codingFor(request);
    const { opaque, notModified, whole } = this.#prepare(cached, coding);
    const same =
      request.headers['if-none-match']
        ?.split(',')
        .some((it) => it.trim().replace(/^W\//, '') === opaque) ?? false;
    const own = ['x-request-id', requestIdOf(request)];
    const mark = this.freshness.markFor(request, cached.readAt);
    if (mark) own.push('set-cookie', mark);
    response.writeHead(same ? 304 : 200, (same ? notModified : whole).concat(own));
    response.end(same || request.method === 'HEAD' ? undefined : cached.bodies[coding]);
  }

  #prepare(cached: CachedResponse, coding: Coding): Prepared {
    let prepared = this.#prepared.get(cached);
    if (!prepared) this.#prepared.set(cached, (prepared = {}));
    const known = prepared[coding];
    if (known) return known;
    const opaque = `"${cached.etag}-${coding}"`;
    const about = {
      ...cached.headers,
      // Weak: the bytes of a coding change when it is compressed again, what they say does not.
      etag: `W/${opaque}`,
      vary: 'Accept-Encoding',
      // Browsers ask each time, and mostly hear that nothing changed.
      'cache-control': 'no-cache',
    };
    const notModified = [...this.#headers, ...Object.entries(about).flat()];
    const length = ['content-length', String(cached.bodies[coding].length)];
    const encoding = coding === 'identity' ? [] : ['content-encoding', coding];
    return (prepared[coding] = {
      opaque,
      notModified,
      whole: [...notModified, ...encoding, ...length],
    });
  }
}

/** In bytes. To compress less takes as long as all else that the site does for a call, and spares no packet. */
export const minCompressed = 2048;

/**
 * Answers with a body that is at hand, compressed where that is worth it. `hono/compress` would do the same through a stream, which
 * takes twice the time.
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

/** What browsers write is nearly always one of a few texts. */
const codings = new Map<string, Coding>();

function codingFor({ headers }: IncomingMessage): Coding {
  const accepted = headers['accept-encoding'];
  if (typeof accepted !== 'string') return 'identity';
  const known = codings.get(accepted);
  if (known) return known;
  const takes = (name: string) =>
    accepted.split(',').some((it) => {
      const [coding, q] = it.trim().split(/\s*;\s*q=/);
      return coding === name && Number(q ?? 1) !== 0;
    });
  const coding = takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity';
  if (codings.size < 100) codings.set(accepted, coding);
  return coding;
}
