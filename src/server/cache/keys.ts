import type { IncomingMessage } from 'node:http';
import { facetNames, priceBounds } from '#shared/domain/facets.ts';

/** Public API calls whose response is the same for everyone until the catalogue changes. */
const publicCall =
  /^\/api\/v1\/(?:products\/(?:all|search|facets|product-category\/[\w,-]{1,4000}|[\da-f-]{36}(?:\/related)?)|reviews\/products\/[\da-f-]{36}\/reviews|categories\/all|banner\/all)$/;
/** The allowed parameters of such a call; with any other it is not cached. */
const filters = [...facetNames, ...priceBounds];
const apiParameters = new Set(['limit', 'cursor', 'page', 'sort', 'q', ...filters]);
const maxQueryLength = 600;

/** The parameters that affect a page. All others are ignored. */
const pageParameters: readonly { readonly path: RegExp; readonly names: readonly string[] }[] = [
  { path: /^\/shop\/?$/, names: [...filters, 'sort', 'page'] },
  { path: /^\/category\//, names: [...filters, 'sort', 'page'] },
  { path: /^\/search-results\/?$/, names: ['q', ...filters, 'sort', 'page'] },
  { path: /^\/contact\/?$/, names: ['product'] },
  { path: /^\/wish-list\//, names: ['page'] },
  { path: /^\/product-cards\/?$/, names: ['products'] },
  { path: /^\/cart\/add\/?$/, names: ['items'] },
];

export const notFoundPage = '/404';

function split(url: string): [path: string, query: string] {
  const at = url.indexOf('?');
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)];
}

/** The normalised URL by which a page is rendered and cached. */
export function pageKey(url: string): string {
  const [path, query] = split(url);
  // The error page has no URL: requested directly, it is not found.
  if (path === '/500' || path === '/500/') return notFoundPage;
  const names = query ? pageParameters.find((it) => it.path.test(path))?.names : undefined;
  if (!names) return path;
  const relevant = [...new URLSearchParams(query)]
    .filter(([name, value]) => names.includes(name) && value !== '')
    .sort(([a], [b]) => names.indexOf(a) - names.indexOf(b));
  return relevant.length > 0 ? `${path}?${new URLSearchParams(relevant)}` : path;
}

/** The cache key of a public API call; null for other calls. */
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

/** Whether a client bypasses the cache. With an ETag, `no-cache` is a revalidation, which the cache may answer. */
export const bypassesCache = ({ headers }: IncomingMessage): boolean =>
  headers['cache-control'] === 'no-cache' && !headers['if-none-match'];

/** The cache key of a request; null if no cached response may be sent. */
export function cacheKey(request: IncomingMessage): string | null {
  const { method, url = '', headers } = request;
  if ((method !== 'GET' && method !== 'HEAD') || headers['transfer-encoding']) return null;
  if (!url.startsWith('/api/')) return pageKey(url);
  return bypassesCache(request) ? null : apiKey(url);
}
