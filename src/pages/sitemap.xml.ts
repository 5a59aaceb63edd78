import type { APIRoute } from 'astro';
import { routes } from '../routes.ts';
import { listCategories, listProducts } from '../server/catalogue.ts';
import { siteOrigin } from '../storefront/seo/site-origin.ts';
import { sitemapXml } from '../storefront/seo/sitemap.ts';

export const GET: APIRoute = async ({ url }) => {
  const [categories, products] = await Promise.all([listCategories(), listProducts()]);
  const paths = [
    routes.index(),
    routes.userProducts(),
    routes.about(),
    routes.contact(),
    routes.terms(),
    ...categories.map((category) => routes.productCategory(category._id)),
    ...products.map((product) => routes.product(product._id, product.title)),
  ];
  return new Response(sitemapXml(siteOrigin(url), paths), {
    headers: { 'content-type': 'application/xml; charset=utf-8' },
  });
};
