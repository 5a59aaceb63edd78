import type { TableFilter } from '../listing/filter.ts';

/** The day this many days before or after today. */
const relative = /^-?\d{1,5}$/;
const dayMs = 86_400_000;

const datesIn = (filters: readonly TableFilter[]) =>
  filters.filter(({ kind }) => kind === 'date').map(({ name }) => name);

/** The normalised part of a URL that makes a view: search, filters, sorting, rows per page, hidden columns. */
export function viewOf(address: string, filters: readonly TableFilter[]): string {
  const params = new URLSearchParams(address);
  const view = new URLSearchParams();
  for (const name of ['q', ...filters.map((it) => it.name), 'sort', 'limit', 'hide']) {
    const value = params.get(name)?.trim();
    if (value) view.set(name, value);
  }
  return view.toString();
}

/** Whether a view has days. */
export const hasDays = (view: string, filters: readonly TableFilter[]): boolean =>
  datesIn(filters).some((name) => new URLSearchParams(view).has(name));

/** The same view with days relative to `today`. */
export function withMovingDays(
  view: string,
  filters: readonly TableFilter[],
  today: string,
): string {
  return withDays(view, filters, (day) =>
    relative.test(day) ? day : String(Math.round((Date.parse(day) - Date.parse(today)) / dayMs)),
  );
}

/** The same view with calendar days. */
export function withFixedDays(
  view: string,
  filters: readonly TableFilter[],
  today: string,
): string {
  return withDays(view, filters, (day) =>
    relative.test(day)
      ? new Date(Date.parse(today) + Number(day) * dayMs).toISOString().slice(0, 10)
      : day,
  );
}

function withDays(
  view: string,
  filters: readonly TableFilter[],
  change: (day: string) => string,
): string {
  const params = new URLSearchParams(view);
  for (const name of datesIn(filters)) {
    const day = params.get(name);
    if (day) params.set(name, change(day));
  }
  return params.toString();
}
