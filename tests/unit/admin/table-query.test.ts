import { expect, test } from 'vitest';
import {
  pageCount,
  parseSort,
  readTableQuery,
  tableParams,
} from '../../../src/admin/listing/table-query.ts';

test('a table reads its state from the address and asks the server for just that', () => {
  const query = readTableQuery('?page=3&limit=50&sort=price-desc&q=+wool+&status=Paid&x=1', [
    'status',
  ]);
  expect(query).toEqual({
    page: 3,
    limit: 50,
    sort: 'price-desc',
    q: 'wool',
    filters: { status: 'Paid' },
  });
  expect(tableParams(query)).toBe('limit=50&page=3&sort=price-desc&q=wool&status=Paid');
});

test.each(['', '?page=0&limit=7&sort=price&q=', '?page=-1&limit=1e9&sort=a-b-c', '?page=1.5'])(
  'what nobody can mean is left out: %j',
  (search) => {
    expect(readTableQuery(search)).toEqual({ page: 1, limit: 25, sort: null, q: '', filters: {} });
  },
);

test('a sort by what cannot be sorted by is left out', () => {
  const sortOf = (search: string) => readTableQuery(search, [], ['price']).sort;
  expect([sortOf('?sort=price-asc'), sortOf('?sort=colour-asc')]).toEqual(['price-asc', null]);
});

test('a sort is a column and a direction', () => {
  expect(parseSort('createdAt-asc')).toEqual({ id: 'createdAt', desc: false });
  expect([parseSort('-price'), parseSort('price-up'), parseSort(null)]).toEqual([null, null, null]);
});

test('an empty table has one page', () => {
  expect([0, 25, 26].map((total) => pageCount(total, 25))).toEqual([1, 1, 2]);
});
