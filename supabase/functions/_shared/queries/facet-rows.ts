export interface FacetRow {
  facet: string;
  value: string;
  /** Of a category, or of a size as it was typed; null for other facets. */
  name: string | null;
  count: number;
  /** Sizes that are the same in a size guide. */
  same: string[] | null;
  isWaist: boolean | null;
}
export interface ListedFacets {
  total: number;
  /** The ranges of prices are multiples of the step, in the shop's currency. */
  currency: string;
  step: number;
  values: FacetRow[];
  /** The custom fields that are filters; their values are those of the facet `custom_<key>`. */
  custom: { key: string; name: string; choices: string[] }[];
}
