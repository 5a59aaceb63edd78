import type { Readable } from 'node:stream';
import { Pool, type Dispatcher } from 'undici';
import type { Answer } from './answers.ts';
import type { SiteEnvironment } from './environment.ts';

export type UpstreamAnswer = Dispatcher.ResponseData;

export interface UpstreamRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A stream needs `content-length` in the headers; a body of another length is an error. */
  readonly body?: Buffer | Readable | null;
  readonly signal?: AbortSignal;
}

/** Milliseconds until an answer begins, and between two parts of it. */
const longestWait = 60_000;
const wholeAnswers = { connections: 128, headersTimeout: longestWait, bodyTimeout: longestWait };
/** Uploads hold their connection for as long as the client sends, so they have some of their own. */
const uploads = { ...wholeAnswers, connections: 16 };

/** The way to the edge functions, over connections that are kept. Undici frames each request and checks its length. */
export class Upstream {
  readonly #base: string;
  readonly #pool: Pool;
  readonly #uploads: Pool;
  #probe: Promise<boolean> | null = null;

  constructor({ functionsUrl }: SiteEnvironment) {
    const { origin, pathname } = new URL(functionsUrl);
    this.#base = pathname.replace(/\/$/, '');
    this.#pool = new Pool(origin, wholeAnswers);
    this.#uploads = new Pool(origin, uploads);
  }

  /** Calls an edge function; `target` begins with its name. Rejects where no answer begins. */
  ask(target: string, request: UpstreamRequest): Promise<UpstreamAnswer> {
    const streams = request.body && !Buffer.isBuffer(request.body);
    const pool = streams ? this.#uploads : this.#pool;
    return pool.request({
      ...request,
      method: request.method as Dispatcher.HttpMethod,
      path: this.#base + target,
    });
  }

  /**
   * False when the functions accept a request but do not answer it within three seconds; checked at most once a second.
   * A refused connection counts as true: callers get their error at once, and cached pages can still be served.
   */
  comesThrough(): Promise<boolean> {
    this.#probe ??= this.#tryOnce().finally(() => {
      setTimeout(() => (this.#probe = null), 1000).unref();
    });
    return this.#probe;
  }

  async #tryOnce(): Promise<boolean> {
    const signal = AbortSignal.timeout(3000);
    try {
      const { body } = await this.ask('/api/v1/', { method: 'HEAD', headers: {}, signal });
      await body.dump();
      return true;
    } catch {
      return !signal.aborted;
    }
  }
}

const patience = 15_000;
const largest = 32 * 1024 * 1024;
/** What of an answer is passed on; the rest belongs to the one connection or the one request. */
const passedOn = ['content-type', 'x-content-type-options'];

/** Asks a public call of the API as a visitor and reads the whole answer. Rejects where there is none. */
export function askAsVisitor(
  upstream: Upstream,
  { anonKey }: SiteEnvironment,
): (path: string, requestId: string) => Promise<Answer> {
  const headers = {
    accept: 'application/json',
    apikey: anonKey,
    authorization: `Bearer ${anonKey}`,
  };
  return async (path, requestId) => {
    const answer = await upstream.ask(path, {
      method: 'GET',
      headers: { ...headers, 'x-request-id': requestId },
      signal: AbortSignal.timeout(patience),
    });
    const passed = passedOn.flatMap((name) => {
      const value = answer.headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    });
    const tags = answer.headers['x-cache-tags'];
    return {
      status: answer.statusCode,
      headers: Object.fromEntries(passed) as Record<string, string>,
      body: await readAll(answer),
      tags: typeof tags === 'string' ? tags.split(' ').filter(Boolean) : [],
    };
  };
}

async function readAll({ body }: UpstreamAnswer): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largest) throw new Error('an answer is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}
