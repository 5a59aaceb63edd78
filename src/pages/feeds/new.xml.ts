import type { APIRoute } from 'astro';
import { readShop } from '../../catalogue.ts';
import { readNewestProducts } from '../../feed-products.ts';
import { newProductsFeed } from '../../storefront/seo/new-products.ts';
import { siteOrigin } from '../../storefront/seo/site-origin.ts';

const most = 50;

export const GET: APIRoute = async ({ url }) => {
  const [products, { name }] = await Promise.all([readNewestProducts(most), readShop()]);
  const xml = newProductsFeed({ origin: siteOrigin(url), name }, products);
  return new Response(xml, { headers: { 'content-type': 'application/rss+xml; charset=utf-8' } });
};
