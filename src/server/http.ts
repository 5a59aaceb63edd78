import { randomUUID } from 'node:crypto';
import { on } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Readable } from 'node:stream';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import proxyAddr from 'proxy-addr';

/** The context of a handler. */
export interface Env {
  /** Node's own request and response; in `astro dev` also what asks Vite. */
  Bindings: HttpBindings & { next?: () => void };
  /** For API calls: the complete body, or the stream of an upload. */
  Variables: { body?: Buffer | Readable };
}
export type SiteContext = Context<Env>;

/** The kind of a request, for log and metrics. */
export type Kind = 'health' | 'api' | 'session' | 'picture' | 'file' | 'page';

export function kindOf(url: string): Kind {
  const [path = ''] = url.split('?', 1);
  if (/^\/(api\/v1|mcp)(\/|$)/.test(path)) return 'api';
  if (path.startsWith('/session/')) return 'session';
  if (path.startsWith('/images/')) return 'picture';
  if (path === '/healthz' || path === '/readyz') return 'health';
  return /\.\w+$/.test(path) ? 'file' : 'page';
}

export const idHeader = 'x-request-id';

/** Assigns the request id of all logs. An id from the client is ignored. */
export function giveRequestId(request: IncomingMessage): string {
  const id = randomUUID();
  request.headers[idHeader] = id;
  return id;
}

export const requestIdOf = ({ headers }: IncomingMessage): string => String(headers[idHeader]);

/** Path and query of a request, with every `..` resolved. */
export const targetOf = ({ url }: SiteContext['req']): string =>
  url.slice(url.indexOf('/', url.indexOf('//') + 2));

export const noStore = { 'cache-control': 'no-store' };

/** An error in the shape of the API's. */
export const refuse = (
  c: SiteContext,
  status: ContentfulStatusCode,
  code: string,
  message: string,
): Response => c.json({ message, code }, status, noStore);

/** Whether an address is that of a trusted proxy. */
export type TrustedProxies = (address: string, distance: number) => boolean;

/** Parses proxies: `10.0.0.0/8, ::1`. Throws on an invalid address. */
export function readProxies(text: string): TrustedProxies {
  try {
    return proxyAddr.compile(text.split(/[\s,]+/).filter(Boolean));
  } catch (error) {
    throw new Error(`TRUSTED_PROXIES: ${String(error)}`, { cause: error });
  }
}

/**
 * The address that a request came from. `X-Forwarded-For` counts only as far as trusted proxies wrote it:
 * read from the end, the first address that is none of theirs.
 */
export function clientAddress(request: IncomingMessage, trusted: TrustedProxies): string {
  const address = proxyAddr.all(request, trusted).findLast((it) => isIP(it)) ?? '';
  // Node writes an IPv4 address that came over an IPv6 socket in its long form.
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

/** Reads the whole body of at most `maxBytes` within `timeoutMs`. Rejects when the client disconnects. */
export async function readBody(
  request: IncomingMessage,
  { maxBytes, timeoutMs }: { readonly maxBytes: number; readonly timeoutMs: number },
): Promise<Buffer<ArrayBuffer> | 'too_large' | 'too_slow'> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return 'too_large';
  const chunks: Buffer[] = [];
  let size = 0;
  const signal = AbortSignal.timeout(timeoutMs);
  const parts = on(request, 'data', { signal, close: ['end', 'close'] }) as AsyncIterable<[Buffer]>;
  try {
    for await (const [chunk] of parts) {
      size += chunk.length;
      if (size > maxBytes) return 'too_large';
      chunks.push(chunk);
    }
  } catch (error) {
    if (signal.aborted) return 'too_slow';
    throw error;
  }
  if (!request.complete) throw new Error('The client disconnected');
  return Buffer.concat(chunks, size);
}
