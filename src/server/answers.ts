import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendKept, type FlatHeaders } from './kept-pages.ts';
import { PageCache, toKept, type Rendered } from './page-cache.ts';
import { refuseUnavailable } from './replies.ts';
import { requestIdOf } from './request-id.ts';
import type { Seen } from './seen.ts';
import type { Squeezer } from './squeezing.ts';

/** Calls of the API that anybody may make, and whose answer is the same for everybody until the catalogue changes. */
const publicCall =
  /^\/api\/v1\/(?:products\/(?:all|search|product-category\/[\w,-]{1,4000}|[\da-f-]{36}(?:\/related)?)|reviews\/products\/[\da-f-]{36}\/reviews|categories\/all|banner\/all)$/;
/** What may stand behind the `?` of such a call; with anything else the API itself is asked. */
const known = new Set(['limit', 'cursor', 'page', 'sort', 'q']);
const longestQuery = 600;

/** Writes that no public call shows anything of. */
const unseen = /^\/api\/v1\/(?:cart|auth|orders|contact)(?:\/|$)/;

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
  readonly seen: Seen;
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

/** The API's public answers, kept like pages. */
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

  /** After a write through this site; gives the cookie that the writer's browser is marked by. */
  noteWrite(request: IncomingMessage, path: string): string | null {
    return unseen.test(path) ? null : this.#options.seen.markWriter(request);
  }

  /** The cookie for who was answered by the API itself. */
  noteAnswer(request: IncomingMessage): string | null {
    const { seen } = this.#options;
    return seen.markFor(request, seen.now());
  }

  /** Sends what is kept; false where there is nothing. */
  sendKept(request: IncomingMessage, response: ServerResponse, common: FlatHeaders): boolean {
    const key = keyOf(request);
    if (key === null || this.#options.seen.isAhead(request)) return false;
    const page = this.#cache.get(key);
    if (!page) return false;
    sendKept(request, response, page, this.#options.seen, common);
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
    const { ask, seen } = this.#options;
    try {
      await seen.catchUp(request);
      const found = await this.#cache.getOrRender(key, async () => {
        const answer = await ask(key, requestIdOf(request));
        return toRendered(answer, seen.now());
      });
      if ('bodies' in found) return sendKept(request, response, found, seen);
      if (found.page) return sendKept(request, response, found.page, seen);
      const mark = this.noteAnswer(request);
      if (mark) response.appendHeader('set-cookie', mark);
      const { status, headers, body } = found.sent;
      response.writeHead(status, { ...headers, 'content-length': body.length });
      response.end(request.method === 'HEAD' ? undefined : body);
    } catch (error) {
      refuseUnavailable(response, 'answers', error);
    }
  }
}

/** Null for other calls, and for who asks for what is so now. */
function keyOf(request: IncomingMessage): string | null {
  const { method, url, headers } = request;
  if (!url?.startsWith('/api/') || (method !== 'GET' && method !== 'HEAD')) return null;
  // A client that compares by an ETag of its own says `no-cache` as well, without meaning the kept answer.
  if (headers['cache-control'] === 'no-cache' && !headers['if-none-match']) return null;
  return answerKey(url);
}

async function toRendered(sent: Answer, readAt: number): Promise<Rendered<Answer>> {
  const keeps = sent.status === 200 && sent.tags.length > 0;
  return { page: keeps ? await toKept(sent, sent.tags, readAt) : null, sent };
}
