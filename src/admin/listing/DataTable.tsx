import { useStore } from '@nanostores/react';
import { messages } from '#shared/messages.ts';
import { useState, type ReactNode } from 'react';
import { Modal } from '../../ui/Modal.tsx';
import { Button } from '../../ui/Button.tsx';
import { dense } from '../preference.ts';
import { changeAddress, useAddress } from './address-state.ts';
import { BulkBar } from './BulkBar.tsx';
import type { Column } from './column.tsx';
import { ConfirmDelete } from './ConfirmDelete.tsx';
import type { TableFilter } from './filter.ts';
import { ListNotice } from './ListNotice.tsx';
import { RowActions } from './RowActions.tsx';
import { TableGrid, titleId, type Selection } from './TableGrid.tsx';
import type { Listed, TableList } from './table-list.ts';
import { TablePager } from './TablePager.tsx';
import { readTableQuery, tableParams } from './table-query.ts';
import { TableTools } from './TableTools.tsx';
import { SavedViews } from '../views/SavedViews.tsx';

/** The selection of a bulk action. */
export interface Selected {
  readonly ids: readonly string[];
  /** Call this after the action has succeeded. */
  readonly clear: () => void;
}

interface DataTableProps<Row extends Listed> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly list: TableList<Row>;
  /** Shown if there are no records at all. */
  readonly empty: string;
  readonly searchLabel: string;
  readonly filters?: readonly TableFilter[];
  /** The name of a row, for titles and screen readers. */
  readonly rowName: (row: Row) => string;
  /** Makes rows selectable and renders the actions for the selected ones, on all pages. */
  readonly bulk?: (selected: Selected) => ReactNode;
  /** Further actions of a row, before Edit and Delete; `describedBy` names the row for screen readers. */
  readonly links?: (row: Row, describedBy: string) => ReactNode;
  /** The form in which a row is edited. */
  readonly edit?: (row: Row, close: () => void) => ReactNode;
  /** Resolves with whether the row was deleted. */
  readonly remove?: {
    readonly question: string;
    /** Side effects of the deletion. */
    readonly consequence?: (row: Row) => string;
    readonly run: (row: Row) => Promise<boolean>;
  };
  /** Omitted if the list is part of another screen. */
  readonly views?: boolean;
  /** The header of the actions column. */
  readonly actions?: string;
}

const noFilters: readonly TableFilter[] = [];

/**
 * A table of one page of a list. Search, filters, sorting, page and hidden columns are in the URL. On phones, rows become
 * cards.
 */
export function DataTable<Row extends Listed>(props: DataTableProps<Row>) {
  const { list, filters = noFilters, bulk, rowName, links, edit, remove } = props;
  const page = useStore(list.$page);
  const compact = useStore(dense.$on);
  const address = useAddress();
  const query = readTableQuery(
    address,
    filters.map((it) => it.name),
  );
  const [selection, setSelection] = useState<Selection>({});
  // The query of which everything is selected, if so.
  const [allOf, setAllOf] = useState<string | null>(null);
  const [dialog, setDialog] = useState<{ what: 'edit' | 'delete'; row: Row } | null>(null);
  const ids = Object.keys(selection);
  const select = (selected: Selection) => {
    setSelection(selected);
    setAllOf(null);
  };
  const clear = () => select({});
  const shown = tableParams({ ...query, page: 1 });
  const { allIds } = list;

  async function selectAll(): Promise<void> {
    const found = await allIds?.();
    if (!found) return;
    setSelection(Object.fromEntries(found.map((id) => [id, true])));
    setAllOf(shown);
  }
  const close = () => setDialog(null);
  const edited = dialog?.what === 'edit' ? dialog.row : null;
  const toDelete = dialog?.what === 'delete' ? dialog.row : null;
  const narrowed = query.q !== '' || Object.keys(query.filters).length > 0;
  // Whether this page of rows was narrowed: those of a cleared search stay until the others are loaded.
  const [last, setLast] = useState({ page, narrowed });
  if (page !== last.page && !page.busy) setLast({ page, narrowed });
  const { columns, actions = 'Actions', views = true } = props;
  const all: readonly Column<Row>[] =
    links || edit || remove
      ? [
          ...columns,
          { id: actions.toLowerCase(), header: actions, kind: 'actions', cell: actionsOf },
        ]
      : columns;
  const names = (new URLSearchParams(address).get('hide') ?? '').split(',');
  const choosable = all.filter(({ kind }) => kind !== 'title' && kind !== 'actions');
  const hidden = choosable.map((it) => it.id).filter((id) => names.includes(id));

  function actionsOf(row: Row): ReactNode {
    const describedBy = titleId(row);
    return (
      <>
        {links?.(row, describedBy)}
        {(edit || remove) && (
          <RowActions
            describedBy={describedBy}
            onEdit={edit && (() => setDialog({ what: 'edit', row }))}
            onDelete={remove && (() => setDialog({ what: 'delete', row }))}
          />
        )}
      </>
    );
  }

  const toolsWith = (save?: ReactNode) => (
    <TableTools
      searchLabel={props.searchLabel}
      query={query}
      filters={filters}
      columns={choosable}
      hidden={hidden}
      page={page}
      failed={page.failed}
      save={save}
    />
  );

  if (page.loading || (page.total === 0 && !last.narrowed)) {
    return <ListNotice {...page} empty={props.empty} reload={list.reload} />;
  }

  return (
    <>
      <div className="data-table" aria-busy={page.busy} data-dense={compact || undefined}>
        {views ? (
          <SavedViews list={list.name} filters={filters}>
            {toolsWith}
          </SavedViews>
        ) : (
          toolsWith()
        )}
        {page.failed && (
          <div className="table-failed" role="alert">
            <p>{messages.loading.failed('list')}</p>
            <Button look="quiet" onClick={list.reload}>
              Try again
            </Button>
          </div>
        )}
        <TableGrid
          caption={props.caption}
          columns={all}
          rows={page.rows}
          rowName={rowName}
          sort={query.sort}
          sorts={list.sorts}
          hidden={hidden}
          selection={bulk ? selection : null}
          onSelection={select}
        />
        {page.total === 0 && !page.failed && (
          <div className="list-notice">
            <p>{messages.products.nothingFound}</p>
            <Button
              look="quiet"
              onClick={() =>
                changeAddress({
                  q: null,
                  page: null,
                  ...Object.fromEntries(filters.map(({ name }) => [name, null])),
                })
              }
            >
              {query.q ? 'Clear the search' : 'Clear the filters'}
            </Button>
          </div>
        )}
        <TablePager query={query} found={page} />
        {bulk && ids.length > 0 && (
          <BulkBar
            {...{ ids, allOf, shown, clear }}
            total={page.total}
            pageSelected={page.rows.every((row) => selection[row._id])}
            selectAll={allIds && selectAll}
          >
            {bulk({ ids, clear })}
          </BulkBar>
        )}
      </div>
      <Modal title={edited ? `Edit ${rowName(edited)}` : ''} open={edited !== null} onClose={close}>
        {edited && edit?.(edited, close)}
      </Modal>
      {remove && (
        <ConfirmDelete
          title={toDelete && `Delete ${rowName(toDelete)}`}
          question={remove.question}
          consequence={toDelete ? remove.consequence?.(toDelete) : undefined}
          onYes={async () => {
            if (!toDelete || !(await remove.run(toDelete))) return false;
            const { [toDelete._id]: _, ...rest } = selection;
            select(rest);
            return true;
          }}
          onClose={close}
        />
      )}
    </>
  );
}
