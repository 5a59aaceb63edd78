import { ApiError } from '../errors.ts';

const usualLimit = 24;

export interface NumberedQuery {
  limit?: number | undefined;
  /** From 1. */
  page?: number | undefined;
  cursor?: string | undefined;
}

export interface NumberedPage<T> {
  items: T[];
  /** How many there are on all pages together. */
  total: number;
}

/** Where a page begins and how long it is. */
export function placeOf({ limit = usualLimit, page = 1, cursor }: NumberedQuery): {
  offset: number;
  limit: number;
} {
  if (cursor !== undefined) {
    throw new ApiError(400, 'invalid_cursor', 'Ask for a page or a cursor, not for both');
  }
  return { offset: (page - 1) * limit, limit };
}
