import { Pool, type Dispatcher } from 'undici';
import type { SiteEnvironment } from './environment.ts';

/** Until an answer begins, and between two parts of it. */
const timeoutMs = 60_000;
const wholeBodies = { connections: 128, headersTimeout: timeoutMs, bodyTimeout: timeoutMs };
/** Uploads hold their connection for as long as the client sends, so they have some of their own. */
const uploads = { ...wholeBodies, connections: 16 };
const probeTimeoutMs = 3000;

/** The way to the edge functions, over connections that are kept alive. Undici frames each request and checks its length. */
export class Upstream {
  readonly #base: string;
  readonly #pool: Pool;
  readonly #uploads: Pool;
  #probe: Promise<boolean> | null = null;

  constructor({ functionsUrl }: SiteEnvironment) {
    const { origin, pathname } = new URL(functionsUrl);
    this.#base = pathname.replace(/\/$/, '');
    this.#pool = new Pool(origin, wholeBodies);
    this.#uploads = new Pool(origin, uploads);
  }

  /**
   * Calls an edge function; `target` begins with its name. A stream for a body needs `content-length` in the headers. Rejects where no
   * answer begins.
   */
  ask(
    target: string,
    request: Omit<Dispatcher.RequestOptions, 'path'>,
  ): Promise<Dispatcher.ResponseData> {
    const isUpload = request.body && !Buffer.isBuffer(request.body);
    const pool = isUpload ? this.#uploads : this.#pool;
    return pool.request({ ...request, path: this.#base + target });
  }

  /**
   * False when the functions accept a request but do not answer it within three seconds; checked at most once a second.
   * A refused connection counts as true: callers get their error at once, and cached pages can still be served.
   */
  isResponsive(): Promise<boolean> {
    this.#probe ??= this.#tryOnce().finally(() => {
      setTimeout(() => (this.#probe = null), 1000).unref();
    });
    return this.#probe;
  }

  async #tryOnce(): Promise<boolean> {
    const signal = AbortSignal.timeout(probeTimeoutMs);
    try {
      const { body } = await this.ask('/api/v1/', { method: 'HEAD', headers: {}, signal });
      await body.dump();
      return true;
    } catch {
      return !signal.aborted;
    }
  }
}
