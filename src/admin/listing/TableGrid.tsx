import {
  columnVisibilityFeature,
  createColumnHelper,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type SortingState,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import { changeAddress } from './address-state.ts';
import type { Column } from './column.tsx';
import { SelectBox } from './SelectBox.tsx';
import { SortHead } from './SortHead.tsx';
import type { Listed } from './table-list.ts';
import { parseSort } from './table-query.ts';

/** The selected rows by id, on all pages. */
export type Selection = Record<string, true>;

interface TableGridProps<Row extends Listed> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowName: (row: Row) => string;
  readonly sort: string | null;
  /** The columns by which the server sorts. */
  readonly sorts: readonly string[];
  readonly hidden: readonly string[];
  /** Null if rows cannot be selected. */
  readonly selection: Selection | null;
  readonly onSelection: (selection: Selection) => void;
}

const features = tableFeatures({
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
});

/** The id of the cell that names a row. */
export const titleId = ({ _id }: Listed): string => `row-${_id}`;

/** The rows of one page. The server sorts them; a header changes the URL. */
export function TableGrid<Row extends Listed>(props: TableGridProps<Row>) {
  const { columns, rows, rowName, hidden, sorts, selection, onSelection } = props;
  const sorting = useMemo((): SortingState => {
    const by = parseSort(props.sort);
    return by && sorts.includes(by.id) ? [by] : [];
  }, [sorts, props.sort]);
  const columnOf = (id: string) => columns.find((it) => it.id === id);
  const ids = columns.map((it) => it.id).join(' ');
  const definitions = useMemo(() => {
    const helper = createColumnHelper<typeof features, Row>();
    return helper.columns(ids.split(' ').map((id) => helper.display({ id })));
  }, [ids]);

  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: (row) => row._id,
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
              <th scope="col" data-kind="select" data-label="Select all">
                <SelectBox
                  label="Select all rows of this page"
                  checked={table.getIsAllPageRowsSelected()}
                  mixed={table.getIsSomePageRowsSelected()}
                  onChange={(checked) => table.toggleAllPageRowsSelected(checked)}
                />
              </th>
            )}
            {group.headers.map(({ id }) => (
              <SortHead
                key={id}
                text={columnOf(id)?.header ?? ''}
                kind={columnOf(id)?.kind}
                sorted={sorting.find((it) => it.id === id)}
                onSort={sorts.includes(id) ? () => sortBy(id) : undefined}
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
                  label={`Select ${rowName(row.original)}`}
                  checked={row.getIsSelected()}
                  onChange={(checked) => row.toggleSelected(checked)}
                />
              </td>
            )}
            {row.getVisibleCells().map(({ column: { id } }) => {
              const column = columnOf(id);
              return (
                <td
                  key={id}
                  id={column?.kind === 'title' ? titleId(row.original) : undefined}
                  data-label={column?.header}
                  data-kind={column?.kind}
                >
                  {column?.cell(row.original)}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
