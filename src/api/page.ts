import { read } from './admin-call.ts';
import type { Resource } from './client.ts';
import type { Shape } from './shape.ts';

/** One page of a table. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  /** The number of matching rows on all pages. */
  readonly total: number;
  /** Counting stopped: there are at least this many matches. */
  readonly totalIsLeast?: boolean | undefined;
}

/** The pages of a table, by the query of the call; `rowsOf` gets the rows, whose name differs by resource. */
export const tablePage =
  <Body extends Omit<Page<unknown>, 'rows'>, Row>(
    address: string,
    shape: Shape<Body>,
    rowsOf: (body: Body) => readonly Row[],
  ) =>
  (params: string): Resource<Page<Row>> => {
    const { path, fetch } = read(`${address}?${params}`, shape);
    return {
      path,
      fetch: async () => {
        const reply = await fetch();
        if (!reply.ok) return reply;
        const { total, totalIsLeast } = reply;
        return { ok: true, rows: rowsOf(reply), total, totalIsLeast };
      },
    };
  };
