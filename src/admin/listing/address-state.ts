import { useStore } from '@nanostores/react';
import { atom, onMount } from 'nanostores';

/** The query of the address as state: reloads, bookmarks and the back button keep a table as it was. */
export const $address = atom('');

onMount($address, () => {
  const read = () => $address.set(location.search);
  read();
  addEventListener('popstate', read);
  return () => removeEventListener('popstate', read);
});

export const useAddress = (): string => useStore($address);

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
  show(url, step);
}

/** Shows what this query asks for and nothing else of what was asked; the back button comes back. */
export function goToQuery(query: string): void {
  const url = new URL(location.href);
  url.search = query;
  show(url, true);
}

function show(url: URL, step: boolean): void {
  if (url.href === location.href) return;
  if (step) history.pushState(history.state, '', url);
  else history.replaceState(history.state, '', url);
  $address.set(url.search);
}
