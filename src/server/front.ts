import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import compression from 'compression';
import sirv from 'sirv';
import type { SiteEnvironment } from './environment.ts';
import { readPagePolicies } from './page-policies.ts';
import { refuse, sendJson } from './replies.ts';
import { createServices } from './services.ts';

type Next = () => void;
export type PageHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (error?: unknown) => void,
) => void | Promise<void>;

/** The site's server: health, hosts, headers, the site's own services, files, and then the pages. */
export function createFront(
  environment: SiteEnvironment,
  pages: PageHandler,
  clientFiles: string,
): Server {
  const services = createServices(environment);
  const compress = compression() as unknown as (
    request: IncomingMessage,
    response: ServerResponse,
    next: Next,
  ) => void;
  const policyOf = readPagePolicies(clientFiles);
  const files = sirv(clientFiles, {
    brotli: true,
    gzip: true,
    etag: true,
    setHeaders: (response, pathname) => {
      const hashed = pathname.startsWith('/_astro/');
      response.setHeader(
        'cache-control',
        hashed ? 'public, max-age=31536000, immutable' : fileLifetime(pathname),
      );
      const policy = policyOf(pathname);
      if (policy) response.setHeader('content-security-policy', policy);
    },
  });
  const secure = environment.siteUrl.startsWith('https:');

  return createServer((request, response) => {
    for (const [name, value] of securityHeaders) response.setHeader(name, value);
    if (secure) response.setHeader('strict-transport-security', 'max-age=31536000');
    if (request.url === '/healthz') return sendJson(response, 200, { status: 'ok' });
    if (!isOwnHost(request, environment)) {
      return refuse(response, 421, 'wrong_host', 'This server does not serve that host.');
    }
    if (request.url === speculationPath) return sendSpeculationRules(response);
    files(request, response, () => {
      compress(request, response, () => {
        if (services(request, response)) return;
        response.setHeader('speculation-rules', `"${speculationPath}"`);
        void pages(request, response);
      });
    });
  });
}

/** Pages that were rendered by the build stand among the files; they are asked for anew each time. */
const fileLifetime = (pathname: string): string =>
  /\.[a-z0-9]+$/.test(pathname) && !pathname.endsWith('.html')
    ? 'public, max-age=3600'
    : 'no-cache';

const securityHeaders: readonly (readonly [string, string])[] = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'strict-origin-when-cross-origin'],
  ['x-frame-options', 'DENY'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=()'],
];

/** The own address, and the loopback names on the own port. */
function isOwnHost(request: IncomingMessage, { siteUrl }: SiteEnvironment): boolean {
  const host = request.headers.host?.toLowerCase();
  if (!host) return false;
  const port = request.socket.localPort;
  return (
    host === URL.parse(siteUrl)?.host ||
    host === `localhost:${port}` ||
    host === `127.0.0.1:${port}` ||
    host === `[::1]:${port}`
  );
}

const speculationPath = '/speculation-rules.json';

/** Pages of the shop are fetched while a pointer rests on their link; what belongs to one person is not. */
const speculationRules = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: '/(user|admin|api|session|images|login|checkout)(/.*)?' } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
});

function sendSpeculationRules(response: ServerResponse): void {
  response.writeHead(200, {
    'content-type': 'application/speculationrules+json',
    'cache-control': 'public, max-age=3600',
  });
  response.end(speculationRules);
}
