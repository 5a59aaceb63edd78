import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** What a handler finds in its context. */
export interface Env {
  /** Node's own request and response; in `astro dev` also what asks Vite. */
  Bindings: HttpBindings & { next?: () => void };
  /** Names the request in all logs. */
  Variables: { requestId: string };
}
export type SiteContext = Context<Env>;

/** What a request is for, in log and metrics. */
export type Kind = 'health' | 'api' | 'session' | 'picture' | 'file' | 'page';

export function kindOf(url: string): Kind {
  const [path = ''] = url.split('?', 1);
  if (/^\/api\/v1(\/|$)/.test(path)) return 'api';
  if (path.startsWith('/session/')) return 'session';
  if (path.startsWith('/images/')) return 'picture';
  if (path === '/healthz' || path === '/readyz') return 'health';
  return /\.\w+$/.test(path) ? 'file' : 'page';
}

const idHeader = 'x-request-id';

/** Names a request in all logs. What a client says of its id is not believed. */
export function giveRequestId(request: IncomingMessage): string {
  const id = randomUUID();
  request.headers[idHeader] = id;
  return id;
}

export const requestIdOf = ({ headers }: IncomingMessage): string => String(headers[idHeader]);

/** Path and query of a request, with every `..` resolved. */
export const targetOf = ({ url }: SiteContext['req']): string =>
  url.slice(url.indexOf('/', url.indexOf('//') + 2));

/** An error in the shape of the API's. */
export const refuse = (
  c: SiteContext,
  status: ContentfulStatusCode,
  code: string,
  message: string,
): Response => c.json({ message, code }, status, { 'cache-control': 'no-store' });

/** How much of a body is dropped after an early answer before the connection is closed. */
const maxDropped = { bytes: 16 * 1024 * 1024, ms: 2000 };

/** Whether a part of the request's body has not been read. Node takes no next request from the connection until it is. */
export function isUnread({ readableEnded, destroyed, headers }: IncomingMessage): boolean {
  if (readableEnded || destroyed) return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Reads the whole body of at most `maxBytes` within `timeoutMs`. Rejects when the client disconnects. */
export function readBody(
  request: IncomingMessage,
  { maxBytes, timeoutMs }: { readonly maxBytes: number; readonly timeoutMs: number },
): Promise<Buffer<ArrayBuffer> | 'too_large' | 'too_slow'> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (result: Buffer<ArrayBuffer> | 'too_large' | 'too_slow') => {
      clearTimeout(timer);
      request.off('data', take).pause();
      resolve(result);
    };
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) settle('too_large');
      else chunks.push(chunk);
    };
    const timer = setTimeout(settle, timeoutMs, 'too_slow');
    request.once('end', () => settle(Buffer.concat(chunks, size)));
    request.once('close', () => {
      clearTimeout(timer);
      reject(new Error('The client left'));
    });
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) settle('too_large');
    else request.on('data', take);
  });
}

/** Sends an answer that came before the whole body. Closing at once could reset the connection before the client has read it. */
export async function sendEarly(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Response,
): Promise<void> {
  const body = Buffer.from(await answer.arrayBuffer());
  response.setHeaders(answer.headers);
  response.writeHead(answer.status, { 'content-length': body.length, connection: 'close' });
  response.write(body);
  await dropRest(request);
  response.end();
}

/** Reads and drops what is left of the body; resolves when that is done, or when it takes too much or too long. */
function dropRest(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0;
    const stop = () => {
      clearTimeout(timer);
      request.off('data', count).pause();
      resolve();
    };
    const count = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxDropped.bytes) stop();
    };
    const timer = setTimeout(stop, maxDropped.ms);
    request.unpipe().on('data', count).once('end', stop).once('close', stop).resume();
  });
}
