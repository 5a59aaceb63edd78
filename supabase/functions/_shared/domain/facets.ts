/** What lists of products are filtered by; the names are parameters of pages and of the API. */
export const facetNames = ['category', 'size', 'color', 'price', 'availability'] as const;
export type FacetName = (typeof facetNames)[number];

/** The lowest and the highest price that a list shows, in dollars; beside the ranges of prices. */
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

/** Ranges of prices in dollars, cheapest first; SQL decides which price is in which (`private.price_band`). */
export const priceBands = ['under-50', '50-100', '100-150', '150-200', 'over-200'] as const;
export type PriceBand = (typeof priceBands)[number];

/** What people read for each range; a range begins with its lower price. */
export const priceBandLabels: Readonly<Record<PriceBand, string>> = {
  'under-50': 'Under $50',
  '50-100': '$50 to $99.99',
  '100-150': '$100 to $149.99',
  '150-200': '$150 to $199.99',
  'over-200': '$200 and over',
};

/** Values of one filter at the most. */
export const mostFacetValues = 20;
