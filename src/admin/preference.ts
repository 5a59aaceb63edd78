import { atom, onMount, type ReadableAtom } from 'nanostores';

interface Preference {
  readonly $on: ReadableAtom<boolean>;
  readonly set: (on: boolean) => void;
}

/** A choice that this browser remembers; off until it is made. */
function preference(key: string): Preference {
  const $on = atom(false);
  onMount($on, () => {
    // Some of the frame is drawn by the server.
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
        // A browser that keeps nothing has it off again next time.
      }
    },
  };
}

/** Compact rows in tables. */
export const dense = preference('hemline:dense-tables');
/** No key but those pressed with Ctrl does anything by itself (WCAG 2.1.4). */
export const withoutKeys = preference('hemline:no-single-keys');
