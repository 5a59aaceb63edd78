import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import compression from 'compression';
import sirv from 'sirv';
import type { SiteEnvironment } from './environment.ts';
import { readPagePolicies } from './page-policies.ts';
import { refuse, sendJson } from './replies.ts';
import { createServices } from './services.ts';
import type { Answers } from './answers.ts';
import type { Pages } from './pages.ts';

type Next = () => void;
export type PageHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (error?: unknown) => void,
) => void | Promise<void>;

/** The site's server: health, hosts, headers, the site's own services, files, and then the pages. */
export function createFront(
  environment: SiteEnvironment,
  pages: PageHandler | Pages,
  clientFiles: string,
  answers?: Answers,
): Server {
  const services = createServices(environment, answers);
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
  const headers = siteHeaders(environment);
  const common = headers.flat();
  const pageCommon = [...common, 'speculation-rules', `"${speculationPath}"`];
  const isOwnHost = ownHosts(environment);
  // What is kept goes out before anything else is looked at: most requests end here.
  const sendKept = (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    if (answers?.sendKept(request, response, common)) return true;
    return 'sendKept' in pages && pages.sendKept(request, response, pageCommon);
  };

  return createServer((request, response) => {
    const own = isOwnHost(request);
    if (own && sendKept(request, response)) return;
    for (const [name, value] of headers) response.setHeader(name, value);
    if (request.url === '/healthz') return sendJson(response, 200, { status: 'ok' });
    if (!own) return refuse(response, 421, 'wrong_host', 'This server does not serve that host.');
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

function siteHeaders({ siteUrl }: SiteEnvironment): readonly (readonly [string, string])[] {
  const secure = siteUrl.startsWith('https:');
  return secure
    ? [...securityHeaders, ['strict-transport-security', 'max-age=31536000']]
    : securityHeaders;
}

/** The own address, and the loopback names on the own port. */
function ownHosts({ siteUrl }: SiteEnvironment): (request: IncomingMessage) => boolean {
  const ownHost = URL.parse(siteUrl)?.host;
  return ({ headers, socket }) => {
    const host = headers.host?.toLowerCase();
    if (!host) return false;
    if (host === ownHost) return true;
    const [, name, port] = /^(localhost|127\.0\.0\.1|\[::1\]):(\d+)$/.exec(host) ?? [];
    return name !== undefined && Number(port) === socket.localPort;
  };
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
