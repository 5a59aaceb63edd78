import {
  columnVisibilityFeature,
  createColumnHelper,
  metaHelper,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type RowData,
  type SortingState,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import { changeAddress } from './address-state.ts';
import type { Column } from './column.ts';
import { SelectBox } from './SelectBox.tsx';
import { SortHead } from './SortHead.tsx';
import { parseSort } from './table-query.ts';

/** The selected rows by id, on whichever pages they stand. */
export type Selection = Record<string, true>;

interface TableGridProps<Row extends RowData> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  readonly rowName: ((row: Row) => string) | undefined;
  readonly sort: string | null;
  readonly hidden: readonly string[];
  /** Null where rows cannot be selected. */
  readonly selection: Selection | null;
  readonly onSelection: (selection: Selection) => void;
}

const features = tableFeatures({
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
  columnMeta: metaHelper<{ kind: Column<unknown>['kind'] }>(),
});

/** The rows of one page. They come sorted; a head that is pressed changes the address. */
export function TableGrid<Row extends RowData>(props: TableGridProps<Row>) {
  const { columns, rows, rowId, rowName, hidden, selection, onSelection } = props;
  const sorting = useMemo((): SortingState => {
    const by = parseSort(props.sort);
    return by && columns.some((it) => it.id === by.id) ? [by] : [];
  }, [columns, props.sort]);

  const definitions = useMemo(() => {
    const helper = createColumnHelper<typeof features, Row>();
    return helper.columns(
      columns.map((it) =>
        helper.display({
          id: it.id,
          header: it.header,
          cell: ({ row }) => it.cell(row.original),
          meta: { kind: it.kind },
        }),
      ),
    );
  }, [columns]);
  const sortable = (id: string) => columns.some((it) => it.id === id && it.sortable);

  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: rowId,
    manualSorting: true,
    enableMultiSort: false,
    state: {
      sorting,
      rowSelection: selection ?? {},
      columnVisibility: Object.fromEntries(hidden.map((id) => [id, false])),
    },
    onRowSelectionChange: (update) =>
      onSelection(typeof update === 'function' ? update(selection ?? {}) : update),
  });

  function sortBy(id: string): void {
    const [now] = sorting;
    const next = now?.id !== id ? `${id}-asc` : now.desc ? null : `${id}-desc`;
    changeAddress({ sort: next, page: null });
  }

  return (
    <table data-selectable={selection ? true : undefined}>
      <caption className="visually-hidden">{props.caption}</caption>
      <thead>
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id}>
            {selection && rows.length > 0 && (
              <th scope="col" data-kind="select">
                <SelectBox
                  label="Select all rows of this page"
                  checked={table.getIsAllPageRowsSelected()}
                  mixed={table.getIsSomePageRowsSelected()}
                  onChange={(checked) => table.toggleAllPageRowsSelected(checked)}
                />
              </th>
            )}
            {group.headers.map(({ id, column }) => (
              <SortHead
                key={id}
                text={String(column.columnDef.header)}
                kind={column.columnDef.meta?.kind}
                sorted={sorting.find((it) => it.id === id)}
                onSort={sortable(id) ? () => sortBy(id) : undefined}
              />
            ))}
          </tr>
        ))}
      </thead>
      <tbody>
        {table.getRowModel().rows.map((row) => (
          <tr key={row.id} data-selected={row.getIsSelected() || undefined}>
            {selection && (
              <td data-kind="select">
                <SelectBox
                  label={`Select ${rowName?.(row.original) ?? 'this row'}`}
                  checked={row.getIsSelected()}
                  onChange={(checked) => row.toggleSelected(checked)}
                />
              </td>
            )}
            {row.getVisibleCells().map((cell) => (
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
  );
}
