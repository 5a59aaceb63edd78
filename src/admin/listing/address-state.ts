import { useStore } from '@nanostores/react';
import { atom, onMount } from 'nanostores';

/** The query of the URL as state, so that reloads, bookmarks and the back button restore a table. */
export const $address = atom('');

onMount($address, () => {
  const read = () => $address.set(location.search);
  read();
  addEventListener('popstate', read);
  return () => removeEventListener('popstate', read);
});

export const useAddress = (): string => useStore($address);

/** Null or an empty string removes a name. `step` adds a history entry. */
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

/** Replaces the whole query, with a history entry. */
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
