import { useState, type ReactNode } from 'react';
import type { Page } from '../../api/page.ts';
import { SearchBox } from '../frame/SearchBox.tsx';
import { changeAddress } from './address-state.ts';
import { ColumnChoice } from './ColumnChoice.tsx';
import { Counted } from './Counted.tsx';
import type { TableFilter } from './filter.ts';
import { TableFilters } from './TableFilters.tsx';
import type { TableQuery } from './table-query.ts';

interface TableToolsProps {
  readonly query: TableQuery;
  readonly filters: readonly TableFilter[];
  readonly page: Omit<Page<unknown>, 'rows'>;
  /** The number of matches is unknown. */
  readonly failed?: boolean;
  /** Omitted if there is nothing to search or filter. */
  readonly searchLabel?: string;
  readonly columns?: readonly { readonly id: string; readonly header: string }[];
  readonly hidden?: readonly string[];
  /** Saves the current list as a view. */
  readonly save?: ReactNode;
}

/** Search, filters and columns of a table, and the number of matches. */
export function TableTools(props: TableToolsProps) {
  const { query, filters, page, searchLabel, columns = [], hidden = [], failed = false } = props;
  const chosen = Object.keys(query.filters).length;
  const narrowed = query.q !== '' || chosen > 0;
  const hasMore = filters.length > 0 || columns.length > 0;
  const [open, setOpen] = useState(false);
  return (
    <div className="table-tools">
      {searchLabel && (
        <SearchBox
          className="table-search"
          label={searchLabel}
          query={query.q}
          shortcut="list"
          onSearch={(q) => changeAddress({ q, page: null })}
        />
      )}
      {hasMore && (
        <button
          type="button"
          className="button button--quiet table-tools__fold"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          Filters{chosen > 0 && `: ${chosen}`}
        </button>
      )}
      <div className="table-tools__more" data-open={open || undefined}>
        <TableFilters filters={filters} chosen={query.filters} />
        <ColumnChoice columns={columns} hidden={hidden} />
      </div>
      {props.save}
      <p role="status" className="table-tools__count">
        {!failed && (
          <>
            <Counted {...page} /> {narrowed ? 'found' : 'in all'}
          </>
        )}
      </p>
    </div>
  );
}
