import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { isConnectionLost } from './database-errors.ts';
import { forwardToFunction } from './functions-proxy.ts';

/** The services behind the gateway, set when all have started. */
export interface Services {
  /** The port of the edge functions; null while they start. */
  functionsPort(): number | null;
  /** False while Postgres restarts. */
  isDatabaseRunning(): boolean;
  /** Whether the database responds to a query. */
  pingDatabase(): Promise<boolean>;
  supabase(request: Request, peer: string): Promise<Response>;
  paystack(request: Request): Promise<Response>;
  stripe(request: Request): Promise<Response>;
  mailbox(request: Request): Promise<Response> | Response;
}

export interface Gateway {
  port: number;
  /** Begins to forward requests; /health responds with 200 from now on. */
  open(services: Services): void;
  close(): Promise<void>;
}

const json = { 'content-type': 'application/json; charset=utf-8' };
const supabasePaths = /^\/(auth|rest|storage)\/v1(\/|$|\?)/;

/** Listens at once, but responds with 503 until `open`, so that no client reaches a stack that is still starting. */
export async function listen(port: number): Promise<Gateway> {
  let services: Services | null = null;

  const handle = async (request: Request, peer: string): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (!services) return Response.json({ status: 'starting' }, { status: 503 });
    if (pathname === '/health') return health(services);
    if (pathname.startsWith('/functions/v1/')) {
      return forwardToFunction(request, peer, services.functionsPort());
    }
    const service = serviceFor(pathname, services);
    if (service) return withDatabaseCheck(services, () => service(request, peer));
    return Response.json({ message: 'no Route matched with those values' }, { status: 404 });
  };
  const listener = getRequestListener(
    async (request, { incoming }) => {
      try {
        const { remoteAddress = '' } = (incoming as IncomingMessage).socket;
        return await handle(request, remoteAddress);
      } catch (error) {
        console.error('Gateway:', error);
        return Response.json({ message: 'An unexpected error occurred' }, { status: 500 });
      }
    },
    { overrideGlobalObjects: false },
  );

  const checks = { connectionsCheckingInterval: 5000 };
  const server = createServer(checks, (request: IncomingMessage, response: ServerResponse) => {
    if ((request.headers['transfer-encoding'] ?? 'chunked').toLowerCase() !== 'chunked') {
      const headers = { ...json, connection: 'close' };
      // Node rejects most of these itself, within the same tick.
      setImmediate(() => {
        if (!request.destroyed) response.writeHead(400, headers).end('{"message":"Bad request"}');
      });
    } else if (request.method === 'TRACE' || request.method === 'CONNECT') {
      // Not representable as a fetch Request, and no service here supports them.
      response.writeHead(405, json).end('{"message":"Method not allowed"}');
    } else {
      void listener(request, response);
    }
  });
  // In milliseconds. Bodies are buffered in memory, so the time to send one is limited.
  server.headersTimeout = 15_000;
  server.requestTimeout = 60_000;
  server.keepAliveTimeout = 65_000;
  await startListening(server, port);
  const address = server.address();
  return {
    port: address && typeof address === 'object' ? address.port : port,
    open: (started) => (services = started),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function serviceFor(pathname: string, services: Services): Services['supabase'] | null {
  if (supabasePaths.test(pathname)) return services.supabase;
  if (pathname.startsWith('/paystack/')) return services.paystack;
  if (/^\/(stripe|v1)\//.test(pathname)) return services.stripe;
  if (/^\/mailbox(\/|$)/.test(pathname)) return async (request) => services.mailbox(request);
  return null;
}

/** Responds with 503 to requests that fail because Postgres ended, or arrive while it restarts. */
async function withDatabaseCheck(
  services: Services,
  work: () => Promise<Response>,
): Promise<Response> {
  if (!services.isDatabaseRunning()) return databaseUnavailable();
  try {
    const response = await work();
    return response.status < 500 || services.isDatabaseRunning() ? response : databaseUnavailable();
  } catch (error) {
    if (services.isDatabaseRunning() && !isConnectionLost(error)) throw error;
    return databaseUnavailable();
  }
}

/** The same response as PostgREST's. */
function databaseUnavailable(): Response {
  const message = 'Database connection error. Retrying the connection.';
  const body = { code: 'PGRST001', message, details: null, hint: null };
  return Response.json(body, { status: 503, headers: { 'retry-after': '1' } });
}

async function health(services: Services): Promise<Response> {
  const functions = services.functionsPort() !== null;
  const database =
    services.isDatabaseRunning() && (await services.pingDatabase().catch(() => false));
  const healthy = functions && database;
  const body = { status: healthy ? 'ok' : 'unhealthy', functions, database };
  return Response.json(body, { status: healthy ? 200 : 503 });
}

function startListening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}
