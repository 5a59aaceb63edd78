import type { Cell } from '../_shared/domain/csv.ts';
import type { CustomResource } from '../_shared/domain/custom-fields.ts';
import { offsetTimes } from '../_shared/domain/shop-time.ts';
import type { Db } from '../_shared/queries/database.ts';
import { readTimeZone } from '../_shared/queries/time-zone.ts';
import { csvFile } from './csv.ts';
import { customColumns } from './queries/custom-fields.ts';

export interface RecordFile<Row> {
  readonly name: string;
  readonly resource: CustomResource;
  readonly header: readonly string[];
  /** The cells of a record; `toTime` writes times in the shop's time zone. */
  readonly toCells: (row: Row, toTime: (iso: string) => string) => Cell[];
}

/** A CSV file with a row for each record, and the custom fields of these records as its last columns. */
export async function recordCsv<Row extends { readonly _id: string }>(
  { name, resource, header, toCells }: RecordFile<Row>,
  db: Db,
  imageUrl: (path: string) => string,
  parts: AsyncGenerator<Row[]>,
): Promise<Response> {
  const { fields, cellsOf } = await customColumns(db, resource, imageUrl);
  const toTime = offsetTimes(await readTimeZone(db));
  async function* pages(): AsyncGenerator<Cell[][]> {
    for await (const rows of parts) {
      const custom = await cellsOf(rows.map((it) => it._id));
      yield rows.map((it) => [...toCells(it, toTime), ...custom(it._id)]);
    }
  }
  return csvFile(name, [...header, ...fields.map((it) => it.name)], pages());
}
