import { DatabaseError } from '../../_shared/queries/database.ts';
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

interface Counted<T> {
  data: T[] | null;
  count: number | null;
  error: { message: string; code?: string; details?: string | null } | null;
  status: number;
}

/** The query asks PostgREST for an exact count; `from` and `to` are inclusive. */
export async function readNumberedPage<T>(
  { limit = usualLimit, page = 1, cursor }: NumberedQuery,
  read: (from: number, to: number) => PromiseLike<Counted<T>>,
): Promise<NumberedPage<T>> {
  if (cursor !== undefined) {
    throw new ApiError(400, 'invalid_cursor', 'Ask for a page or a cursor, not for both');
  }
  const from = (page - 1) * limit;
  const found = await read(from, from + limit - 1);
  if (found.error?.code === 'PGRST103' && from > 0) {
    // Past the end PostgREST refuses the range and does not say how many there are.
    const first = await read(0, 0);
    if (first.error) throw new DatabaseError(first.error, first.status);
    return { items: [], total: first.count ?? 0 };
  }
  if (found.error) throw new DatabaseError(found.error, found.status);
  return { items: found.data ?? [], total: found.count ?? 0 };
}
