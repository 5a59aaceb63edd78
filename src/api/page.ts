import type { Reply, Resource } from './client.ts';

/** One page of a table. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  /** How many rows fit the search and the filters, on all pages. */
  readonly total: number;
  /** Counting stopped there: at least so many fit. */
  readonly totalIsLeast?: boolean | undefined;
}

/** The page of a table in an answer that calls its rows by the name of what they are. */
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
