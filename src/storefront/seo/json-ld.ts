/** Structured data for search engines (schema.org). Addresses are absolute. */
import type { Faq } from '#shared/schemas/faqs.ts';
import type { Product, ProductWithVariants } from '#shared/schemas/products.ts';
import type { Rating } from '#shared/schemas/reviews.ts';

export type JsonLd = Readonly<Record<string, unknown>>;

/** JSON that cannot close its script element or open a comment. */
export function serialiseJsonLd(data: JsonLd): string {
  return JSON.stringify(data)
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('&', '\\u0026');
}

export function organizationData(origin: string): JsonLd {
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: 'Hemline',
    url: `${origin}/`,
    logo: `${origin}/favicon.svg`,
    description: 'Clothing from our own mill, retail and wholesale.',
  };
}

export function faqData(faqs: readonly Faq[]): JsonLd {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: faqs.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}

export interface Crumb {
  readonly name: string;
  /** Path on this site. */
  readonly href: string;
}

export function breadcrumbData(origin: string, crumbs: readonly Crumb[]): JsonLd {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map((crumb, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: crumb.name,
      item: new URL(crumb.href, origin).href,
    })),
  };
}

type Sold = Omit<Product, 'lowestPrice' | 'highestPrice'> &
  Pick<ProductWithVariants, 'variants' | 'composition'>;

/** One offer, or a price range if variants differ. */
function offersOf(product: Sold, url: string): JsonLd {
  const { price, compareAtPrice, availability, variants } = product;
  const only = variants[0]?.price ?? price;
  const prices = variants.map((it) => it.price);
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)];
  return {
    ...(lowest < highest
      ? {
          '@type': 'AggregateOffer',
          lowPrice: lowest.toFixed(2),
          highPrice: highest.toFixed(2),
          offerCount: variants.length,
        }
      : { '@type': 'Offer', price: only.toFixed(2) }),
    // Only with a single price; a range cannot have it.
    ...(compareAtPrice !== null &&
      !(lowest < highest) && {
        priceSpecification: {
          '@type': 'UnitPriceSpecification',
          priceType: 'https://schema.org/StrikethroughPrice',
          price: (only + compareAtPrice - price).toFixed(2),
          priceCurrency: 'USD',
        },
      }),
    url,
    priceCurrency: 'USD',
    availability: `https://schema.org/${availability === 'InStock' ? 'InStock' : 'OutOfStock'}`,
    itemCondition: 'https://schema.org/NewCondition',
  };
}

export function productData(
  origin: string,
  href: string,
  product: Sold,
  rating: Rating | undefined,
): JsonLd {
  const url = new URL(href, origin).href;
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.title,
    description: product.description,
    sku: product._id,
    url,
    ...(product.images.length > 0
      ? { image: product.images.map((image) => new URL(image, origin).href) }
      : {}),
    brand: { '@type': 'Brand', name: 'Hemline' },
    // Search engines use at most three.
    ...(product.colors.length > 0 ? { color: product.colors.slice(0, 3).join('/') } : {}),
    ...(product.composition ? { material: product.composition } : {}),
    ...(product.category ? { category: product.category.name } : {}),
    offers: offersOf(product, url),
    ...(rating && rating.count > 0
      ? {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: rating.average.toFixed(1),
            reviewCount: rating.count,
          },
        }
      : {}),
  };
}
