import { escapeHtml } from '#shared/domain/rich-text-html.ts';

/** Products per sitemap file; the protocol allows 50,000 URLs, but files should be generated quickly. */
export const productsPerFile = 2000;

function xmlOf(root: 'urlset' | 'sitemapindex', origin: string, paths: readonly string[]): string {
  const entry = root === 'urlset' ? 'url' : 'sitemap';
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
    ...paths.map(
      (path) => `<${entry}><loc>${escapeHtml(new URL(path, origin).href)}</loc></${entry}>`,
    ),
    `</${root}>`,
    '',
  ].join('\n');
}

const xmlAnswer = (xml: string): Response =>
  new Response(xml, { headers: { 'content-type': 'application/xml; charset=utf-8' } });

/** The index (sitemaps.org): the shop's own pages and as many files as its products need. */
export function sitemapIndex(origin: string, products: number): Response {
  const files = Math.ceil(products / productsPerFile);
  const paths = Array.from({ length: files }, (_, at) => `/sitemap/products-${at + 1}.xml`);
  return xmlAnswer(xmlOf('sitemapindex', origin, ['/sitemap/pages.xml', ...paths]));
}

/** One file of the given paths. */
export function sitemapFile(origin: string, paths: readonly string[]): Response {
  return xmlAnswer(xmlOf('urlset', origin, paths));
}
