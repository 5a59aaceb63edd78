import { atom, onMount } from 'nanostores';
import { newestFirst } from '#shared/domain/sort-options.ts';

export interface ListState<Row> {
  readonly rows: readonly Row[];
  /** True until the first answer, good or bad. */
  readonly loading: boolean;
  /** The last request failed; the rows are those of the answer before, or none. */
  readonly failed: boolean;
}

interface Listed {
  readonly _id: string;
  readonly createdAt: string;
}

/**
 * A list that the server holds: loads when first looked at, again on `load()`, newest first.
 * `fetchRows` answers null when the request failed; it never throws.
 */
export function remoteList<Row extends Listed>(fetchRows: () => Promise<readonly Row[] | null>) {
  const $list = atom<ListState<Row>>({ rows: [], loading: true, failed: false });
  let latest = 0;

  async function load(): Promise<void> {
    const mine = ++latest;
    const rows = await fetchRows();
    // An older answer must not overwrite a newer one.
    if (mine !== latest) return;
    $list.set({
      rows: rows === null ? $list.get().rows : newestFirst(rows),
      loading: false,
      failed: rows === null,
    });
  }

  function remove(id: string): void {
    const state = $list.get();
    $list.set({ ...state, rows: newestFirst(state.rows.filter((row) => row._id !== id)) });
  }

  onMount($list, () => {
    void load();
  });

  return { $list, load, remove } as const;
}
