import type { APIRoute } from 'astro';
import { countProducts } from '../catalogue.ts';
import { siteOrigin } from '../storefront/seo/site-origin.ts';
import { sitemapIndex } from '../storefront/seo/sitemap.ts';

export const GET: APIRoute = async ({ url }) =>
  sitemapIndex(siteOrigin(url), await countProducts());
