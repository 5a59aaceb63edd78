import { useSyncExternalStore } from 'react';

const changed = 'hemline:address';

function subscribe(listener: () => void): () => void {
  addEventListener('popstate', listener);
  addEventListener(changed, listener);
  return () => {
    removeEventListener('popstate', listener);
    removeEventListener(changed, listener);
  };
}

/** The query of the address as state: reloads, bookmarks and the back button keep a table as it was. */
export function useAddressState() {
  const search = useSyncExternalStore(
    subscribe,
    () => location.search,
    () => '',
  );
  const params = new URLSearchParams(search);

  function change(values: Readonly<Record<string, string | null>>): void {
    const url = new URL(location.href);
    for (const [name, value] of Object.entries(values)) {
      if (value) url.searchParams.set(name, value);
      else url.searchParams.delete(name);
    }
    history.replaceState(history.state, '', url);
    dispatchEvent(new Event(changed));
  }

  return { params, change };
}
