import { availabilities } from '#shared/domain/availability.ts';
import { decimalsOf, shopCurrency } from '#shared/domain/currency.ts';
import {
  colourFamilies,
  customFacet,
  facetNames,
  mostFacetValues,
  priceBands,
  priceBounds,
  type FacetName,
  type Filters,
  type PriceBound,
} from '#shared/domain/facets.ts';
import { currencySign } from '#shared/domain/money.ts';
import { isSortOption, type SortOption } from '#shared/domain/sort-options.ts';
import { price } from '#shared/schemas/common.ts';
import { notInOrder } from '#shared/schemas/facets.ts';
import { readPage } from './paging.ts';

/** What was typed as a price, with what is wrong with it. */
export type PriceFields = Readonly<Record<PriceBound, { typed: string; error: string | null }>>;

/** The query of a product list, parsed from the URL. */
export interface ListingQuery {
  readonly filters: Filters;
  readonly prices: PriceFields;
  readonly sort: SortOption;
  /** From 1. */
  readonly page: number;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text can be an id; anything else in a URL is ignored. */
export function isId(text: string): boolean {
  return uuid.test(text);
}

const oneOf = (values: readonly string[]) => (text: string) => values.includes(text);

const accepts: Readonly<Record<FacetName, (text: string) => boolean>> = {
  category: isId,
  size: (text) => /^[^,\p{Cc}\p{Cs}]{1,60}$/u.test(text),
  color: oneOf(colourFamilies),
  price: oneOf(priceBands),
  availability: oneOf(availabilities),
  custom: (text) => customFacet.test(text),
};

const examples = (): string =>
  ['2500', '', '25 or 49.50', '25 or 49.500'][decimalsOf(shopCurrency())] ?? '';

function readPrice(params: URLSearchParams, name: PriceBound) {
  const typed = (params.get(name) ?? '').trim().slice(0, 20);
  const { data } = price.safeParse(typed.replace(currencySign(), '').trim());
  const isWrong = typed !== '' && data === undefined;
  return { typed, data, error: isWrong ? `Enter a price, such as ${examples()}` : null };
}

export function readListingQuery(params: URLSearchParams): ListingQuery {
  const sort = params.get('sort') ?? 'default';
  const chosen = (name: FacetName) =>
    [...new Set(params.getAll(name))].filter(accepts[name]).slice(0, mostFacetValues);
  const [min, max] = [readPrice(params, 'minPrice'), readPrice(params, 'maxPrice')];
  const unordered = notInOrder(min.data, max.data);
  return {
    filters: {
      minPrice: min.data,
      maxPrice: unordered ? undefined : max.data,
      category: chosen('category'),
      size: chosen('size'),
      color: chosen('color'),
      price: chosen('price'),
      availability: chosen('availability'),
      custom: chosen('custom'),
    },
    prices: {
      minPrice: { typed: min.typed, error: min.error },
      maxPrice: { typed: max.typed, error: max.error ?? unordered },
    },
    sort: isSortOption(sort) ? sort : 'default',
    page: readPage(params),
  };
}

/** Sizes differ in case only in what people type: `?size=m` is M. */
export const isSameValue = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase();

/** Whether a list is filtered by anything but categories. */
export const isNarrowed = (filters: Filters): boolean =>
  facetNames.some((it) => it !== 'category' && filters[it].length > 0) ||
  priceBounds.some((it) => filters[it] !== undefined);
