import type { Db } from '../../_shared/queries/database.ts';
import type { SalesMonth } from '../../_shared/schemas/products.ts';

/** Paid sales by month, of a product or of a category. */
export async function readSales(
  db: Db,
  of: { p_product: string } | { p_category: string },
): Promise<SalesMonth[]> {
  return (await db.list('office.sales_by_month', of)).map((row) => ({
    month: row.month,
    pieces: Number(row.pieces),
    income: Number(row.income),
    orders: Number(row.orders),
  }));
}
