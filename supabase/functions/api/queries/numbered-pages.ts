import type { BoundedTotal } from '../../_shared/schemas/common.ts';
import { ApiError } from '../errors.ts';

const defaultLimit = 24;

export interface NumberedQuery {
  limit?: number | undefined;
  /** From 1. */
  page?: number | undefined;
  cursor?: string | undefined;
}

export interface NumberedPage<T> {
  items: T[];
  /** The number of items on all pages. */
  total: number;
}

/** The total from the rows of a page, each of which has it; 0 without rows. */
export function totalOf(
  found: readonly { readonly total: number; readonly total_is_least: boolean }[],
): BoundedTotal {
  const [first] = found;
  return { total: Number(first?.total ?? 0), totalIsLeast: first?.total_is_least ?? false };
}

/** The offset and limit of a page. */
export function offsetOf({ limit = defaultLimit, page = 1, cursor }: NumberedQuery): {
  offset: number;
  limit: number;
} {
  if (cursor !== undefined) {
    throw new ApiError(400, 'invalid_cursor', 'Use either page or cursor, not both');
  }
  return { offset: (page - 1) * limit, limit };
}
