interface TableSearchProps {
  readonly label: string;
  readonly query: string;
  readonly found: number;
  readonly total: number;
  readonly onSearch: (query: string) => void;
}

/** The search of one table, with a count of what it finds. */
export function TableSearch({ label, query, found, total, onSearch }: TableSearchProps) {
  return (
    <div className="table-search">
      <label>
        <span className="visually-hidden">{label}</span>
        <input
          type="search"
          placeholder={label}
          value={query}
          onChange={(event) => onSearch(event.currentTarget.value)}
        />
      </label>
      <p role="status">{query.trim() ? `${found} of ${total}` : `${total} in all`}</p>
    </div>
  );
}
