import type { IncomingMessage } from 'node:http';
import { facetNames } from '#shared/domain/facets.ts';

/** Calls of the API that anybody may make, and whose answer is the same for everybody until the catalogue changes. */
const publicCall =
  /^\/api\/v1\/(?:products\/(?:all|search|facets|product-category\/[\w,-]{1,4000}|[\da-f-]{36}(?:\/related)?)|reviews\/products\/[\da-f-]{36}\/reviews|categories\/all|banner\/all)$/;
/** The parameters that such a call may have; with any other the API itself is asked. */
const apiParameters = new Set(['limit', 'cursor', 'page', 'sort', 'q', ...facetNames]);
const maxQueryLength = 600;

/** The parameters that change what a page shows. All others are left out. */
const pageParameters: readonly { readonly path: RegExp; readonly names: readonly string[] }[] = [
  { path: /^\/shop\/?$/, names: [...facetNames, 'sort', 'page'] },
  { path: /^\/category\//, names: [...facetNames, 'sort', 'page'] },
  { path: /^\/search-results\/?$/, names: ['q', ...facetNames, 'page'] },
];

export const notFoundPage = '/404';

function split(url: string): [path: string, query: string] {
  const at = url.indexOf('?');
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)];
}

/** The address by which a page is rendered and cached. */
export function pageKey(url: string): string {
  const [path, query] = split(url);
  // The page for faults is nobody's address: asked for, it is a page that is not there.
  if (path === '/500' || path === '/500/') return notFoundPage;
  const names = query ? pageParameters.find((it) => it.path.test(path))?.names : undefined;
  if (!names) return path;
  const relevant = [...new URLSearchParams(query)]
    .filter(([name, value]) => names.includes(name) && value !== '')
    .sort(([a], [b]) => names.indexOf(a) - names.indexOf(b));
  return relevant.length > 0 ? `${path}?${new URLSearchParams(relevant)}` : path;
}

/** The address by which the answer to a public call is cached; null for other calls. */
export function apiKey(url: string): string | null {
  const [path, query] = split(url);
  if (!publicCall.test(path)) return null;
  if (!query) return path;
  if (query.length >= maxQueryLength) return null;
  const parameters = new URLSearchParams(query);
  for (const name of parameters.keys()) if (!apiParameters.has(name)) return null;
  parameters.sort();
  return `${path}?${parameters}`;
}

/** Whether a client asks past the cache. One that revalidates by an ETag sends `no-cache` too, and may get the cached answer. */
export const bypassesCache = ({ headers }: IncomingMessage): boolean =>
  headers['cache-control'] === 'no-cache' && !headers['if-none-match'];

/** Where the response to a request would be cached; null where no cached one may be sent. */
export function cacheKey(request: IncomingMessage): string | null {
  const { method, url = '', headers } = request;
  if ((method !== 'GET' && method !== 'HEAD') || headers['transfer-encoding']) return null;
  if (!url.startsWith('/api/')) return pageKey(url);
  return bypassesCache(request) ? null : apiKey(url);
}
