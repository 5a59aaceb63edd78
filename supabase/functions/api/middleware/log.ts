import { createMiddleware } from 'hono/factory';
import type { Env } from '../call.ts';

const validRequestId = /^[\w-]{8,64}$/;

/** Gives every request an id and logs one line for its response, without query and body. */
export function logRequests(log: (line: string) => void) {
  return createMiddleware<Env>(async (c, next) => {
    const sentId = c.req.header('x-request-id') ?? '';
    const requestId = validRequestId.test(sentId) ? sentId : crypto.randomUUID();
    c.set('requestId', requestId);
    c.set('userId', null);
    const startedAt = performance.now();
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
        ms: Math.round(performance.now() - startedAt),
        user: c.var.userId,
      }),
    );
  });
}
