/** What a query gives. */
type Rows = PromiseLike<readonly Record<string, unknown>[]>;

/** The only row of an answer. */
export function only<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined || rows.length > 1) throw new Error(`${rows.length} rows instead of one`);
  return row;
}

/** The only row of an answer that is still to come. */
export const rowOf = async <Row>(rows: PromiseLike<readonly Row[]>): Promise<Row> =>
  only(await rows);

/** The only column of all rows. */
export const valuesOf = async <Value>(rows: Rows): Promise<Value[]> =>
  (await rows).map((row) => only(Object.values(row)) as Value);

/** The only value of an answer of one row. */
export const valueOf = async <Value>(rows: Rows): Promise<Value> =>
  only(await valuesOf<Value>(rows));
