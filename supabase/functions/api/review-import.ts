import type { Db } from '../_shared/queries/database.ts';
import { JsonValue } from '../_shared/queries/json-value.ts';
import type { ImportedRow } from '../_shared/schemas/product-files.ts';
import { reviewFileRow, type ReviewFileRow } from '../_shared/schemas/review-files.ts';
import { reviewTable } from '../_shared/table-import/reviews.ts';
import type { ParsedRow, ReadRow } from './imported-file.ts';
import type { MappedFormat } from './mapped-table.ts';

const published = /^(ok|published|approved|true|yes|1|)$/i;

/** Published reviews with words, whose title is the first line. */
function toReviews(rows: readonly ReadRow[]): ReadRow[] {
  return rows.flatMap(({ values: { title = '', body = '', state = '', ...others }, ...rest }) => {
    const words = [title, body].map((it) => String(it).trim()).filter((it) => it !== '');
    if (words.length === 0 || !published.test(String(state))) return [];
    return [{ ...rest, values: { ...others, body: words.join('\n') } }];
  });
}

export const reviewFormat: MappedFormat<typeof reviewFileRow> = {
  ...{ kind: reviewTable, required: ['rating'], row: reviewFileRow },
  ...{ label: ['handle', 'sku', 'product'], group: toReviews },
};

/** Returns the result of each row. Adds nothing with `dry` or if a row is wrong. */
export function importReviews(
  db: Db,
  fileRows: readonly ParsedRow<ReviewFileRow>[],
  dry: boolean,
): Promise<ImportedRow[]> {
  const rows = fileRows.map(({ row, values: { product, body, email, ...rest } }) => ({
    ...{ ...rest, line: row, title: product, comment: body, email: email.toLowerCase() },
  }));
  return db.call('office.import_reviews', { p_rows: new JsonValue(rows), p_dry: dry });
}
