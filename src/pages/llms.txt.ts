import type { APIRoute } from 'astro';
import { listCategories, listPages, readPromises, readShop } from '../catalogue.ts';
import { feedPaths } from '../feed-paths.ts';
import { pageHref, routes } from '../routes.ts';
import { readMenus } from '../shop-content.ts';
import { excerpt } from '../storefront/seo/excerpt.ts';
import { llmsText } from '../storefront/seo/llms.ts';
import { siteOrigin } from '../storefront/seo/site-origin.ts';

/** What the shop sells and says, and how programs read it. Its menus have the shop's own words for its pages. */
export const GET: APIRoute = async ({ url }) => {
  const [shop, menus, categories, pages, promises] = await Promise.all([
    readShop(),
    readMenus(),
    listCategories(),
    listPages(),
    readPromises(),
  ]);
  const inMenus = [...menus.header, ...menus.footer.flatMap((it) => it.links)];
  const wordsOf = (path: string, otherwise: string): string =>
    inMenus.find((it) => it.href === path)?.label ?? otherwise;
  const written = pages.map((it) => ({ title: it.title, path: pageHref(it) }));
  const about: Readonly<Record<string, string>> = {
    [routes.delivery()]: excerpt(promises.shipping.join(' '), 300),
    [routes.returns()]: promises.returns,
  };
  const text = llmsText(siteOrigin(url), shop, [
    {
      heading: wordsOf(routes.userProducts(), 'Shop'),
      links: [
        { title: 'All products', path: routes.userProducts() },
        ...categories.map((it) => ({ title: it.name, path: routes.productCategory(it._id) })),
      ],
    },
    {
      heading: 'About the shop',
      links: [
        ...written.map((it) => ({ ...it, about: about[it.path] })),
        { title: wordsOf(routes.faqs(), 'FAQs'), path: routes.faqs() },
        { title: wordsOf(routes.contact(), 'Contact'), path: routes.contact() },
      ],
    },
    {
      heading: 'For programs',
      links: [
        {
          title: 'Model Context Protocol',
          path: '/mcp',
          about: 'search, availability, delivery cost and a cart that a person opens and pays',
        },
        { title: 'API', path: '/api/v1/docs', about: 'described for people' },
        { title: 'OpenAPI', path: '/api/v1/openapi.json', about: 'the same for programs' },
        { title: 'New products', path: feedPaths.newest(), about: 'RSS' },
        {
          title: 'Product feed',
          path: feedPaths.channel('google'),
          about: 'each size and color with price and stock, in the format of Google',
        },
        { title: 'Sitemap', path: '/sitemap.xml' },
      ],
    },
  ]);
  return new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
};
