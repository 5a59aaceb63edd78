import { atom, onMount, type ReadableAtom } from 'nanostores';

interface Preference {
  readonly $on: ReadableAtom<boolean>;
  readonly set: (on: boolean) => void;
}

/** A setting that this browser remembers; off by default. */
function preference(key: string): Preference {
  const $on = atom(false);
  onMount($on, () => {
    // Parts of the frame are rendered on the server.
    if (typeof window !== 'undefined') $on.set(localStorage.getItem(key) === '1');
  });
  return {
    $on,
    set(on) {
      $on.set(on);
      try {
        if (on) localStorage.setItem(key, '1');
        else localStorage.removeItem(key);
      } catch {
        // Without storage it is off again on the next page.
      }
    },
  };
}

/** Compact rows in tables. */
export const dense = preference('hemline:dense-tables');
/** Disables single-key shortcuts (WCAG 2.1.4). */
export const withoutKeys = preference('hemline:no-single-keys');
