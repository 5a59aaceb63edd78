/** Feed of all products for Google Merchant Center and Meta Commerce Manager: RSS 2.0 with an item for each size and color. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { colourName } from '#shared/domain/colour-name.ts';
import { shopCurrency } from '#shared/domain/currency.ts';
import { publicGtin } from '#shared/domain/gtin.ts';
import { plainPrice } from '#shared/domain/money.ts';
import { pictureOfColour, showsColor } from '#shared/domain/picture-color.ts';
import type { FeedProduct, FeedProductsReply } from '#shared/schemas/products.ts';
import type { FeedChannel } from '../../feed-paths.ts';
import { routes } from '../../routes.ts';
import { pictureUrl } from '../../ui/picture-url.ts';
import { excerpt } from './excerpt.ts';
import { element, parent, xmlDeclaration } from './xml.ts';

export interface FeedShop {
  readonly origin: string;
  readonly name: string;
}

/** What Google takes at most, in characters; Meta takes more. */
const most = { id: 50, title: 150, description: 5000, brand: 70, color: 40, material: 200 };
const mostPictures = 10;

/** The two name the same things differently. */
const availability = {
  google: { in: 'in_stock', out: 'out_of_stock' },
  meta: { in: 'in stock', out: 'out of stock' },
} as const satisfies Record<FeedChannel, object>;

/** Custom fields with these keys say what the shop itself does not know, in Google's words. */
const ownFields = z.object({
  gender: z.enum(['male', 'female', 'unisex']).catch('unisex'),
  age_group: z.enum(['newborn', 'infant', 'toddler', 'kids', 'adult']).catch('adult'),
  google_product_category: z.string().max(750).catch(''),
});

type Variant = FeedProduct['variants'][number];

const money = (amount: number) => `${plainPrice(amount)} ${shopCurrency()}`;

/** The SKU; a longer one is shortened, but stays one of a kind. */
function idOf(sku: string): string {
  if (sku.length <= most.id) return sku;
  return `${sku.slice(0, most.id - 9)}-${createHash('sha256').update(sku).digest('hex').slice(0, 8)}`;
}

/** Of its color first, without those of other colors. */
function picturesOf({ images }: FeedProduct, { color }: Variant, colors: readonly string[]) {
  const own = color === null ? undefined : pictureOfColour(images, color);
  const others = colors.filter((it) => it !== color);
  const fitting = images.filter((it) => !others.some((other) => showsColor(it, other)));
  return [...new Set([own ?? fitting[0] ?? images[0], ...fitting])].filter(
    (it) => it !== undefined,
  );
}

/** The ways to the country of the shop; terms of its own are a text, so then none. */
const shippingOf = ({ delivery, shipping }: FeedProduct, country: string | null): string =>
  shipping
    .filter((it) => country !== null && delivery === '' && it.countries.includes(country))
    .map(({ name, price, daysFrom, daysTo }) =>
      parent(
        'g:shipping',
        element('g:country', country ?? ''),
        element('g:service', name),
        element('g:price', money(price)),
        ...(daysTo > 0
          ? [
              element('g:min_transit_time', String(daysFrom)),
              element('g:max_transit_time', String(daysTo)),
            ]
          : []),
      ),
    )
    .join('');

/** What all sizes and colors share. */
function sharedOf(product: FeedProduct, { name }: FeedShop, country: string | null): string {
  const { customFields, composition, category, weight } = product;
  const own = ownFields.parse(
    Object.fromEntries(customFields.map(({ key, value }) => [key, value.trim().toLowerCase()])),
  );
  const text = excerpt(product.description, most.description);
  return [
    element('g:description', text || product.title),
    element('g:brand', excerpt(name, most.brand)),
    element('g:condition', 'new'),
    element('g:gender', own.gender),
    element('g:age_group', own.age_group),
    element('g:google_product_category', own.google_product_category),
    element('g:product_type', category?.name),
    element('g:material', excerpt(composition, most.material)),
    weight > 0 ? element('g:shipping_weight', `${weight} g`) : '',
    shippingOf(product, country),
  ].join('');
}

/** A color has a word; others are only numbers. */
function colorWord(color: string | null): string | undefined {
  const word = color === null ? '' : colourName(color);
  return /^#|\(/.test(word) ? undefined : excerpt(word, most.color);
}

function addressOf({ _id, title }: FeedProduct, { color, size }: Variant, origin: string): string {
  const url = new URL(routes.product(_id, title), origin);
  if (color !== null) url.searchParams.set('color', color);
  if (size !== null) url.searchParams.set('size', size);
  return url.href;
}

/** The compare-at price differs between variants as the price does. */
function pricesOf({ price: base, compareAtPrice }: FeedProduct, { price }: Variant): string {
  if (compareAtPrice === null) return element('g:price', money(price));
  const before = element('g:price', money(price + compareAtPrice - base));
  return before + element('g:sale_price', money(price));
}

/** Neither takes an item that has no picture, or costs nothing. */
export function itemsOf(
  product: FeedProduct,
  country: string | null,
  channel: FeedChannel,
  shop: FeedShop,
): string {
  const { variants, title } = product;
  const colors = variants.map((it) => it.color).filter((it) => it !== null);
  const shared = sharedOf(product, shop, country);
  const sold = variants.filter((it) => it.price > 0 && product.images.length > 0);
  return sold
    .map((variant) => {
      const { sku, size, barcode, stock } = variant;
      const color = colorWord(variant.color);
      const gtin = publicGtin(barcode);
      const choice = [color, size].map((it) => (it ? `, ${it}` : '')).join('');
      const pictures = picturesOf(product, variant, colors).map(
        (it) => new URL(pictureUrl(it, 'feed'), shop.origin).href,
      );
      return parent(
        'item',
        element('g:id', idOf(sku)),
        variants.length > 1 ? element('g:item_group_id', product._id) : '',
        element('g:title', `${excerpt(title, most.title - choice.length)}${choice}`),
        element('g:link', addressOf(product, variant, shop.origin)),
        element('g:image_link', pictures[0]),
        ...pictures.slice(1, mostPictures + 1).map((it) => element('g:additional_image_link', it)),
        element('g:availability', availability[channel][stock === 'out' ? 'out' : 'in']),
        pricesOf(product, variant),
        gtin === null ? element('g:identifier_exists', 'no') : element('g:gtin', gtin),
        element('g:color', color),
        element('g:size', size ?? undefined),
        shared,
      );
    })
    .map((it) => `${it}\n`)
    .join('');
}

/** The feed in parts, beginning with a page that was read already; each page is read when the one before it was taken. */
export async function* productFeed(
  channel: FeedChannel,
  shop: FeedShop,
  first: FeedProductsReply,
  read: (after: string) => Promise<FeedProductsReply>,
): AsyncGenerator<string> {
  yield `${xmlDeclaration}<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>\n`;
  yield (
    element('title', shop.name) +
    element('link', `${shop.origin}/`) +
    `${element('description', `Products of ${shop.name}`)}\n`
  );
  for (let page = first; ; page = await read(page.next)) {
    yield page.products.map((it) => itemsOf(it, page.country, channel, shop)).join('');
    if (page.next === null) break;
  }
  yield '</channel></rss>\n';
}
