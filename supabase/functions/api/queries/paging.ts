import type { ListQuery } from '../../_shared/schemas/common.ts';
import { ApiError } from '../errors.ts';

/** PostgREST answers no more rows than this at once. */
const mostAtOnce = 1000;
const usualLimit = 24;

export interface Page<T> {
  items: T[];
  /** Only there when the caller asked for pages. */
  next?: string | null;
}

function toOffset(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const offset = /^p(\d{1,7})$/.exec(cursor)?.[1];
  if (offset === undefined) throw new ApiError(400, 'invalid_cursor', 'There is no such page');
  return Number(offset);
}

function toNext(offset: number, limit: number, hasMore: boolean): string | null {
  return hasMore ? `p${offset + limit}` : null;
}

/** One page when `limit` or `cursor` is given, else everything. `read` takes both ends inclusive. */
export async function readPage<T>(
  { limit, cursor }: ListQuery,
  read: (from: number, to: number) => Promise<T[]>,
): Promise<Page<T>> {
  if (limit === undefined && cursor === undefined) {
    const items: T[] = [];
    for (let from = 0; ; from += mostAtOnce) {
      const part = await read(from, from + mostAtOnce - 1);
      items.push(...part);
      if (part.length < mostAtOnce) return { items };
    }
  }
  const offset = toOffset(cursor);
  const size = limit ?? usualLimit;
  const found = await read(offset, offset + size);
  return { items: found.slice(0, size), next: toNext(offset, size, found.length > size) };
}

/** The same over a list that is already here. */
export function slicePage<T>(query: ListQuery, items: T[]): Promise<Page<T>> {
  return readPage(query, (from, to) => Promise.resolve(items.slice(from, to + 1)));
}
