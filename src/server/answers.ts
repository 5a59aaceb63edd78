import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendKept, type FlatHeaders } from './kept-pages.ts';
import { everything, PageCache, toKept, type Rendered } from './page-cache.ts';
import { refuseUnavailable } from './replies.ts';
import { requestIdOf } from './request-id.ts';
import type { Squeezer } from './squeezing.ts';

/** Calls of the API that anybody may make, and whose answer is the same for everybody until the catalogue changes. */
const publicCall =
  /^\/api\/v1\/(?:products\/(?:all|search|product-category\/[\w,-]{1,4000}|[\da-f-]{36}(?:\/related)?)|reviews\/products\/[\da-f-]{36}\/reviews|categories\/all|banner\/all)$/;
/** What may stand behind the `?` of such a call; with anything else the API itself is asked. */
const known = new Set(['limit', 'cursor', 'page', 'sort', 'q']);
const longestQuery = 600;

/** Writes that no public call shows anything of. */
const unseen = /^\/api\/v1\/(?:cart|auth|orders|contact)(?:\/|$)/;
const cookie = 'hemline_wrote';
/** Seconds that a change may need until every instance of the site has heard of it. */
const hearsay = 3;

const budget = 64 * 1024 * 1024;

/** An answer of the API as it came. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** A change of any of these makes it old; empty where it must not be kept. */
  readonly tags: readonly string[];
}

export interface AnswersOptions {
  /** Asks the API as a visitor, `path` with its query, for the request that the logs call `requestId`. */
  readonly ask: (path: string, requestId: string) => Promise<Answer>;
  /** Whether changes of the catalogue are seen; until then nothing is kept. */
  readonly mayKeep: () => boolean;
  readonly squeezer?: Squeezer;
}

/** The address under which the answer to a public call is kept; null where it is none. */
export function answerKey(url: string): string | null {
  const at = url.indexOf('?');
  const path = at < 0 ? url : url.slice(0, at);
  if (!publicCall.test(path)) return null;
  if (at < 0) return path;
  if (url.length - at > longestQuery) return null;
  const query = new URLSearchParams(url.slice(at));
  for (const name of query.keys()) if (!known.has(name)) return null;
  query.sort();
  return `${path}?${query}`;
}

/** The API's public answers, kept like pages. Who has just written something gets answers of this moment. */
export class Answers {
  readonly #cache: PageCache<Answer>;
  readonly #options: AnswersOptions;

  get cache(): PageCache<unknown> {
    return this.#cache;
  }

  constructor(options: AnswersOptions) {
    this.#options = options;
    this.#cache = new PageCache(options.squeezer, budget);
  }

  purge(tags: ReadonlySet<string>): void {
    this.#cache.purge(tags);
  }

  /** After a write through this site, before the feed tells of it; gives the cookie that the writer's browser is marked by. */
  noteWrite(path: string): string | null {
    if (unseen.test(path)) return null;
    this.#cache.purge(new Set([everything]));
    return `${cookie}=1; Path=/api; Max-Age=${hearsay}; HttpOnly; SameSite=Strict`;
  }

  /** Sends what is kept; false where there is nothing. */
  sendKept(request: IncomingMessage, response: ServerResponse, common: FlatHeaders): boolean {
    const key = keyOf(request);
    const page = key === null ? undefined : this.#cache.get(key);
    if (!page) return false;
    sendKept(request, response, page, common);
    return true;
  }

  /** Asks the API and keeps what it says; false where that is not for this to do. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const key = keyOf(request);
    if (key === null || !this.#options.mayKeep()) return false;
    void this.#send(key, request, response);
    return true;
  }

  async #send(key: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const found = await this.#cache.getOrRender(key, async () =>
        toRendered(await this.#options.ask(key, requestIdOf(request))),
      );
      if ('bodies' in found) return sendKept(request, response, found);
      const { status, headers, body } = found.sent;
      response.writeHead(status, { ...headers, 'content-length': body.length });
      response.end(request.method === 'HEAD' ? undefined : body);
    } catch (error) {
      refuseUnavailable(response, 'answers', error);
    }
  }
}

/** Null for other calls, and for a browser that has just written. */
function keyOf(request: IncomingMessage): string | null {
  const { method, url, headers } = request;
  if (!url?.startsWith('/api/') || (method !== 'GET' && method !== 'HEAD')) return null;
  return headers.cookie?.includes(cookie) ? null : answerKey(url);
}

async function toRendered(sent: Answer): Promise<Rendered<Answer>> {
  const { status, headers, body, tags } = sent;
  const keeps = status === 200 && tags.length > 0;
  return { page: keeps ? await toKept(body, headers, tags) : null, sent };
}
