import { atom, onMount } from 'nanostores';

const key = 'hemline:dense-tables';

/** Whether tables have compact rows; remembered by this browser. */
export const $dense = atom(false);

onMount($dense, () => {
  $dense.set(localStorage.getItem(key) === '1');
});

export function setDense(dense: boolean): void {
  $dense.set(dense);
  try {
    if (dense) localStorage.setItem(key, '1');
    else localStorage.removeItem(key);
  } catch {
    // A browser that keeps nothing starts with the usual rows each time.
  }
}
