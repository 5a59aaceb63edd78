import type { IncomingMessage } from 'node:http';

/**
 * Gives a request that names its whole address (`GET http://host/path`, as through a proxy) the usual form; its host counts then,
 * whatever the header says. False where there is no path, as in `OPTIONS *`.
 */
export function takeTarget(request: IncomingMessage): boolean {
  const { url = '' } = request;
  if (url.startsWith('/')) return true;
  const whole = URL.parse(url);
  if (!whole || !/^https?:$/.test(whole.protocol)) return false;
  request.url = whole.pathname + whole.search;
  request.headers.host = whole.host;
  return true;
}
