import type { IncomingMessage, ServerResponse } from 'node:http';
import { log, reasonOf } from './log.ts';
import { endEarly, isUnread } from './request-body.ts';

/** An error in the shape of the API's. */
export function refuse(
  response: ServerResponse,
  status: number,
  code: string,
  message: string,
): void {
  sendJson(response, status, { message, code });
}

export function sendJson(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  const early = isUnread(response.req);
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    ...(early ? { connection: 'close' } : {}),
  });
  if (early) void endEarly(response.req, response, text);
  else response.end(text);
}

/** What is behind the site did not answer. */
export function refuseUnavailable(response: ServerResponse, where: string, error: unknown): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  log('error', where, { requestId: response.getHeader('x-request-id'), reason: reasonOf(error) });
  response.setHeader('retry-after', '5');
  refuse(
    response,
    503,
    'unavailable',
    'The shop is not answering right now. Please try again in a moment.',
  );
}

/** Whether a request was made by a page of this site, or by no page at all. Reading is open to all. */
export function sameOrigin(request: IncomingMessage): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return true;
  const { origin, host } = request.headers;
  return origin === undefined || URL.parse(origin)?.host === host;
}
