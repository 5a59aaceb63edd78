import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

interface TableSearchProps {
  readonly label: string;
  readonly query: string;
  readonly onSearch: (query: string) => void;
}

/** Long enough not to ask for every letter, short enough not to be waited for. */
const pauseMs = 200;

/** The search of one table; asks once the typing pauses, at once on Enter. */
export function TableSearch({ label, query, onSearch }: TableSearchProps) {
  const [typed, setTyped] = useState(query);
  const [shown, setShown] = useState(query);
  const timer = useRef(0);
  // The address changed by another hand: the back button, or a search that was cleared.
  if (shown !== query) {
    setShown(query);
    if (typed.trim() !== query) setTyped(query);
  }
  useEffect(() => () => clearTimeout(timer.current), []);

  function search(text: string): void {
    clearTimeout(timer.current);
    onSearch(text.trim());
  }

  return (
    <form
      role="search"
      className="table-search"
      onSubmit={(event) => {
        event.preventDefault();
        search(typed);
      }}
    >
      <button type="submit" className="icon-button" aria-label="Search">
        <Search aria-hidden size={16} />
      </button>
      <label>
        <span className="visually-hidden">{label}</span>
        <input
          type="search"
          placeholder={label}
          maxLength={200}
          value={typed}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value);
            clearTimeout(timer.current);
            timer.current = window.setTimeout(() => search(value), pauseMs);
          }}
        />
      </label>
    </form>
  );
}
