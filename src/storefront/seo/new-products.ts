/** RSS 2.0 feed of the newest products, for readers of people and of newsletters. */
import type { Product } from '#shared/schemas/products.ts';
import { feedPaths } from '../../feed-paths.ts';
import { routes } from '../../routes.ts';
import { feedPicture, pictureUrl } from '../../ui/picture-url.ts';
import { excerpt } from './excerpt.ts';
import type { FeedShop } from './product-feed.ts';
import { element, emptyElement, parent, xmlDeclaration } from './xml.ts';

/** As RFC 822 writes it, which RSS asks for. */
const dated = (time: string): string => new Date(time).toUTCString();

/** The address has the title in it, which may change, so the id says which product it is. */
function itemOf({ _id, title, description, images, createdAt }: Product, origin: string): string {
  const [picture] = images;
  return parent(
    'item',
    element('title', title),
    element('link', new URL(routes.product(_id, title), origin).href),
    element('description', excerpt(description, 300)),
    // The length is only known once the picture was made; readers take 0.
    picture === undefined
      ? ''
      : emptyElement('enclosure', {
          url: new URL(pictureUrl(picture, feedPicture), origin).href,
          ...{ length: '0', type: 'image/jpeg' },
        }),
    element('pubDate', dated(createdAt)),
    element('guid', _id, { isPermaLink: 'false' }),
  );
}

export const newProductsFeed = (
  { origin, name }: FeedShop,
  products: readonly Product[],
): string => {
  const [newest] = products;
  return [
    `${xmlDeclaration}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>`,
    element('title', name),
    element('link', `${origin}/`),
    element('description', `New products of ${name}`),
    element('language', 'en'),
    newest ? element('lastBuildDate', dated(newest.createdAt)) : '',
    emptyElement('atom:link', {
      href: origin + feedPaths.newest(),
      ...{ rel: 'self', type: 'application/rss+xml' },
    }),
    ...products.map((it) => itemOf(it, origin)),
    '</channel></rss>\n',
  ].join('\n');
};
