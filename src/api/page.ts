import type { Reply, Resource } from './client.ts';

/** One page of a table. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  /** The number of matching rows on all pages. */
  readonly total: number;
  /** Counting stopped: there are at least this many matches. */
  readonly totalIsLeast?: boolean | undefined;
}

/** Reads the page of a table from a response whose rows have a resource-specific name. */
export function pageOf<Body extends Omit<Page<unknown>, 'rows'>, Row>(
  { path, fetch }: Resource<Body>,
  rowsOf: (body: Body) => readonly Row[],
): Resource<Page<Row>> {
  return {
    path,
    fetch: async (): Promise<Reply<Page<Row>>> => {
      const reply = await fetch();
      if (!reply.ok) return reply;
      const { total, totalIsLeast } = reply;
      return { ok: true, rows: rowsOf(reply), total, totalIsLeast };
    },
  };
}
