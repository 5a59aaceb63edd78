import type { Cell } from '../../_shared/domain/csv.ts';
import type { Db } from '../../_shared/queries/database.ts';
import { JsonValue } from '../../_shared/queries/json-value.ts';
import type { RedirectRow } from '../../_shared/queries/rows.ts';
import type { ImportedRow } from '../../_shared/schemas/product-files.ts';
import type {
  MissingPage,
  MissingPageQuery,
  Redirect,
  RedirectFileRow,
  RedirectInput,
  RedirectTableQuery,
} from '../../_shared/schemas/redirects.ts';
import { notFound } from '../errors.ts';
import type { ParsedRow } from '../imported-file.ts';
import { storable } from './storable.ts';
import { toTime } from './to-time.ts';

const toRedirect = ({ id, from_path, to_address, source, created_at }: RedirectRow): Redirect => ({
  ...{ _id: id, from: from_path, to: to_address, source, createdAt: toTime(created_at) },
});

/** One page of the table of the back office. */
export async function listRedirects(
  db: Db,
  { limit, page, sort, q, source }: RedirectTableQuery,
): Promise<{ redirects: Redirect[]; total: number }> {
  const found = await db.list('office.list_redirects', {
    ...{ p_limit: limit, p_page: page, p_sort: sort, p_query: storable(q), p_source: source },
  });
  return { redirects: found.map(toRedirect), total: found[0]?.total ?? 0 };
}

/** Adds one without an id. @throws ApiError 404, 409 if it leads back to itself or its path is taken */
export async function saveRedirect(
  db: Db,
  id: string | undefined,
  { from, to }: RedirectInput,
): Promise<Redirect> {
  const [saved] = await db.list('office.save_redirect', { p_from: from, p_to: to, p_id: id });
  if (!saved) throw notFound('Redirect');
  return toRedirect(saved);
}

/** All redirects as the rows of a file. */
export async function* readRedirectFile(db: Db): AsyncGenerator<Cell[][]> {
  const found = await db.list('office.export_redirects');
  yield found.map((it) => [it.from_path, it.to_address, it.source]);
}

/** Returns the result of each row. Changes nothing with `dry` or if a row is wrong. */
export function importRedirects(
  db: Db,
  fileRows: readonly ParsedRow<RedirectFileRow>[],
  dry: boolean,
): Promise<ImportedRow[]> {
  const rows = fileRows.map(({ row, values: { from, to } }) => ({ line: row, from, to }));
  return db.call('office.import_redirects', { p_rows: new JsonValue(rows), p_dry: dry });
}

/** One page of the addresses without a page, most visits first. */
export async function listMissingPages(
  db: Db,
  { limit, page, sort, q }: MissingPageQuery,
): Promise<{ missingPages: MissingPage[]; total: number }> {
  const found = await db.list('office.list_missing_pages', {
    ...{ p_limit: limit, p_page: page, p_sort: sort, p_query: storable(q) },
  });
  const missingPages = found.map(({ id, path, visits, first_seen, last_seen }) => ({
    ...{ _id: id, path, visits, firstSeen: toTime(first_seen), lastSeen: toTime(last_seen) },
  }));
  return { missingPages, total: found[0]?.total ?? 0 };
}
