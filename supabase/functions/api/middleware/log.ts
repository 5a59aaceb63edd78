import { createMiddleware } from 'hono/factory';
import type { Env } from '../call.ts';

const usable = /^[\w-]{8,64}$/;

/** Gives every request an id and, when it is answered, one line; no query and no body is ever written. */
export function logRequests(log: (line: string) => void) {
  return createMiddleware<Env>(async (c, next) => {
    const given = c.req.header('x-request-id') ?? '';
    const requestId = usable.test(given) ? given : crypto.randomUUID();
    c.set('requestId', requestId);
    c.set('userId', null);
    const start = performance.now();
    await next();
    c.res.headers.set('x-request-id', requestId);
    c.res.headers.set('x-content-type-options', 'nosniff');
    c.res.headers.set('cache-control', 'no-store');
    log(
      JSON.stringify({
        level: c.res.status >= 500 ? 'error' : 'info',
        time: new Date().toISOString(),
        requestId,
        method: c.req.method,
        route: c.get('route') ?? null,
        status: c.res.status,
        ms: Math.round(performance.now() - start),
        user: c.var.userId,
      }),
    );
  });
}
