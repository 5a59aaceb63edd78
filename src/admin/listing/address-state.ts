import { useSyncExternalStore } from 'react';

const changed = 'hemline:address';

/** Calls back when the query of the address changes, by a table or by the back button. */
export function onAddressChange(listener: () => void): () => void {
  addEventListener('popstate', listener);
  addEventListener(changed, listener);
  return () => {
    removeEventListener('popstate', listener);
    removeEventListener(changed, listener);
  };
}

/** Null or an empty text takes a name out of the address. `step`: the back button comes back to what was before. */
export function changeAddress(
  values: Readonly<Record<string, string | null>>,
  { step = false }: { readonly step?: boolean } = {},
): void {
  const url = new URL(location.href);
  for (const [name, value] of Object.entries(values)) {
    if (value) url.searchParams.set(name, value);
    else url.searchParams.delete(name);
  }
  if (url.href === location.href) return;
  if (step) history.pushState(history.state, '', url);
  else history.replaceState(history.state, '', url);
  dispatchEvent(new Event(changed));
}

/** Makes the tables of the page load again as if their address had changed. */
export const reloadTables = (): void => void dispatchEvent(new Event(changed));

/** The query of the address as state: reloads, bookmarks and the back button keep a table as it was. */
export function useAddress(): string {
  return useSyncExternalStore(
    onAddressChange,
    () => location.search,
    () => '',
  );
}
