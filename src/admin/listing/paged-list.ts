import type { BoundedTotal } from '#shared/schemas/common.ts';
import { atom, onMount } from 'nanostores';
import type { Failure } from '../../api/client.ts';
import { toastInfo } from '../../stores/toasts.ts';
import { changeAddress, onAddressChange } from './address-state.ts';
import { readTableQuery, type TableQuery } from './table-query.ts';

/** One page of a list that the server cuts, sorts and counts. */
export interface PagedState<Row> {
  readonly rows: readonly Row[];
  /** How many rows fit the search and the filters, on all pages. */
  readonly total: number;
  /** Counting stopped there: at least so many fit. */
  readonly totalIsLeast?: boolean | undefined;
  /** True until the first answer, good or bad. */
  readonly loading: boolean;
  /** A newer page is on its way; the rows are those of before. */
  readonly busy: boolean;
  /** The last request failed; the rows are those of the answer before, or none. */
  readonly failed: boolean;
}

export interface PageOfRows<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly totalIsLeast?: boolean | undefined;
}

/** The page of a list that may have more rows than anybody counts. */
export function pageOf<Row>(
  rows: readonly Row[],
  { total, totalIsLeast }: BoundedTotal,
): PageOfRows<Row> {
  return { rows, total, totalIsLeast };
}

/** Why there is no page, where the request failed. */
export interface NoPage {
  /** Names of what in the address the server could make no sense of. */
  readonly wrong: readonly string[];
}

/** For the page that a call did not answer. */
export const noPage = ({ status, issues }: Failure): NoPage => ({
  wrong: status === 400 ? issues.map((it) => it.path) : [],
});

const nothingYet: PagedState<never> = {
  rows: [],
  total: 0,
  loading: true,
  busy: true,
  failed: false,
};

interface PagedListOptions {
  /** Names of the filters in the address. */
  readonly filters?: readonly string[];
  /** The columns by which the server sorts; any other in the address is ignored. */
  readonly sorts: readonly string[];
}

/**
 * The page of a list that the address asks for: loads when first looked at, whenever the address changes, and on `load()`.
 * `fetchPage` never throws. What nobody understands
 * in the address, a link of old times for instance, is taken out of it, and that is said.
 */
export function pagedList<Row extends { readonly _id: string }>(
  fetchPage: (query: TableQuery) => Promise<PageOfRows<Row> | NoPage>,
  { filters = [], sorts }: PagedListOptions,
) {
  // Kept here too: reading a store that nobody looks at would make it load.
  let state: PagedState<Row> = nothingYet;
  const $list = atom(state);
  let latest = 0;
  let looking = false;

  function show(next: PagedState<Row>): void {
    state = next;
    $list.set(next);
  }

  async function load(): Promise<void> {
    // Where nobody looks the address is another screen's; the next look loads anyway.
    if (!looking) return;
    const mine = ++latest;
    if (!state.busy) show({ ...state, busy: true });
    const page = await fetchPage(readTableQuery(location.search, filters, sorts));
    // An older answer must not overwrite a newer one.
    if (mine !== latest) return;
    if ('rows' in page) {
      const { rows, total, totalIsLeast = false } = page;
      show({ rows, total, totalIsLeast, loading: false, busy: false, failed: false });
      return;
    }
    const asked = new URLSearchParams(location.search);
    const wrong = page.wrong.filter((name) => asked.has(name));
    if (wrong.length === 0) {
      show({ ...state, loading: false, busy: false, failed: true });
      return;
    }
    toastInfo(`Not understood in this address, and left out: ${wrong.join(', ')}`);
    changeAddress(Object.fromEntries(wrong.map((name) => [name, null])));
  }

  /** Takes deleted rows out at once, then loads again, newest first. */
  async function remove(ids: readonly string[]): Promise<void> {
    const rows = state.rows.filter((row) => !ids.includes(row._id));
    show({ ...state, rows, total: Math.max(0, state.total - ids.length) });
    if (new URLSearchParams(location.search).has('sort')) changeAddress({ sort: null });
    else await load();
  }

  onMount($list, () => {
    looking = true;
    void load();
    const stop = onAddressChange(() => void load());
    return () => {
      looking = false;
      stop();
    };
  });

  return { $list, load, remove } as const;
}
