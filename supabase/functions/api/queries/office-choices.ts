import sql from 'sql-template-tag';
import type { Db } from '../../_shared/queries/database.ts';
import type { CompanyChoice, ProductChoice } from '../../_shared/schemas/quotes.ts';
import { storable } from './storable.ts';
import type { ImageUrl } from './orders.ts';

const most = 8;

interface ProductRow extends Omit<ProductChoice, '_id' | 'images'> {
  id: string;
  images: string[];
}

/** Published products with these words in the title; first the one with this SKU, in its size and color. */
export async function findProducts(
  db: Db,
  imageUrl: ImageUrl,
  q: string,
): Promise<ProductChoice[]> {
  const words = storable(q).toLowerCase();
  const rows = await db.query<ProductRow>(sql`
    select p.id, p.title, coalesce(p.price + v.price_delta, p.lowest_price) as price, p.images, p.sizes, p.colors, v.size, v.color
    from public.products p left join public.product_variants v
      on v.product_id = p.id and v.archived_at is null and lower(v.sku) = ${words}
    where p.status = 'published' and (v.id is not null or position(${words} in lower(p.title)) > 0)
    order by v.id is null, p.created_at desc, p.id limit ${most}`);
  return rows.map(({ id, images, ...rest }) => ({
    _id: id,
    ...rest,
    images: images.map(imageUrl),
  }));
}

/** Approved companies with these words in the name. */
export async function findCompanies(db: Db, q: string): Promise<CompanyChoice[]> {
  const rows = await db.query<{ id: string; name: string; city: string }>(sql`
    select id, name, city from public.companies
    where status = 'approved' and position(${storable(q).toLowerCase()} in lower(name)) > 0
    order by lower(name), id limit ${most}`);
  return rows.map(({ id, ...rest }) => ({ _id: id, ...rest }));
}
