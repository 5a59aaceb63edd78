import sql from 'sql-template-tag';
import type { Cell } from '../../_shared/domain/csv.ts';
import { single, type Db } from '../../_shared/queries/database.ts';
import { JsonValue } from '../../_shared/queries/json-value.ts';
import type { ListPricesRow, PriceListRow } from '../../_shared/queries/rows.ts';
import type { PriceFileRow } from '../../_shared/schemas/price-files.ts';
import type {
  ListedProduct,
  ListPrices,
  ListPricesInput,
  OrderQuantitiesInput,
  PriceList,
  PriceListInput,
  PriceListUpdate,
  PriceListRow as TableRow,
  PriceListTableQuery,
} from '../../_shared/schemas/price-lists.ts';
import type { ImportedRow } from '../../_shared/schemas/product-files.ts';
import { notFound } from '../errors.ts';
import type { ParsedRow } from '../imported-file.ts';
import { assignments } from './assignments.ts';
import { storable } from './storable.ts';

const columns = sql`id, name, percent, created_at`;

const toPriceList = ({ id, name, percent, created_at }: PriceListRow): PriceList => ({
  ...{ _id: id, name, percent },
  createdAt: new Date(created_at).toISOString(),
});

/** One page of the table of the back office. */
export async function listPriceListTable(
  db: Db,
  { limit, page, q }: PriceListTableQuery,
): Promise<{ priceLists: TableRow[]; total: number }> {
  const found = await db.list('office.list_price_lists', {
    ...{ p_limit: limit, p_page: page, p_query: storable(q) },
  });
  return {
    priceLists: found.map((row) => ({
      ...toPriceList(row),
      prices: row.prices,
      companies: row.companies,
    })),
    total: found[0]?.total ?? 0,
  };
}

/** @throws ApiError 404 */
export async function readPriceList(db: Db, id: string): Promise<PriceList> {
  const [found] = await db.query<PriceListRow>(
    sql`select ${columns} from public.price_lists where id = ${id}`,
  );
  if (!found) throw notFound('Price list');
  return toPriceList(found);
}

export async function insertPriceList(
  db: Db,
  { name, percent }: PriceListInput,
): Promise<PriceList> {
  const added = await db.query<PriceListRow>(sql`
    insert into public.price_lists (name, percent) values (${name}, ${percent}) returning ${columns}`);
  return toPriceList(single(added));
}

/** @throws ApiError 404 */
export async function updatePriceList(
  db: Db,
  id: string,
  { name, percent }: PriceListUpdate,
): Promise<PriceList> {
  const [changed] = await db.query<PriceListRow>(sql`
    update public.price_lists set ${assignments({ name, percent })} where id = ${id} returning ${columns}`);
  if (!changed) throw notFound('Price list');
  return toPriceList(changed);
}

/** One page of the products that a price list has prices for. @throws ApiError 404 */
export async function listListedProducts(
  db: Db,
  list: string,
  { limit, page, q }: PriceListTableQuery,
): Promise<{ products: ListedProduct[]; total: number }> {
  const found = await db.list('office.list_list_products', {
    ...{ p_list: list, p_limit: limit, p_page: page, p_query: storable(q) },
  });
  if (found.length === 0) await readPriceList(db, list);
  return {
    products: found.map(({ id, price, total: _, ...rest }) => ({
      ...rest,
      _id: id,
      retail: price,
    })),
    total: found[0]?.total ?? 0,
  };
}

function toListPrices({ price, variants, ...rest }: ListPricesRow): ListPrices {
  return {
    ...rest,
    retail: price,
    variants: variants.map(({ id, price: retail, ...it }) => ({ _id: id, ...it, retail })),
  };
}

/** Without a list, the order quantities for all of them. @throws ApiError 404 */
export async function readListPrices(
  db: Db,
  list: string | null,
  product: string,
): Promise<ListPrices> {
  const found = await db.call('office.read_list_prices', {
    p_product: product,
    p_list: list ?? undefined,
  });
  if (!found) throw notFound('Product');
  return toListPrices(found);
}

/** Without a list, the order quantities for all of them. @throws ApiError 404, 409 if somebody changed them meanwhile */
export async function saveListPrices(
  db: Db,
  list: string | null,
  { product, prices, minimum, multiple, known }: ListPricesInput,
): Promise<ListPrices> {
  const saved = await db.call('office.save_list_prices', {
    p_product: product,
    p_prices: new JsonValue(prices),
    p_known: new JsonValue(known),
    p_list: list ?? undefined,
    p_minimum: minimum ?? undefined,
    p_multiple: multiple ?? undefined,
  });
  if (!saved) throw notFound('Product');
  return toListPrices(saved);
}

/** The same for the order quantities alone. @throws ApiError 404, 409 */
export const saveOrderQuantities = (
  db: Db,
  product: string,
  { minimum, multiple, known }: OrderQuantitiesInput,
): Promise<ListPrices> =>
  saveListPrices(db, null, {
    ...{ product, prices: [], minimum, multiple },
    known: { ...known, prices: [] },
  });

/** The prices of a list as the rows of a file. @throws ApiError 404 */
export async function* readPriceFile(db: Db, list: string): AsyncGenerator<Cell[][]> {
  const found = await db.list('office.export_list_prices', { p_list: list });
  if (found.length === 0) await readPriceList(db, list);
  yield found.map((it) => [
    ...[it.sku, it.product, it.title, it.size, it.color],
    ...[it.min_quantity, it.price],
  ]);
}

/** Returns the result of each row. Changes nothing with `dry` or if a row is wrong. @throws ApiError 404 */
export async function importPrices(
  db: Db,
  list: string,
  fileRows: readonly ParsedRow<PriceFileRow>[],
  dry: boolean,
): Promise<ImportedRow[]> {
  const rows = fileRows.map(({ row, values }) => ({ line: row, ...values }));
  const imported = await db.call('office.import_list_prices', {
    ...{ p_list: list, p_rows: new JsonValue(rows), p_dry: dry },
  });
  if (!imported) throw notFound('Price list');
  return imported;
}
