import { useMemo } from 'react';
import { useAddress } from './address-state.ts';
import type { Column } from './column.ts';
import { matches } from './matches.ts';
import type { PagedState } from './paged-list.ts';
import type { ListState } from './remote-list.ts';
import { pageCount, parseSort, readTableQuery } from './table-query.ts';

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a).localeCompare(String(b), 'en', { numeric: true, sensitivity: 'base' });
}

/** For lists that are short by nature: the page that the address asks for, cut from all rows. */
export function useLocalPage<Row>(
  list: ListState<Row>,
  columns: readonly Column<Row>[],
  words: (row: Row) => string,
): PagedState<Row> {
  const address = useAddress();
  return useMemo(() => {
    const { page, limit, sort, q } = readTableQuery(address);
    const found = q ? list.rows.filter((row) => matches(words(row), q)) : [...list.rows];
    const by = parseSort(sort);
    const value = columns.find((it) => it.id === by?.id)?.value;
    if (by && value) found.sort((a, b) => (by.desc ? -1 : 1) * compare(value(a), value(b)));
    const from = (Math.min(page, pageCount(found.length, limit)) - 1) * limit;
    return {
      rows: found.slice(from, from + limit),
      total: found.length,
      loading: list.loading,
      busy: false,
      failed: list.failed,
    };
  }, [address, columns, list, words]);
}
