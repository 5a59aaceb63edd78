import { colourName } from '#shared/domain/colour-name.ts';
import { shopCurrency } from '#shared/domain/currency.ts';
import { publicGtin } from '#shared/domain/gtin.ts';
import { plainPrice } from '#shared/domain/money.ts';
import { pictureOfColour } from '#shared/domain/picture-color.ts';
import type { Product, ProductWithVariants } from '#shared/schemas/products.ts';
import type { ReviewsReply } from '#shared/schemas/reviews.ts';
import { routes } from '../../routes.ts';
import { pictureUrl } from '../../ui/picture-url.ts';
import { authorOf } from '../review-author.ts';
import type { JsonLd } from './json-ld.ts';
import { termsData, type Policy } from './terms-data.ts';

type Sold = Omit<Product, 'lowestPrice' | 'highestPrice'> &
  Pick<ProductWithVariants, 'variants' | 'composition' | 'delivery' | 'shipping'>;
type Variant = Sold['variants'][number];

/** Search engines show a few. */
const listedReviews = 3;

/** The site's own version: search engines may not index the bucket's addresses. */
const imageOf = (origin: string, picture: string): string =>
  new URL(pictureUrl(picture, 1920), origin).href;

const isAvailable = (inStock: boolean): string =>
  `https://schema.org/${inStock ? 'InStock' : 'OutOfStock'}`;

/** The compare-at price differs between variants as the price does; `terms` are the same for all of them. */
function offerOf(
  product: Sold,
  url: string,
  price: number,
  inStock: boolean,
  terms: JsonLd,
): JsonLd {
  const { compareAtPrice } = product;
  return {
    '@type': 'Offer',
    url,
    price: plainPrice(price),
    priceCurrency: shopCurrency(),
    availability: isAvailable(inStock),
    ...(compareAtPrice !== null && {
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        priceType: 'https://schema.org/StrikethroughPrice',
        price: plainPrice(price + compareAtPrice - product.price),
        priceCurrency: shopCurrency(),
      },
    }),
    ...terms,
  };
}

function identity({ sku, barcode }: Variant): JsonLd {
  const gtin = publicGtin(barcode);
  return { sku, ...(gtin !== null && { gtin }) };
}

const options = ['color', 'size'] as const;

/** One of the variants of a group, with what others do not share, and the address at which it is chosen. */
function variantOf(
  origin: string,
  url: string,
  product: Sold,
  variant: Variant,
  variesBy: readonly (typeof options)[number][],
  terms: JsonLd,
): JsonLd {
  const { size, color, price, stock } = variant;
  const address = new URL(url);
  for (const option of variesBy) address.searchParams.set(option, variant[option] ?? '');
  const colorWords = color === null ? null : colourName(color);
  // Each must have one.
  const picture =
    (color === null ? undefined : pictureOfColour(product.images, color)) ?? product.images[0];
  return {
    '@type': 'Product',
    name: [product.title, colorWords, size].filter((it) => it !== null).join(', '),
    ...identity(variant),
    ...(colorWords !== null && { color: colorWords }),
    ...(size !== null && { size }),
    ...(picture !== undefined && { image: imageOf(origin, picture) }),
    offers: offerOf(product, address.href, price, stock !== 'out', terms),
  };
}

/** Several variants are a ProductGroup; one, or none, is a Product. */
function variantsOf(origin: string, url: string, product: Sold, terms: JsonLd): JsonLd {
  const { variants, price, availability } = product;
  const variesBy = options.filter((it) => new Set(variants.map((one) => one[it])).size > 1);
  if (variesBy.length > 0) {
    return {
      '@type': 'ProductGroup',
      productGroupID: product._id,
      variesBy: variesBy.map((it) => `https://schema.org/${it}`),
      offers: {
        '@type': 'AggregateOffer',
        lowPrice: plainPrice(Math.min(...variants.map((it) => it.price))),
        highPrice: plainPrice(Math.max(...variants.map((it) => it.price))),
        offerCount: variants.length,
        priceCurrency: shopCurrency(),
        availability: isAvailable(availability === 'InStock'),
      },
      hasVariant: variants.map((it) => variantOf(origin, url, product, it, variesBy, terms)),
    };
  }
  const [only] = variants;
  return {
    '@type': 'Product',
    ...(only && identity(only)),
    ...(only?.color && { color: colourName(only.color) }),
    ...(only?.size && { size: only.size }),
    offers: offerOf(
      product,
      url,
      only?.price ?? price,
      only ? only.stock !== 'out' : availability === 'InStock',
      terms,
    ),
  };
}

interface Seller {
  /** The name of the shop. */
  readonly shop: string;
  readonly policy: Policy;
}

/** The product, and how it is sent and returned. `href` is the path of its page. */
export function productData(
  origin: string,
  { shop, policy }: Seller,
  href: string,
  product: Sold,
  { rating, reviews }: Pick<ReviewsReply, 'rating' | 'reviews'>,
): JsonLd[] {
  const url = new URL(href, origin).href;
  // Terms of its own are a text.
  const shipping = product.delivery === '' ? product.shipping : [];
  const { nodes, offer } = termsData(new URL(routes.returns(), origin).href, policy, shipping);
  const data = {
    '@context': 'https://schema.org',
    ...variantsOf(origin, url, product, offer),
    name: product.title,
    description: product.description,
    url,
    ...(product.images.length > 0 && { image: product.images.map((it) => imageOf(origin, it)) }),
    brand: { '@type': 'Brand', name: shop },
    itemCondition: 'https://schema.org/NewCondition',
    ...(product.composition && { material: product.composition }),
    ...(product.category && { category: product.category.name }),
    ...(rating &&
      rating.count > 0 && {
        aggregateRating: {
          '@type': 'AggregateRating',
          ratingValue: rating.average.toFixed(1),
          reviewCount: rating.count,
        },
        review: reviews.slice(0, listedReviews).map((it) => ({
          '@type': 'Review',
          author: { '@type': 'Person', name: authorOf(it) },
          datePublished: it.createdAt.slice(0, 10),
          reviewBody: it.comment,
          reviewRating: { '@type': 'Rating', ratingValue: it.rating },
        })),
      }),
  };
  return [data, ...nodes];
}
