/** The query of a table, which is stored in the URL. */
export interface TableQuery {
  /** Counted from 1. */
  readonly page: number;
  readonly limit: number;
  /** `<column>-asc` or `<column>-desc`; null is the default order, mostly newest first. */
  readonly sort: string | null;
  readonly q: string;
  /** The filters that are set, by name. */
  readonly filters: Readonly<Record<string, string>>;
}

export interface Sorting {
  readonly id: string;
  readonly desc: boolean;
}

export const pageSizes = [25, 50, 100] as const;

function wholeNumber(text: string | null, otherwise: number): number {
  const number = Number(text);
  return Number.isSafeInteger(number) && number > 0 && number < 1_000_000 ? number : otherwise;
}

/** Parses the URL and ignores invalid values. `sorts`: the sortable columns, if not all are. */
export function readTableQuery(
  search: string,
  filters: readonly string[] = [],
  sorts?: readonly string[],
): TableQuery {
  const params = new URLSearchParams(search);
  const by = parseSort(params.get('sort'));
  const known = by !== null && (sorts?.includes(by.id) ?? true);
  const limit = wholeNumber(params.get('limit'), pageSizes[0]);
  return {
    page: wholeNumber(params.get('page'), 1),
    limit: pageSizes.find((it) => it === limit) ?? pageSizes[0],
    sort: known ? params.get('sort') : null,
    q: params.get('q')?.trim() ?? '',
    filters: Object.fromEntries(
      filters.flatMap((name) => {
        const value = params.get(name);
        return value ? [[name, value]] : [];
      }),
    ),
  };
}

/** The table query as query of a call. */
export function tableParams({ page, limit, sort, q, filters }: TableQuery): string {
  const params = new URLSearchParams({ limit: String(limit), page: String(page) });
  if (sort) params.set('sort', sort);
  if (q) params.set('q', q);
  for (const [name, value] of Object.entries(filters)) params.set(name, value);
  return params.toString();
}

export function parseSort(text: string | null): Sorting | null {
  const found = /^([a-z][a-zA-Z]*)-(asc|desc)$/.exec(text ?? '');
  return found?.[1] ? { id: found[1], desc: found[2] === 'desc' } : null;
}

/** How many pages `total` rows fill; an empty table has one. */
export function pageCount(total: number, limit: number): number {
  return Math.max(1, Math.ceil(total / limit));
}
