import { Hono, type Context } from 'hono';
import { connectAs } from '../_shared/queries/database.ts';
import { readShop } from '../_shared/queries/shop.ts';
import type { Settings } from '../_shared/settings.ts';
import type { AppContext, Env } from './call.ts';
import { calls } from './calls.ts';
import { docsPage } from './docs/page.ts';
import { openApiDocument } from './docs/openapi.ts';
import { ApiError, toApiError } from './errors.ts';
import { makeGuard } from './middleware/guard.ts';
import { makeLimiter } from './middleware/limits.ts';
import { logRequests } from './middleware/log.ts';

const base = '/api/v1';

/** Makes something when it is needed first. A failure is tried again. */
function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    }));
}

/** The API as a fetch handler, independent of any server. */
export function createApp(settings: Settings): Hono<Env> {
  const context: AppContext = {
    settings,
    guard: makeGuard(settings),
    limiter: makeLimiter(settings),
  };
  const app = new Hono<Env>({
    // Hosted projects remove this prefix, other gateways may not.
    getPath: (request) => new URL(request.url).pathname.replace(/^\/functions\/v1/, ''),
  });
  app.use(logRequests(settings.log));
  const shopName = async () => (await readShop(connectAs(settings, null))).name;
  app.get(`${base}/openapi.json`, async (c) =>
    c.json(openApiDocument(calls, settings.siteUrl, await shopName())),
  );
  app.get(`${base}/docs`, async (c) => {
    c.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'");
    return c.html(docsPage(calls, await shopName()));
  });
  const ask = async (path: string, headers: Headers) => app.request(base + path, { headers });
  // Loaded when the first assistant asks: it takes a third of a second, and 30 MB.
  const assistants = lazily(async () =>
    (await import('./assistants/server.ts')).assistantsEndpoint(settings, ask),
  );
  app.all(`${base}/mcp`, async (c) => (await assistants())(c.req.raw));
  for (const it of calls) {
    app.on(it.method, base + it.path, (c) => {
      c.set('route', it.path);
      return it.handle(c, context);
    });
  }
  for (const path of new Set(calls.map((it) => it.path))) {
    const methods = calls.filter((it) => it.path === path).map((it) => it.method);
    app.all(base + path, () => {
      throw new ApiError(405, 'method_not_allowed', `Use ${methods.join(' or ')}`, {
        headers: { allow: methods.join(', ') },
      });
    });
  }
  const toResponse = (c: Context<Env>, error: Error) => {
    const { status, code, message, extras } = toApiError(error);
    if (status >= 500) {
      const { name, message: reason } = error;
      const databaseCode = 'code' in error ? error.code : undefined;
      settings.log(
        JSON.stringify({ level: 'error', requestId: c.var.requestId, name, reason, databaseCode }),
      );
    }
    const { issues, headers = {}, more = {} } = extras;
    return c.json({ message, code, ...(issues ? { issues } : {}), ...more }, status, headers);
  };
  app.onError((error, c) => toResponse(c, error));
  // Returned, not thrown: an error thrown here would lack the request id and the log line.
  app.notFound((c) =>
    toResponse(c, new ApiError(404, 'not_found', 'This endpoint does not exist')),
  );
  return app;
}
