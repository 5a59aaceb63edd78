import type { ImportColumns } from '#shared/schemas/product-files.ts';

const key = 'hemline:import-columns';

/** What columns were in the last files, by their headings. */
function remembered(): ReadonlyMap<string, unknown> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return new Map(typeof stored === 'object' && stored !== null ? Object.entries(stored) : []);
  } catch {
    return new Map();
  }
}

/** The columns of a table, those that somebody has mapped before as they were then. */
export function withRemembered(table: ImportColumns): ImportColumns {
  const before = remembered();
  const fields = new Set(['', ...table.fields.map((it) => it.name)]);
  const columns = table.columns.map((it) => {
    const field = before.get(it.heading);
    return typeof field === 'string' && fields.has(field) ? { ...it, field } : it;
  });
  return { ...table, columns };
}

/** Remembers in this browser what the columns of a table are. */
export function remember({ columns }: ImportColumns): void {
  const all = [...remembered(), ...columns.map(({ heading, field }) => [heading, field] as const)];
  try {
    localStorage.setItem(key, JSON.stringify(Object.fromEntries(all.slice(-2000))));
  } catch {
    // Without storage they are chosen again.
  }
}

/** What each column is, in order; undefined while one is not known. */
export function chosenFields({ columns }: ImportColumns): string[] | undefined {
  const fields = columns.flatMap(({ field }) => (field === null ? [] : [field]));
  return fields.length === columns.length ? fields : undefined;
}
