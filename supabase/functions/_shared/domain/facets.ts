import { formatPrice, formatWhole, fromMinor, toMinor } from './money.ts';

/**
 * What lists of products are filtered by; the names are parameters of pages and of the API. Values of `custom` have the key of
 * the custom field, such as `season:Winter`.
 */
export const facetNames = ['category', 'size', 'color', 'price', 'availability', 'custom'] as const;
export type FacetName = (typeof facetNames)[number];

/** A value of `custom`. */
export const customFacet = /^[a-z][a-z0-9_]{0,39}:[^,\p{Cc}\p{Cs}]{1,60}$/u;

/** The lowest and the highest price that a list shows, in the shop's currency; beside the ranges of prices. */
export const priceBounds = ['minPrice', 'maxPrice'] as const;
export type PriceBound = (typeof priceBounds)[number];

/** The values that are chosen of each facet; none means all. */
export type Filters = Readonly<Record<FacetName, readonly string[]>> & {
  readonly [Bound in PriceBound]?: number | undefined;
};

/** Families of colours, in the order of a filter; SQL decides which colour belongs to which (`private.colours`). */
export const colourFamilies = [
  ...(['black', 'gray', 'white', 'beige', 'brown', 'red'] as const),
  ...(['orange', 'yellow', 'green', 'blue', 'purple', 'pink', 'multicolor'] as const),
];

/** Ranges of prices in steps of the currency, cheapest first; SQL decides which price is in which (`private.price_band`). */
export const priceBands = ['under-50', '50-100', '100-150', '150-200', 'over-200'] as const;
export type PriceBand = (typeof priceBands)[number];

/** What people read for a range of so many steps, which begins with its lower price: `$50 to $99.99`. */
export function priceBandLabel(band: PriceBand, step: number, currency: string): string {
  const whole = (steps: number) =>
    formatWhole(fromMinor(toMinor(step, currency) * steps, currency), currency);
  if (band === 'under-50') return `Under ${whole(50)}`;
  if (band === 'over-200') return `${whole(200)} and over`;
  const [from = 0, to = 0] = band.split('-').map(Number);
  const last = fromMinor(toMinor(step, currency) * to - 1, currency);
  return `${whole(from)} to ${formatPrice(last, currency)}`;
}

/** Values of one filter at the most. */
export const mostFacetValues = 20;
