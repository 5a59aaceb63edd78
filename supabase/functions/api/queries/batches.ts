/** Rows of many ids, a batch at a time, so that memory use is bounded. */
export async function* inBatches<Row>(
  ids: readonly string[],
  read: (ids: string[]) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  const size = 100;
  for (let at = 0; at < ids.length; at += size) yield read(ids.slice(at, at + size));
}

/** The pages of a list, each with the total; for lists whose new records come last. */
export async function* inPages<Row>(
  read: (page: number, limit: number) => Promise<{ rows: Row[]; total: number }>,
): AsyncGenerator<Row[]> {
  const limit = 500;
  for (let page = 1; ; page += 1) {
    const { rows, total } = await read(page, limit);
    if (rows.length > 0) yield rows;
    if (page * limit >= total) return;
  }
}
