import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { isConnectionLost } from './database-errors.ts';
import { forwardToFunction } from './functions-proxy.ts';

/** What answers behind the gateway; set once everything is up. */
export interface Services {
  /** Where the edge functions listen; null while they start. */
  functionsPort(): number | null;
  /** False while Postgres starts again after a death. */
  databaseRuns(): boolean;
  /** Whether the database answers. */
  isWell(): Promise<boolean>;
  supabase(request: Request, peer: string): Promise<Response>;
  sandbox(request: Request): Promise<Response> | Response;
  mailbox(request: Request): Promise<Response> | Response;
}

export interface Gateway {
  port: number;
  /** From now on /health answers 200 and requests are let through. */
  open(services: Services): void;
  close(): Promise<void>;
}

const json = { 'content-type': 'application/json; charset=utf-8' };
const supabasePaths = /^\/(auth|rest|storage)\/v1(\/|$|\?)/;

/** Takes its port at once and refuses work until `open`, so nobody meets a half-started stack. */
export async function listen(port: number): Promise<Gateway> {
  let services: Services | null = null;

  const answer = async (request: Request, peer: string): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (!services) return Response.json({ status: 'starting' }, { status: 503 });
    if (pathname === '/health') return health(services);
    if (pathname.startsWith('/functions/v1/')) {
      return forwardToFunction(request, peer, services.functionsPort());
    }
    const service = serviceFor(pathname, services);
    if (service) return whileDatabaseRuns(services, () => service(request, peer));
    return Response.json({ message: 'no Route matched with those values' }, { status: 404 });
  };
  const listener = getRequestListener(
    async (request, { incoming }) => {
      try {
        const { remoteAddress = '' } = (incoming as IncomingMessage).socket;
        return await answer(request, remoteAddress);
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
      // Node refuses most of these by itself, in this very turn.
      setImmediate(() => {
        if (!request.destroyed) response.writeHead(400, headers).end('{"message":"Bad request"}');
      });
    } else if (request.method === 'TRACE' || request.method === 'CONNECT') {
      // Node's fetch cannot even represent it, and no service here answers it.
      response.writeHead(405, json).end('{"message":"Method not allowed"}');
    } else {
      void listener(request, response);
    }
  });
  // Milliseconds. Bodies are held in memory until they are whole, so they may not take for ever.
  server.headersTimeout = 15_000;
  server.requestTimeout = 60_000;
  server.keepAliveTimeout = 65_000;
  await startListening(server, port);
  const address = server.address();
  return {
    port: address && typeof address === 'object' ? address.port : port,
    open: (given) => (services = given),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function serviceFor(pathname: string, services: Services): Services['supabase'] | null {
  if (supabasePaths.test(pathname)) return services.supabase;
  if (pathname.startsWith('/paystack/')) return async (request) => services.sandbox(request);
  if (/^\/mailbox(\/|$)/.test(pathname)) return async (request) => services.mailbox(request);
  return null;
}

/** A request that the database's death cut off, or that comes before its return, is told so. */
async function whileDatabaseRuns(
  services: Services,
  work: () => Promise<Response>,
): Promise<Response> {
  if (!services.databaseRuns()) return withoutDatabase();
  try {
    const answer = await work();
    return answer.status < 500 || services.databaseRuns() ? answer : withoutDatabase();
  } catch (error) {
    if (services.databaseRuns() && !isConnectionLost(error)) throw error;
    return withoutDatabase();
  }
}

/** PostgREST's own words for it. */
function withoutDatabase(): Response {
  const message = 'Database connection error. Retrying the connection.';
  const body = { code: 'PGRST001', message, details: null, hint: null };
  return Response.json(body, { status: 503, headers: { 'retry-after': '1' } });
}

async function health(services: Services): Promise<Response> {
  const functions = services.functionsPort() !== null;
  const database = services.databaseRuns() && (await services.isWell().catch(() => false));
  const well = functions && database;
  const body = { status: well ? 'ok' : 'unwell', functions, database };
  return Response.json(body, { status: well ? 200 : 503 });
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
