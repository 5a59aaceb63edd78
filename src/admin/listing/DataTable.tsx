import { messages } from '#shared/messages.ts';
import { useMemo, useState, type ReactNode } from 'react';
import type { RowData } from '@tanstack/react-table';
import { changeAddress, useAddress } from './address-state.ts';
import type { Column } from './column.ts';
import { Counted } from './Counted.tsx';
import { ColumnChoice } from './ColumnChoice.tsx';
import type { TableFilter } from './filter.ts';
import { ListNotice } from './ListNotice.tsx';
import type { PagedState } from './paged-list.ts';
import { TableFilters } from './TableFilters.tsx';
import { TableGrid, type Selection } from './TableGrid.tsx';
import { TablePager } from './TablePager.tsx';
import { TableSearch } from './TableSearch.tsx';
import { pageCount, readTableQuery } from './table-query.ts';

/** What a bulk action works on. */
export interface Selected {
  readonly ids: readonly string[];
  /** To be called once the action has succeeded. */
  readonly clear: () => void;
}

interface DataTableProps<Row extends RowData> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  /** The page that the address asks for. */
  readonly list: PagedState<Row>;
  readonly reload: () => Promise<void>;
  readonly rowId: (row: Row) => string;
  /** What is said where the shop has no such record at all. */
  readonly empty: string;
  readonly searchLabel: string;
  readonly filters?: readonly TableFilter[];
  /** Makes rows selectable and draws what can be done with those selected, on whichever pages they stand. */
  readonly bulk?: (selected: Selected) => ReactNode;
  /** What a row is called by those who select it without seeing it. */
  readonly rowName?: (row: Row) => string;
}

const count = new Intl.NumberFormat('en-US');
const noFilters: readonly TableFilter[] = [];
/** A table of nothing but actions would be of no use. */
const canHide = ({ kind }: { readonly kind?: Column<unknown>['kind'] }) =>
  kind !== 'title' && kind !== 'actions';

/**
 * A real table over one page of a list: search, filters, sorting, pages and hidden columns all stand in the address;
 * on a phone rows are cards.
 */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { columns, list, filters = noFilters, bulk, rowId } = props;
  const address = useAddress();
  const query = useMemo(
    () =>
      readTableQuery(
        address,
        filters.map((it) => it.name),
      ),
    [address, filters],
  );
  const hidden = useMemo(() => {
    const names = (new URLSearchParams(address).get('hide') ?? '').split(',');
    return columns.filter((it) => canHide(it) && names.includes(it.id)).map((it) => it.id);
  }, [address, columns]);
  const [selection, setSelection] = useState<Selection>({});
  const ids = Object.keys(selection);
  const clear = () => setSelection({});
  const narrowed = query.q !== '' || Object.keys(query.filters).length > 0;

  function showAll(): void {
    changeAddress({
      q: null,
      page: null,
      ...Object.fromEntries(filters.map(({ name }) => [name, null])),
    });
  }

  if (list.loading || (list.total === 0 && !narrowed)) {
    return <ListNotice list={list} empty={props.empty} reload={props.reload} />;
  }

  return (
    <div className="data-table" aria-busy={list.busy}>
      <div className="table-tools">
        <TableSearch
          label={props.searchLabel}
          query={query.q}
          onSearch={(q) => changeAddress({ q, page: null })}
        />
        <TableFilters filters={filters} chosen={query.filters} />
        <ColumnChoice columns={columns.filter(canHide)} hidden={hidden} />
        <p role="status" className="table-tools__count">
          <Counted total={list.total} totalIsLeast={list.totalIsLeast} />{' '}
          {narrowed ? 'found' : 'in all'}
        </p>
      </div>
      {list.failed && (
        <div className="table-failed" role="alert">
          <p>The list could not be loaded.</p>
          <button
            type="button"
            className="button button--quiet"
            onClick={() => void props.reload()}
          >
            Load again
          </button>
        </div>
      )}
      <TableGrid
        caption={props.caption}
        columns={columns}
        rows={list.rows}
        rowId={rowId}
        rowName={props.rowName}
        sort={query.sort}
        hidden={hidden}
        selection={bulk ? selection : null}
        onSelection={setSelection}
      />
      {list.total === 0 && (
        <div className="list-notice">
          <p>{messages.products.nothingFound}</p>
          <button type="button" className="button button--quiet" onClick={showAll}>
            {query.q ? 'Clear the search' : 'Clear the filters'}
          </button>
        </div>
      )}
      <TablePager
        page={Math.min(query.page, pageCount(list.total, query.limit))}
        limit={query.limit}
        total={list.total}
        totalIsLeast={list.totalIsLeast}
      />
      {bulk && ids.length > 0 && (
        <section className="bulk-bar" aria-label="Selected rows">
          <p role="status">{count.format(ids.length)} selected</p>
          {bulk({ ids, clear })}
          <button type="button" className="link-button" onClick={clear}>
            Clear selection
          </button>
        </section>
      )}
    </div>
  );
}
