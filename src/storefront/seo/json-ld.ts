/** Structured data for search engines (schema.org). Addresses are absolute. */
import type { Shop } from '#shared/schemas/shop.ts';
import { iconPath } from './icon.ts';
import { phoneLink } from '../../ui/phone-link.ts';
import { pictureUrl } from '../../ui/picture-url.ts';
import type { Faq } from '#shared/schemas/faqs.ts';

export type JsonLd = Readonly<Record<string, unknown>>;

/** JSON that cannot close its script element or open a comment. */
export function serialiseJsonLd(data: JsonLd | readonly JsonLd[]): string {
  return JSON.stringify(data)
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('&', '\\u0026');
}

/** Only what the shop says of itself. */
export function organizationData(origin: string, shop: Shop): JsonLd {
  const { name, legalName, description, email, phone, address, country, socialLinks } = shop;
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name,
    ...(legalName !== name && { legalName }),
    url: `${origin}/`,
    logo: origin + (shop.logo ? pictureUrl(shop.logo, 640) : iconPath(shop)),
    ...(description && { description }),
    ...(email && { email }),
    ...(phone && { telephone: phoneLink(phone).slice('tel:'.length) }),
    ...(address && {
      address: {
        '@type': 'PostalAddress',
        streetAddress: address.split('\n').join(', '),
        ...(country && { addressCountry: country }),
      },
    }),
    ...(socialLinks && { sameAs: socialLinks.split('\n') }),
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
