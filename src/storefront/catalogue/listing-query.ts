import { isSortOption, type SortOption } from '#shared/domain/sort-options.ts';
import { readPage } from './paging.ts';

/** What a list of products shows, read from the address so that a view can be shared. */
export interface ListingQuery {
  readonly categoryIds: readonly string[];
  readonly sort: SortOption;
  /** From 1. */
  readonly page: number;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text can be an id at all; anything else in an address is ignored. */
export function isId(text: string): boolean {
  return uuid.test(text);
}

export function readListingQuery(params: URLSearchParams): ListingQuery {
  const sort = params.get('sort') ?? 'default';
  return {
    categoryIds: [...new Set(params.getAll('category'))].filter(isId),
    sort: isSortOption(sort) ? sort : 'default',
    page: readPage(params),
  };
}
