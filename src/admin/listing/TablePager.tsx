interface TablePagerProps {
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
}

/** Previous, where we are, next; nothing where one page holds all. */
export function TablePager({ page, pages, onPage }: TablePagerProps) {
  if (pages < 2) return null;
  return (
    <nav className="table-pager" aria-label="Pages of the table">
      <button
        type="button"
        className="button button--quiet"
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        Previous
      </button>
      <span>
        Page {page} of {pages}
      </span>
      <button
        type="button"
        className="button button--quiet"
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      >
        Next
      </button>
    </nav>
  );
}
