import sql from 'sql-template-tag';
import type { Db } from '../../_shared/queries/database.ts';
import type { CompanyPrices } from '../../_shared/schemas/wholesale.ts';

/** Name of the approved company that the caller buys for; empty without one. */
export async function readOwnCompany(db: Db): Promise<string> {
  const [found] = await db.query<{ name: string }>(
    sql`select name from public.companies where id = public.own_company() and status = 'approved'`,
  );
  return found?.name ?? '';
}

/** What products cost the company of the caller; null for who pays the prices of the shop. */
export async function readCompanyPrices(db: Db, products: string[]): Promise<CompanyPrices | null> {
  const found = await db.call('own_prices', { p_products: products });
  if (!found) return null;
  return {
    company: found.company,
    priceList: found.price_list,
    taxFree: found.tax_free,
    products: found.products.map(({ product, ...prices }) => ({ _id: product, ...prices })),
  };
}
