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
  // Kept here too: reading a store that nobody looks at would make it load.
  let state: ListState<Row> = { rows: [], loading: true, failed: false };
  const $list = atom(state);
  let latest = 0;

  function show(next: ListState<Row>): void {
    state = next;
    $list.set(next);
  }

  async function load(): Promise<void> {
    const mine = ++latest;
    const rows = await fetchRows();
    // An older answer must not overwrite a newer one.
    if (mine !== latest) return;
    show({
      rows: rows === null ? state.rows : newestFirst(rows),
      loading: false,
      failed: rows === null,
    });
  }

  onMount($list, () => {
    void load();
  });

  return { $list, load } as const;
}
