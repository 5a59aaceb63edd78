import type { APIRoute } from 'astro';
import { siteOrigin } from '../storefront/seo/site-origin.ts';

/** Personal pages and the API are not for search engines. */
const closed = ['/admin/', '/user/', '/checkout', '/search-results', '/api/', '/session/'];

export const GET: APIRoute = ({ url }) =>
  new Response(
    [
      'User-agent: *',
      ...closed.map((path) => `Disallow: ${path}`),
      '',
      `Sitemap: ${siteOrigin(url)}/sitemap.xml`,
      '',
    ].join('\n'),
    { headers: { 'content-type': 'text/plain; charset=utf-8' } },
  );
