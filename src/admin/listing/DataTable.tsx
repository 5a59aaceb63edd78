import { messages } from '#shared/messages.ts';
import {
  createColumnHelper,
  createPaginatedRowModel,
  createSortedRowModel,
  metaHelper,
  rowPaginationFeature,
  rowSortingFeature,
  sortFn_alphanumeric,
  sortFn_basic,
  tableFeatures,
  useTable,
  type RowData,
  type SortingState,
} from '@tanstack/react-table';
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { useAddressState } from './address-state.ts';
import type { ListState } from './remote-list.ts';
import { ListNotice } from './ListNotice.tsx';
import { matches } from './matches.ts';
import { TablePager } from './TablePager.tsx';
import { TableSearch } from './TableSearch.tsx';

export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** What the column sorts by; a column without it cannot be sorted. */
  readonly value?: (row: Row) => string | number;
  /** `title` heads the row on phones, `figures` stand at the line's end, `actions` close the row. */
  readonly kind?: 'title' | 'figures' | 'actions' | 'pictures';
}

interface DataTableProps<Row extends RowData> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly list: ListState<Row>;
  readonly rowId: (row: Row) => string;
  readonly empty: string;
  readonly reload: () => Promise<void>;
  /** The text that a search looks through. */
  readonly words: (row: Row) => string;
  readonly searchLabel: string;
}

const pageSize = 25;
const features = tableFeatures({
  rowSortingFeature,
  rowPaginationFeature,
  sortedRowModel: createSortedRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric, basic: sortFn_basic },
  columnMeta: metaHelper<{ kind: Column<unknown>['kind'] }>(),
});

function parseSorting(text: string | null): SortingState {
  if (!text) return [];
  return text.startsWith('-') ? [{ id: text.slice(1), desc: true }] : [{ id: text, desc: false }];
}

/** A real table with search, sorting and pages, all of them in the address; stacked rows on a phone. */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { columns, list, words, rowId } = props;
  const { params, change } = useAddressState();
  const query = params.get('q') ?? '';
  const found = useMemo(
    () => (query.trim() ? list.rows.filter((row) => matches(words(row), query)) : [...list.rows]),
    [list.rows, query, words],
  );
  const sorting = useMemo(() => {
    const known = (id: string) => columns.some((it) => it.id === id && it.value);
    return parseSorting(params.get('sort')).filter((it) => known(it.id));
  }, [columns, params]);
  const pages = Math.max(1, Math.ceil(found.length / pageSize));
  const wanted = Number.parseInt(params.get('page') ?? '1', 10) || 1;
  const pageIndex = Math.min(Math.max(wanted, 1), pages) - 1;

  const definitions = useMemo(() => {
    const helper = createColumnHelper<typeof features, Row>();
    return helper.columns(
      columns.map((it) =>
        helper.accessor((row) => it.value?.(row) ?? '', {
          id: it.id,
          header: it.header,
          enableSorting: it.value !== undefined,
          sortFn: 'auto',
          cell: ({ row }) => it.cell(row.original),
          meta: { kind: it.kind },
        }),
      ),
    );
  }, [columns]);

  const table = useTable({
    features,
    columns: definitions,
    data: found,
    getRowId: rowId,
    state: { sorting, pagination: { pageIndex, pageSize } },
    enableMultiSort: false,
    autoResetPageIndex: false,
    onSortingChange: (update) => {
      const [next] = typeof update === 'function' ? update(sorting) : update;
      change({ sort: next ? `${next.desc ? '-' : ''}${next.id}` : null, page: null });
    },
  });

  if (list.loading || list.rows.length === 0) {
    return <ListNotice list={list} empty={props.empty} reload={props.reload} />;
  }

  return (
    <div className="data-table">
      <TableSearch
        label={props.searchLabel}
        query={query}
        found={found.length}
        total={list.rows.length}
        onSearch={(q) => change({ q, page: null })}
      />
      <table>
        <caption className="visually-hidden">{props.caption}</caption>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map(({ id, column }) => {
                const sorted = column.getIsSorted();
                const Icon =
                  sorted === 'asc' ? ArrowUp : sorted === 'desc' ? ArrowDown : ArrowUpDown;
                const text = String(column.columnDef.header);
                return (
                  <th
                    key={id}
                    scope="col"
                    data-kind={column.columnDef.meta?.kind}
                    data-sortable={column.getCanSort() || undefined}
                    aria-sort={
                      sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : undefined
                    }
                  >
                    {column.getCanSort() ? (
                      <button type="button" onClick={() => column.toggleSorting()}>
                        {text}
                        <Icon aria-hidden size={12} />
                      </button>
                    ) : (
                      text
                    )}
                  </th>
                );
              })}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id}>
              {row.getAllCells().map((cell) => (
                <td
                  key={cell.id}
                  data-label={String(cell.column.columnDef.header)}
                  data-kind={cell.column.columnDef.meta?.kind}
                >
                  <table.FlexRender cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {found.length === 0 && (
        <div className="list-notice">
          <p>{messages.products.nothingFound}</p>
          <button
            type="button"
            className="button button--quiet"
            onClick={() => change({ q: null, page: null })}
          >
            Clear the search
          </button>
        </div>
      )}
      <TablePager
        page={pageIndex + 1}
        pages={pages}
        onPage={(page) => change({ page: page === 1 ? null : String(page) })}
      />
    </div>
  );
}
