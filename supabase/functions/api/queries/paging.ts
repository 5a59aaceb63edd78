import sql, { raw, type Sql } from 'sql-template-tag';
import { z } from 'zod';
import { limits } from '../../_shared/domain/limits.ts';
import { id as idText, type ListQuery } from '../../_shared/schemas/common.ts';
import { ApiError } from '../errors.ts';

/** No question asks for more rows than this at once. */
const mostAtOnce = 1000;
const usualLimit = 24;

export interface Page<T> {
  items: T[];
  /** Only there when the caller asked for pages. */
  next?: string | null;
}

/** What a list is sorted by; rows that are equal in it come in the order of their ids. */
export interface Sorting {
  column: 'created_at' | 'price' | 'total_price';
  ascending: boolean;
}

/** The last row of a page: the next one begins behind it, whatever was added or deleted meanwhile. */
interface Mark {
  column: Sorting['column'];
  value: string;
  id: string;
}

/** A part of a list: the rows behind a mark, of which those from `from` to `to` (inclusive) are wanted. */
export interface Window {
  sorting: Sorting;
  after: Mark | null;
  from: number;
  to: number;
}

const time = /^\d{4}-\d\d-\d\d[T ][\d:.]{8,18}(Z|[+-]\d\d(:?\d\d)?)$/;
const amount = /^\d{1,12}(\.\d{1,2})?$/;

const noSuchPage = () => new ApiError(400, 'invalid_cursor', 'There is no such page');

function toCursor({ column, value, id }: Mark): string {
  const text = btoa(JSON.stringify([column, value, id]));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Whatever was sent, only a mark of this very sorting is let through: it becomes part of a query. */
function readCursor(cursor: string, { column }: Sorting): Mark {
  const value = z.string().regex(column === 'created_at' ? time : amount);
  try {
    const text = atob(cursor.replaceAll('-', '+').replaceAll('_', '/'));
    const [, ...rest] = z.tuple([z.literal(column), value, idText]).parse(JSON.parse(text));
    return { column, value: rest[0], id: rest[1] };
  } catch {
    throw noSuchPage();
  }
}

/** The condition that rows stand behind the mark of a window. The plain bound is what an index is entered by. */
export function behind({ sorting, after }: Window): Sql {
  if (!after) return sql`true`;
  const column = raw(sorting.column);
  const { value, id } = after;
  return sorting.ascending
    ? sql`${column} >= ${value} and (${column} > ${value} or id > ${id})`
    : sql`${column} <= ${value} and (${column} < ${value} or id > ${id})`;
}

/** The order of a window, and how far it reaches. */
export function ordered({ sorting: { column, ascending }, from, to }: Window): Sql {
  const direction = raw(ascending ? 'asc' : 'desc');
  return sql`order by ${raw(column)} ${direction}, id limit ${to - from + 1} offset ${from}`;
}

type Row = { id: string } & { [C in Sorting['column']]?: string | number };

function markOf<R extends Row>(row: R | undefined, { column }: Sorting): Mark | null {
  return row ? { column, value: String(row[column]), id: row.id } : null;
}

/** One page when `limit` or `cursor` is given, else everything up to a length that memory bears. */
export async function readPage<R extends Row, T>(
  { limit, cursor }: ListQuery,
  sorting: Sorting,
  read: (window: Window) => Promise<R[]>,
  shape: (row: R) => T,
): Promise<Page<T>> {
  if (limit === undefined && cursor === undefined) {
    const items: T[] = [];
    for (let after: Mark | null = null; ;) {
      const part = await read({ sorting, after, from: 0, to: mostAtOnce - 1 });
      items.push(...part.map(shape));
      if (part.length < mostAtOnce) return { items };
      after = markOf(part.at(-1), sorting);
      if (after && items.length >= limits.wholeList) return { items, next: toCursor(after) };
    }
  }
  const size = limit ?? usualLimit;
  const after = cursor === undefined ? null : readCursor(cursor, sorting);
  const found = await read({ sorting, after, from: 0, to: size });
  const shown = found.slice(0, size);
  const mark = found.length > size ? markOf(shown.at(-1), sorting) : null;
  return { items: shown.map(shape), next: mark && toCursor(mark) };
}

/** Pages of a list that is short by nature, for instance the best hits of a search; its cursors are places in it. */
export async function readSlice<T>(
  { limit, cursor }: ListQuery,
  read: (offset: number, count: number) => Promise<T[]>,
): Promise<Page<T>> {
  if (limit === undefined && cursor === undefined) return { items: await read(0, mostAtOnce) };
  const from = cursor === undefined ? 0 : Number(/^p(\d{1,6})$/.exec(cursor)?.[1] ?? NaN);
  if (Number.isNaN(from)) throw noSuchPage();
  const size = limit ?? usualLimit;
  const found = await read(from, size + 1);
  return { items: found.slice(0, size), next: found.length > size ? `p${from + size}` : null };
}
