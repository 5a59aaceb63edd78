import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import compression from 'compression';
import sirv from 'sirv';
import { AddressLimit } from './address-limit.ts';
import type { SiteEnvironment } from './environment.ts';
import { Life } from './life.ts';
import { readPagePolicies } from './page-policies.ts';
import { refuse, sendJson } from './replies.ts';
import { giveRequestId, requestIdOf } from './request-id.ts';
import { createServices } from './services.ts';
import type { Answers } from './answers.ts';
import type { PageHandler, Pages } from './pages.ts';
import { dropRestAfter, hasUnknownCoding } from './request-body.ts';
import { takeTarget } from './request-target.ts';
import type { Upstream } from './upstream.ts';

type Next = () => void;
/** What a request was for. */
export type Kind = 'health' | 'file' | 'api' | 'session' | 'picture' | 'page' | 'refused';

/** A request that was answered, or broken off by its client. */
export interface Answered {
  readonly requestId: string;
  readonly kind: Kind;
  readonly method: string;
  /** Without what stands behind the `?`: people search for private things. */
  readonly path: string;
  /** 499 where the client left before the answer. */
  readonly status: number;
  readonly ms: number;
}

export interface FrontOptions {
  readonly environment: SiteEnvironment;
  readonly upstream: Upstream;
  readonly pages: PageHandler | Pages;
  /** Folder of the files that the build made. */
  readonly clientFiles: string;
  readonly answers?: Answers | undefined;
  readonly life?: Life | undefined;
  readonly observe?: ((answered: Answered) => void) | undefined;
}

/** The site's server: health, hosts, headers, the site's own services, files, and then the pages. */
export function createFront(options: FrontOptions): Server {
  const {
    environment,
    upstream,
    pages,
    clientFiles,
    answers,
    life = new Life(),
    observe,
  } = options;
  const limit = new AddressLimit(environment.trustedProxies);
  const services = createServices(environment, { upstream, limit, answers });
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
  const isOwnHost = ownHosts(environment);
  // What is kept goes out before anything else is looked at: most requests end here.
  const sendKept = (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    if (answers?.sendKept(request, response, common)) return true;
    return 'sendKept' in pages && pages.sendKept(request, response, common);
  };

  const answerInTurn = async (request: IncomingMessage, response: ServerResponse) => {
    if (!(await limit.admits(request, response))) return;
    if (!services(request, response)) await pages(request, response);
  };

  const answer = (request: IncomingMessage, response: ServerResponse): Kind => {
    const id = giveRequestId(request);
    const own = isOwnHost(request);
    const stopping = life.stage === 'stopping';
    if (own && !stopping && sendKept(request, response)) return kindOf(request);
    for (const [name, value] of headers) response.setHeader(name, value);
    response.setHeader('x-request-id', id);
    // Whoever keeps a connection open should turn to another instance with the next request.
    if (stopping) response.setHeader('connection', 'close');
    if (request.url === '/healthz' || request.url === '/readyz') {
      void answerHealth(request.url, response, life, upstream);
      return 'health';
    }
    if (!own) {
      refuse(response, 421, 'wrong_host', 'This server does not serve that host.');
      return 'refused';
    }
    let kind: Kind = 'file';
    if (kindOf(request) === 'page' && refusesForm(request, response)) return 'refused';
    // A file that is gone since the start, as while a new build is laid over the old one, ends its answer at once.
    response.once('pipe', (file) => file.once('error', () => response.destroy()));
    files(request, response, () => {
      kind = kindOf(request);
      compress(request, response, () => {
        // A call is counted once its body is there.
        if (kind === 'api') services(request, response);
        else void answerInTurn(request, response);
      });
    });
    return kind;
  };

  const server = createServer({ connectionsCheckingInterval: 5000 }, (request, response) => {
    dropRestAfter(request, response);
    if (hasUnknownCoding(request)) return void refuseCoding(request, response);
    if (!takeTarget(request)) return refuse(response, 400, 'no_path', 'Ask for a path.');
    if (!observe) return void answer(request, response);
    const begun = performance.now();
    const { method = '', url = '' } = request;
    const kind = answer(request, response);
    response.once('close', () => {
      const [path = ''] = url.split('?', 1);
      const status = response.writableFinished ? response.statusCode : 499;
      const ms = performance.now() - begun;
      observe({ requestId: requestIdOf(request), kind, method, path, status, ms });
    });
  });
  return Object.assign(server, timeouts);
}

/** Node refuses most of these itself in the same turn of the event loop, which would cut off an answer sent now. */
function refuseCoding(request: IncomingMessage, response: ServerResponse): void {
  setImmediate(() => {
    if (!request.destroyed) refuse(response, 400, 'malformed_body', 'The body could not be read');
  });
}

/** In milliseconds; docs/operating.md says why. */
const timeouts = {
  headersTimeout: 15_000,
  /** For a whole request: the largest upload over a slow line. */
  requestTimeout: 5 * 60_000,
  /** Without a byte in either direction, while a request is under way. */
  timeout: 75_000,
  /** Longer than balancers keep a connection: it must be them who close one that is idle. */
  keepAliveTimeout: 75_000,
};

/** A form may be posted to a page: the preview of a product is one. */
const pageMethods = ['GET', 'HEAD', 'POST'];
/** A product with all its texts is far smaller. */
const largestForm = 256 * 1024;

/** What no page takes: other methods, and forms that are too large or do not say how large they are, since a page reads all. */
function refusesForm({ method = '', headers }: IncomingMessage, response: ServerResponse): boolean {
  if (!pageMethods.includes(method)) {
    response.setHeader('allow', pageMethods.join(', '));
    refuse(response, 405, 'method_not_allowed', `Use ${pageMethods.join(' or ')}`);
  } else if (headers['transfer-encoding'] !== undefined) {
    refuse(response, 411, 'length_required', 'Say how large it is.');
  } else if (Number(headers['content-length'] ?? 0) > largestForm) {
    refuse(response, 413, 'too_large', 'That is too large to be sent.');
  } else return false;
  return true;
}

function kindOf({ url = '' }: IncomingMessage): Kind {
  if (/^\/api\/v1(\/|\?|$)/.test(url)) return 'api';
  if (url.startsWith('/session/')) return 'session';
  return url.startsWith('/images/') ? 'picture' : 'page';
}

/** `/healthz`: the process is alive. `/readyz`: requests may be sent to it. */
async function answerHealth(
  url: string,
  response: ServerResponse,
  { stage }: Life,
  upstream: Upstream,
): Promise<void> {
  if (url === '/healthz') return sendJson(response, 200, { status: 'ok' });
  const status = stage === 'ready' && !(await upstream.comesThrough()) ? 'stuck' : stage;
  sendJson(response, status === 'ready' ? 200 : 503, { status });
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
  /** What was found to be one: nearly all requests name the same. */
  let known: string | undefined;
  return ({ headers, socket }) => {
    const host = headers.host?.toLowerCase();
    if (!host) return false;
    if (host === known || host === ownHost) return true;
    const [, name, port] = /^(localhost|127\.0\.0\.1|\[::1\]):(\d+)$/.exec(host) ?? [];
    if (name === undefined || Number(port) !== socket.localPort) return false;
    known = host;
    return true;
  };
}
