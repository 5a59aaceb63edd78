/** Structured data for search engines (schema.org). Addresses are absolute. */
import type { Faq } from '#shared/schemas/faqs.ts';
import type { Product } from '#shared/schemas/products.ts';
import type { Review } from '#shared/schemas/reviews.ts';

export type JsonLd = Readonly<Record<string, unknown>>;

/** JSON that cannot close the script element it stands in, nor open a comment. */
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

export function averageRating(reviews: readonly Pick<Review, 'rating'>[]): number {
  if (reviews.length === 0) return 0;
  return reviews.reduce((sum, review) => sum + review.rating, 0) / reviews.length;
}

export function productData(
  origin: string,
  href: string,
  product: Product,
  reviews: readonly Review[],
): JsonLd {
  const url = new URL(href, origin).href;
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.title,
    description: product.description,
    sku: product._id,
    url,
    image: product.images.map((image) => new URL(image, origin).href),
    brand: { '@type': 'Brand', name: 'Hemline' },
    ...(product.category ? { category: product.category.name } : {}),
    offers: {
      '@type': 'Offer',
      url,
      price: product.price.toFixed(2),
      priceCurrency: 'USD',
      availability: `https://schema.org/${product.availability === 'InStock' ? 'InStock' : 'OutOfStock'}`,
      itemCondition: 'https://schema.org/NewCondition',
    },
    ...(reviews.length > 0
      ? {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: averageRating(reviews).toFixed(1),
            reviewCount: reviews.length,
          },
        }
      : {}),
  };
}
