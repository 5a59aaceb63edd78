import { messages } from '#shared/messages.ts';
import { computed, onMount, type ReadableAtom } from 'nanostores';
import type { Failure, Reply, Resource } from '../../api/client.ts';
import type { Page } from '../../api/page.ts';
import { query, revalidate, write } from '../../api/query.ts';
import { toastError, toastInfo } from '../../stores/toasts.ts';
import { $address, changeAddress } from './address-state.ts';
import { readTableQuery, tableParams } from './table-query.ts';

export interface Listed {
  readonly _id: string;
}

/** One page of a list that the server pages, sorts and counts. */
export interface TablePage<Row> extends Page<Row> {
  /** True until the first response or failure. */
  readonly loading: boolean;
  /** A newer page is loading; the rows are the previous ones. */
  readonly busy: boolean;
  /** The last request failed; the rows are the previous ones, or none. */
  readonly failed: boolean;
}

/** The page of a list that the URL selects. */
export interface TableList<Row> {
  /** Its name in the API, such as `orders`. */
  readonly name: string;
  readonly $page: ReadableAtom<TablePage<Row>>;
  /** The sortable columns; others in the URL are ignored. */
  readonly sorts: readonly string[];
  readonly reload: () => void;
  /** The query of the URL as query of a call. */
  readonly params: () => string;
  /**
   * The ids of all matching rows, up to the limit of a bulk change; null if they could not be loaded. Omitted if only visible
   * rows can be selected.
   */
  readonly allIds?: (() => Promise<readonly string[] | null>) | undefined;
  /** Removes deleted rows immediately; the rest is shown newest first. */
  readonly remove: (ids: readonly string[]) => void;
}

interface TableListOptions {
  readonly idsOf?: (params: string) => Promise<Reply<{ readonly ids: readonly string[] }>>;
  /** Names of the filters in the URL. */
  readonly filters?: readonly string[];
  readonly sorts: readonly string[];
}

/** Removes unknown parameters from the URL, such as a filter of an old link. */
function removeUnknownFilters({ status, issues }: Failure): void {
  const params = new URLSearchParams(location.search);
  const unknown = status === 400 ? issues.map((it) => it.path).filter((it) => params.has(it)) : [];
  if (unknown.length === 0) return;
  toastInfo(messages.filters.unknown(unknown.join(', ')));
  changeAddress(Object.fromEntries(unknown.map((name) => [name, null])));
}

export function tableList<Row extends Listed>(
  pageOf: (params: string) => Resource<Page<Row>>,
  { filters = [], sorts, idsOf }: TableListOptions,
): TableList<Row> {
  const paramsOf = (address: string) => tableParams(readTableQuery(address, filters, sorts));
  const $resource = computed($address, (address) => pageOf(paramsOf(address)));
  const $query = query($resource);
  const $page = computed($query, ({ body, failure, busy }): TablePage<Row> => ({
    rows: body?.rows ?? [],
    total: body?.total ?? 0,
    totalIsLeast: body?.totalIsLeast,
    loading: !body && !failure,
    busy,
    failed: failure !== null,
  }));
  onMount($page, () => $query.listen(({ failure }) => failure && removeUnknownFilters(failure)));

  return {
    name: pageOf('').path.split('/')[1] ?? '',
    $page,
    sorts,
    reload: () => revalidate($resource.get().path),
    params: () => paramsOf(location.search),
    allIds:
      idsOf &&
      (async () => {
        const reply = await idsOf(paramsOf(location.search));
        if (reply.ok) return reply.ids;
        toastError(messages.loading.failed('list'));
        return null;
      }),
    remove(ids) {
      const { rows, total, totalIsLeast } = $page.get();
      const left = rows.filter((row) => !ids.includes(row._id));
      write($resource.get(), {
        rows: left,
        total: total - rows.length + left.length,
        totalIsLeast,
      });
      changeAddress({ sort: null });
    },
  };
}
