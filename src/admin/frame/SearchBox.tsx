import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useShortcut, type Shortcut } from './shortcuts.ts';

interface SearchBoxProps {
  readonly className: string;
  readonly label: string;
  /** The current query of the page. */
  readonly query: string;
  readonly onSearch: (query: string) => void;
  /** The shortcut that moves the focus here. */
  readonly shortcut: Shortcut;
}

/** Long enough to avoid a request per letter, short enough to feel immediate. */
const pauseMs = 200;

/** A search field that searches when typing pauses, and immediately on Enter. */
export function SearchBox({ className, label, query, onSearch, shortcut }: SearchBoxProps) {
  const [typed, setTyped] = useState(query);
  const [shown, setShown] = useState(query);
  const timer = useRef(0);
  const input = useRef<HTMLInputElement>(null);
  const key = useShortcut(shortcut, input);
  // The back button, or a button that clears the search, changed the query.
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
      aria-label={label}
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        search(typed);
      }}
    >
      <button type="submit" className="icon-button" aria-label="Search">
        <Search aria-hidden size={16} />
      </button>
      <input
        type="search"
        ref={input}
        aria-label={label}
        aria-keyshortcuts={key?.aria}
        title={key ? `${label} (${key.name})` : label}
        placeholder={label}
        autoComplete="off"
        maxLength={200}
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          clearTimeout(timer.current);
          timer.current = window.setTimeout(() => search(value), pauseMs);
        }}
      />
    </form>
  );
}
