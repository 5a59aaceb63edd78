import type { APIRoute } from 'astro';
import { limits } from '#shared/domain/limits.ts';
import { companyRoutes } from '../../company-routes.ts';
import { pageHref, routes } from '../../routes.ts';
import { listCategories, listPages, readProducts } from '../../catalogue.ts';
import { siteOrigin } from '../../storefront/seo/site-origin.ts';
import { productsPerFile, sitemapFile } from '../../storefront/seo/sitemap.ts';

async function pagePaths(): Promise<string[]> {
  const [categories, pages] = await Promise.all([listCategories(), listPages()]);
  return [
    routes.index(),
    routes.userProducts(),
    companyRoutes.wholesale(),
    routes.contact(),
    routes.faqs(),
    ...pages.map(pageHref),
    ...categories.map((it) => routes.productCategory(it._id)),
  ];
}

/** `file` counts from 1. Empty after the last product. */
async function productPaths(file: number): Promise<string[]> {
  const limit = limits.pageSize.max;
  const perFile = productsPerFile / limit;
  const paths: string[] = [];
  for (let page = (file - 1) * perFile + 1; page <= file * perFile; page += 1) {
    const products = await readProducts({ page, limit });
    paths.push(...products.map((it) => routes.product(it._id, it.title)));
    if (products.length < limit) break;
  }
  return paths;
}

export const GET: APIRoute = async ({ params, url }) => {
  const origin = siteOrigin(url);
  if (params['file'] === 'pages') return sitemapFile(origin, await pagePaths());
  const [, file] = /^products-([1-9]\d{0,3})$/.exec(params['file'] ?? '') ?? [];
  const paths = file ? await productPaths(Number(file)) : [];
  return paths.length > 0 ? sitemapFile(origin, paths) : new Response(null, { status: 404 });
};
