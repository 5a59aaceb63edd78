import type { Page } from '../../api/page.ts';
import { Button } from '../../ui/Button.tsx';
import { changeAddress } from './address-state.ts';
import { Counted } from './Counted.tsx';
import { pageCount, pageSizes, type TableQuery } from './table-query.ts';
import './table-pager.css';

interface TablePagerProps {
  readonly query: TableQuery;
  /** The result of the query. */
  readonly found: Omit<Page<unknown>, 'rows'>;
}

/** Pager with page size. Renders nothing if the smallest page holds everything. */
export function TablePager({ query, found: { total, totalIsLeast = false } }: TablePagerProps) {
  if (total <= pageSizes[0]) return null;
  const { limit } = query;
  const pages = pageCount(total, limit);
  const page = Math.min(query.page, pages);
  const go = (to: number) => changeAddress({ page: to === 1 ? null : String(to) }, { step: true });
  return (
    <nav className="table-pager" aria-label="Pages of the table">
      <label className="table-filter">
        <span>Rows per page</span>
        <select
          value={limit}
          onChange={({ currentTarget: { value } }) =>
            changeAddress({ limit: value === String(pageSizes[0]) ? null : value, page: null })
          }
        >
          {pageSizes.map((it) => (
            <option key={it}>{it}</option>
          ))}
        </select>
      </label>
      <Button look="quiet" disabled={page <= 1} onClick={() => go(page - 1)}>
        Previous
      </Button>
      <span>
        Page {page} of <Counted total={pages} totalIsLeast={totalIsLeast} />
      </span>
      <Button look="quiet" disabled={page >= pages} onClick={() => go(page + 1)}>
        Next
      </Button>
      {totalIsLeast && page >= pages && (
        <p className="table-pager__end">More rows exist. Narrow the list to see them.</p>
      )}
    </nav>
  );
}
