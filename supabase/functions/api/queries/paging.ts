import sql, { raw, type Sql } from 'sql-template-tag';
import { z } from 'zod';
import { limits } from '../../_shared/domain/limits.ts';
import { id as idText, type ListQuery } from '../../_shared/schemas/common.ts';
import { ApiError } from '../errors.ts';

/** The maximum number of rows per query. */
const maxRows = 1000;
const defaultLimit = 24;

export interface Page<T> {
  items: T[];
  /** Only present if the list is paged. */
  next?: string | null;
}

/** The sort column of a list; equal rows are sorted by id. */
export interface Sorting {
  column: 'created_at' | 'lowest_price' | 'total_price';
  ascending: boolean;
}

/** A keyset cursor: the next page begins after this row, whatever was added or deleted meanwhile. */
interface Cursor {
  column: Sorting['column'];
  value: string;
  id: string;
}

/** A part of a list: of the rows after the cursor, those from `from` to `to` (inclusive). */
export interface Window {
  sorting: Sorting;
  after: Cursor | null;
  from: number;
  to: number;
}

const time = /^\d{4}-\d\d-\d\d[T ][\d:.]{8,18}(Z|[+-]\d\d(:?\d\d)?)$/;
const amount = /^\d{1,12}(\.\d{1,2})?$/;

const invalidCursor = () => new ApiError(400, 'invalid_cursor', 'The cursor is not valid');

function toCursor({ column, value, id }: Cursor): string {
  const text = btoa(JSON.stringify([column, value, id]));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Parses a cursor, which becomes part of a query. @throws ApiError 400 unless it belongs to this sorting */
function readCursor(cursor: string, { column }: Sorting): Cursor {
  const value = z.string().regex(column === 'created_at' ? time : amount);
  try {
    const text = atob(cursor.replaceAll('-', '+').replaceAll('_', '/'));
    const [, ...rest] = z.tuple([z.literal(column), value, idText]).parse(JSON.parse(text));
    return { column, value: rest[0], id: rest[1] };
  } catch {
    throw invalidCursor();
  }
}

/** The condition for rows after the cursor. The separate bound on the column lets Postgres use its index. */
export function afterCursor({ sorting, after }: Window): Sql {
  if (!after) return sql`true`;
  const column = raw(sorting.column);
  const { value, id } = after;
  return sorting.ascending
    ? sql`${column} >= ${value} and (${column} > ${value} or id > ${id})`
    : sql`${column} <= ${value} and (${column} < ${value} or id > ${id})`;
}

/** The `order by`, `limit` and `offset` of a window. */
export function orderAndLimit({ sorting: { column, ascending }, from, to }: Window): Sql {
  const direction = raw(ascending ? 'asc' : 'desc');
  return sql`order by ${raw(column)} ${direction}, id limit ${to - from + 1} offset ${from}`;
}

type Row = { id: string } & { [C in Sorting['column']]?: string | number };

function cursorOf<R extends Row>(row: R | undefined, { column }: Sorting): Cursor | null {
  return row ? { column, value: String(row[column]), id: row.id } : null;
}

/** One page with `limit` or `cursor`, else the whole list up to `limits.unpagedList`. */
export async function readPage<R extends Row, T>(
  { limit, cursor }: ListQuery,
  sorting: Sorting,
  read: (window: Window) => Promise<R[]>,
  shape: (row: R) => T,
): Promise<Page<T>> {
  if (limit === undefined && cursor === undefined) {
    const items: T[] = [];
    for (let after: Cursor | null = null; ;) {
      const part = await read({ sorting, after, from: 0, to: maxRows - 1 });
      items.push(...part.map(shape));
      if (part.length < maxRows) return { items };
      after = cursorOf(part.at(-1), sorting);
      if (after && items.length >= limits.unpagedList) return { items, next: toCursor(after) };
    }
  }
  const size = limit ?? defaultLimit;
  const after = cursor === undefined ? null : readCursor(cursor, sorting);
  const found = await read({ sorting, after, from: 0, to: size });
  const shown = found.slice(0, size);
  const last = found.length > size ? cursorOf(shown.at(-1), sorting) : null;
  return { items: shown.map(shape), next: last && toCursor(last) };
}

/** Pages of a short list, such as the best results of a search. Its cursors are offsets. */
export async function readSlice<T>(
  { limit, cursor }: ListQuery,
  read: (offset: number, count: number) => Promise<T[]>,
): Promise<Page<T>> {
  if (limit === undefined && cursor === undefined) return { items: await read(0, maxRows) };
  const from = cursor === undefined ? 0 : Number(/^p(\d{1,6})$/.exec(cursor)?.[1] ?? NaN);
  if (Number.isNaN(from)) throw invalidCursor();
  const size = limit ?? defaultLimit;
  const found = await read(from, size + 1);
  return { items: found.slice(0, size), next: found.length > size ? `p${from + size}` : null };
}
