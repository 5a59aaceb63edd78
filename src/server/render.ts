import { createHash } from 'node:crypto';
import { IncomingMessage, ServerResponse, type OutgoingHttpHeaders } from 'node:http';
import { Socket } from 'node:net';
import type { PageHandler } from './front.ts';
import { toKept, type Rendered } from './page-cache.ts';

/** An answer that was caught on its way out. */
export interface Caught {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

class CatchingResponse extends ServerResponse {
  readonly #chunks: Buffer[] = [];
  readonly caught = Promise.withResolvers<Caught>();

  override write(chunk: unknown): boolean {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array)
      this.#chunks.push(Buffer.from(chunk));
    return true;
  }

  override end(chunk?: unknown): this {
    if (chunk !== undefined) this.write(chunk);
    const headers = Object.fromEntries(
      Object.entries(this.getHeaders()).map(([name, value]) => [name, String(value)]),
    );
    this.caught.resolve({ status: this.statusCode, headers, body: Buffer.concat(this.#chunks) });
    this.emit('finish');
    return this;
  }

  override writeHead(status: number, ...rest: unknown[]): this {
    this.statusCode = status;
    const headers = rest.at(-1);
    if (typeof headers === 'object' && headers !== null) {
      for (const [name, value] of Object.entries(headers as OutgoingHttpHeaders)) {
        if (value !== undefined) this.setHeader(name, value);
      }
    }
    return this;
  }

  override destroy(error?: Error): this {
    this.caught.reject(error ?? new Error('The page broke off'));
    return this;
  }
}

/**
 * Lets Astro render `target` as everyone sees it: nothing of who asks goes in but the request's id, for the log. `host`
 * is the site's own.
 */
export function catchPage(
  pages: PageHandler,
  target: string,
  host: string,
  requestId: string,
): Promise<Caught> {
  const request = new IncomingMessage(new Socket());
  request.method = 'GET';
  request.url = target;
  request.headers = { host, accept: 'text/html', 'x-request-id': requestId };
  request.push(null);
  const response = new CatchingResponse(request);
  Promise.resolve(pages(request, response)).catch((error: unknown) =>
    response.caught.reject(error),
  );
  return response.caught.promise;
}

const inline = /<(style|script)(?:\s[^>]*)?>([^]*?)<\/\1>/g;

/** Astro names the styles and scripts of all pages in each one's policy; those that stand in this page are enough. */
export function withOwnHashes(policy: string, html: string): string {
  const own = new Set<string>();
  for (const [, , content = ''] of html.matchAll(inline)) {
    own.add(`'sha256-${createHash('sha256').update(content).digest('base64')}'`);
  }
  return policy.replaceAll(/ ('sha256-[^']+')/g, (named, hash: string) =>
    own.has(hash) ? named : '',
  );
}

/** A page, read from the database at `readAt` of its time or before, as it is kept; `page` is null where it must not be. */
export async function toRendered(
  { status, headers, body }: Caught,
  readAt: number,
): Promise<Rendered<Caught>> {
  const { 'x-page-tags': tags, 'content-security-policy': policy, ...others } = headers;
  // Astro leaves this one out, because a meta element may not carry it.
  const full = policy && {
    'content-security-policy': `${withOwnHashes(policy, body.toString())} frame-ancestors 'none'`,
  };
  const shown = { ...others, ...full };
  const sent = { status, headers: shown, body };
  if (status !== 200 || tags === undefined) return { page: null, sent };
  return { page: await toKept(sent, tags.split(' ').filter(Boolean), readAt), sent };
}
