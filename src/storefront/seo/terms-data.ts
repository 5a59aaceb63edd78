/** How goods are sent and returned, for search engines (schema.org): said once in a page, and named by each offer. */
import { shopCurrency } from '#shared/domain/currency.ts';
import { plainPrice } from '#shared/domain/money.ts';
import type { ShippingOffer } from '#shared/schemas/products.ts';
import type { ReturnTerms } from '#shared/schemas/promises.ts';
import type { JsonLd } from './json-ld.ts';

export interface Policy {
  /** After delivery, for which a piece can be returned. */
  readonly days: number;
  readonly payer: ReturnTerms['payer'];
}

const inDays = (minValue: number, maxValue: number): JsonLd => ({
  '@type': 'QuantitativeValue',
  minValue,
  maxValue,
  unitCode: 'DAY',
});

/** Search engines read no more countries. */
const mostCountries = 50;

const shippingData = (
  { countries, price, daysFrom, daysTo }: ShippingOffer,
  id: string,
): JsonLd => ({
  '@context': 'https://schema.org',
  '@type': 'OfferShippingDetails',
  '@id': id,
  shippingRate: {
    '@type': 'MonetaryAmount',
    value: plainPrice(price),
    currency: shopCurrency(),
  },
  shippingDestination: countries
    .slice(0, mostCountries)
    .map((addressCountry) => ({ '@type': 'DefinedRegion', addressCountry })),
  deliveryTime: {
    '@type': 'ShippingDeliveryTime',
    handlingTime: inDays(0, 1),
    transitTime: inDays(daysFrom, daysTo),
  },
});

const returnsData = (
  link: string,
  { days, payer }: Policy,
  countries: string[],
  id: string,
): JsonLd => ({
  '@context': 'https://schema.org',
  '@type': 'MerchantReturnPolicy',
  '@id': id,
  applicableCountry: countries.slice(0, mostCountries),
  returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
  merchantReturnDays: days,
  merchantReturnLink: link,
  returnMethod: 'https://schema.org/ReturnByMail',
  returnFees: `https://schema.org/${payer === 'shop' ? 'FreeReturn' : 'ReturnFeesCustomerResponsibility'}`,
  refundType: 'https://schema.org/FullRefund',
});

/** Without a country, nothing can be said. Shipping must say its days; `link` is the page about returns. */
export function termsData(link: string, policy: Policy, shipping: readonly ShippingOffer[]) {
  const timed = shipping.filter((it) => it.daysTo > 0);
  const countries = [...new Set(shipping.flatMap((it) => it.countries))];
  const ways = timed.map((it, at) => shippingData(it, `#shipping-${at + 1}`));
  const returns = countries.length > 0 ? [returnsData(link, policy, countries, '#returns')] : [];
  const named = ({ '@id': id }: JsonLd) => ({ '@id': id });
  const offer: JsonLd = {
    ...(ways.length > 0 && { shippingDetails: ways.map(named) }),
    ...(returns[0] && { hasMerchantReturnPolicy: named(returns[0]) }),
  };
  return { nodes: [...ways, ...returns], offer };
}
