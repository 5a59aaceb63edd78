import { availabilities, availabilityLabels } from '../../_shared/domain/availability.ts';
import {
  colourFamilies,
  facetNames,
  priceBandLabel,
  priceBounds,
  priceBands,
  type FacetName,
} from '../../_shared/domain/facets.ts';
import { compareSizes, systemOf } from '../../_shared/domain/size-order.ts';
import type { Db } from '../../_shared/queries/database.ts';
import { JsonValue } from '../../_shared/queries/json-value.ts';
import type { FacetRow, ListedFacets } from '../../_shared/queries/facet-rows.ts';
import type { FacetsReply, FacetValue, ProductFilters } from '../../_shared/schemas/facets.ts';

/** As the database takes them; undefined where nothing is filtered. */
export function filtersOf(filters: ProductFilters): JsonValue | undefined {
  const given = [...facetNames, ...priceBounds].filter((it) => filters[it] !== undefined);
  return given.length > 0
    ? new JsonValue(Object.fromEntries(given.map((it) => [it, filters[it]])))
    : undefined;
}

const ordered =
  (values: readonly string[]) =>
  (a: FacetValue, b: FacetValue): number =>
    values.indexOf(a.value) - values.indexOf(b.value);

/** `M (12–14)`: with those of the list that are the same in another system. */
function sizeName({ value, name, same, isWaist }: FacetRow, listed: readonly FacetRow[]): string {
  const own = name ?? value;
  const others = (same ?? [])
    .filter(
      (it) =>
        systemOf(it, false) !== systemOf(own, isWaist === true) &&
        listed.some((row) => row.facet === 'size' && row.value === it && row.count > 0),
    )
    .sort(compareSizes);
  const [first, last] = [others[0], others.at(-1)];
  if (first === undefined) return own;
  return `${own} (${first === last ? first : `${first}–${last}`})`;
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** How people read the values of a facet, and in which order. */
const shapes: Record<
  Exclude<FacetName, 'custom'>,
  {
    name: (row: FacetRow, listed: ListedFacets) => string;
    compare: (a: FacetValue, b: FacetValue) => number;
  }
> = {
  category: {
    name: ({ name, value }) => name ?? value,
    compare: (a, b) => a.name.localeCompare(b.name, 'en'),
  },
  size: {
    name: (row, { values }) => sizeName(row, values),
    compare: (a, b) => compareSizes(a.name, b.name),
  },
  color: { name: ({ value }) => sentence(value), compare: ordered(colourFamilies) },
  price: {
    name: ({ value }, { step, currency }) =>
      priceBands.filter((it) => it === value).map((it) => priceBandLabel(it, step, currency))[0] ??
      value,
    compare: ordered(priceBands),
  },
  availability: {
    name: ({ value }) =>
      availabilities.filter((it) => it === value).map((it) => availabilityLabels[it])[0] ?? value,
    compare: ordered(availabilities),
  },
};

/** How many products each value would show, of the whole shop or of those that a search finds. */
export async function listFacets(
  db: Db,
  filters: ProductFilters,
  words: string | undefined,
): Promise<FacetsReply> {
  const listed = await db.call('product_facets', {
    p_filters: filtersOf(filters),
    p_query: words,
  });
  const { total, values, custom } = listed;
  const facet = (facetName: keyof typeof shapes): FacetValue[] => {
    const { name, compare } = shapes[facetName];
    return values
      .filter((it) => it.facet === facetName)
      .map((it) => ({ value: it.value, name: name(it, listed), count: it.count }))
      .sort(compare);
  };
  const waists = values.filter((it) => it.isWaist).map((it) => it.value);
  return {
    total,
    facets: {
      category: facet('category'),
      size: facet('size').map((it) => ({
        ...it,
        system: systemOf(it.value, waists.includes(it.value)),
      })),
      color: facet('color'),
      price: facet('price'),
      availability: facet('availability'),
      custom: custom.map(({ key, name, choices }) => ({
        ...{ key, name },
        values: values
          .filter((it) => it.facet === `custom_${key}`)
          .sort((a, b) => choices.indexOf(a.value) - choices.indexOf(b.value))
          .map(({ value, count }) => ({ value: `${key}:${value}`, name: value, count })),
      })),
    },
  };
}
