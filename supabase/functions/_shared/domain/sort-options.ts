export const sortOptions = ['default', 'price-low-to-high', 'price-high-to-low', 'latest'] as const;
export type SortOption = (typeof sortOptions)[number];

/** The labels of the sort select. */
export const sortLabels: Readonly<Record<SortOption, string>> = {
  default: 'Default',
  'price-low-to-high': 'Price: low to high',
  'price-high-to-low': 'Price: high to low',
  latest: 'Latest',
};

export function isSortOption(text: string): text is SortOption {
  return (sortOptions as readonly string[]).includes(text);
}

/** Newest first: the order of every list after a delete. */
export function newestFirst<T extends { createdAt: string }>(records: readonly T[]): T[] {
  return [...records].sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
}
