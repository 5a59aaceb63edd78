import type { APIRoute } from 'astro';
import { limits } from '#shared/domain/limits.ts';
import { companyRoutes } from '../../company-routes.ts';
import { pageHref, routes } from '../../routes.ts';
import { listCategories, listPages, readProducts } from '../../catalogue.ts';
import { siteOrigin } from '../../storefront/seo/site-origin.ts';
import { productsPerFile, sitemapFile, type SitemapPage } from '../../storefront/seo/sitemap.ts';
import { pictureUrl } from '../../ui/picture-url.ts';

/** As in structured data: the site's own versions, in the width in which product pages show them enlarged. */
const picturesOf = (sources: readonly string[]): string[] =>
  sources.map((it) => pictureUrl(it, 1920));

async function shopPages(): Promise<SitemapPage[]> {
  const [categories, pages] = await Promise.all([listCategories(), listPages()]);
  const paths = [
    routes.index(),
    routes.userProducts(),
    companyRoutes.wholesale(),
    routes.contact(),
    routes.faqs(),
    ...pages.map(pageHref),
  ];
  return [
    ...paths.map((path) => ({ path })),
    ...categories.map(({ _id, imageUrl }) => ({
      path: routes.productCategory(_id),
      pictures: imageUrl ? picturesOf([imageUrl]) : [],
    })),
  ];
}

/** `file` counts from 1. Empty after the last product. */
async function productPages(file: number): Promise<SitemapPage[]> {
  const limit = limits.pageSize.max;
  const perFile = productsPerFile / limit;
  const found: SitemapPage[] = [];
  for (let page = (file - 1) * perFile + 1; page <= file * perFile; page += 1) {
    const products = await readProducts({ page, limit });
    found.push(
      ...products.map(({ _id, title, images }) => ({
        path: routes.product(_id, title),
        pictures: picturesOf(images),
      })),
    );
    if (products.length < limit) break;
  }
  return found;
}

export const GET: APIRoute = async ({ params, url }) => {
  const origin = siteOrigin(url);
  if (params['file'] === 'pages') return sitemapFile(origin, await shopPages());
  const [, file] = /^products-([1-9]\d{0,3})$/.exec(params['file'] ?? '') ?? [];
  const pages = file ? await productPages(Number(file)) : [];
  return pages.length > 0 ? sitemapFile(origin, pages) : new Response(null, { status: 404 });
};
