import { element, parent, xmlDeclaration } from './xml.ts';

/** Products per sitemap file; the protocol allows 50,000 URLs, but files should be generated quickly. */
export const productsPerFile = 2000;

/** A page, and the addresses of the pictures on it that search engines may show. */
export interface SitemapPage {
  readonly path: string;
  readonly pictures?: readonly string[];
}

const protocol = 'http://www.sitemaps.org/schemas/sitemap/0.9';
/** Of Google, which Bing reads too. */
const imageExtension = 'http://www.google.com/schemas/sitemap-image/1.1';

const xmlAnswer = (root: string, attributes: string, entries: readonly string[]): Response =>
  new Response(`${xmlDeclaration}<${root} ${attributes}>\n${entries.join('\n')}\n</${root}>\n`, {
    headers: { 'content-type': 'application/xml; charset=utf-8' },
  });

/** The index (sitemaps.org): the shop's own pages and as many files as its products need. */
export function sitemapIndex(origin: string, products: number): Response {
  const files = Math.ceil(products / productsPerFile);
  const paths = Array.from({ length: files }, (_, at) => `/sitemap/products-${at + 1}.xml`);
  return xmlAnswer(
    'sitemapindex',
    `xmlns="${protocol}"`,
    ['/sitemap/pages.xml', ...paths].map((path) =>
      parent('sitemap', element('loc', new URL(path, origin).href)),
    ),
  );
}

/** One file of the given pages with their pictures. */
export function sitemapFile(origin: string, pages: readonly SitemapPage[]): Response {
  const absolute = (path: string): string => new URL(path, origin).href;
  return xmlAnswer(
    'urlset',
    `xmlns="${protocol}" xmlns:image="${imageExtension}"`,
    pages.map(({ path, pictures = [] }) =>
      parent(
        'url',
        element('loc', absolute(path)),
        ...pictures.map((it) => parent('image:image', element('image:loc', absolute(it)))),
      ),
    ),
  );
}
