import type { BoundedTotal } from '../../_shared/schemas/common.ts';
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

/** The total of a page whose rows bear it each; without any there is nothing at all. */
export function totalOf(
  found: readonly { readonly total: number; readonly total_is_least: boolean }[],
): BoundedTotal {
  const [first] = found;
  return { total: Number(first?.total ?? 0), totalIsLeast: first?.total_is_least ?? false };
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
