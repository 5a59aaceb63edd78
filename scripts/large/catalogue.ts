import type { Sql, TransactionSql } from 'postgres';

type Db = Sql | TransactionSql;

const categories = [
  ...['Tops', 'Shirts', 'Knitwear', 'Trousers', 'Jeans'],
  ...['Skirts', 'Dresses', 'Jackets', 'Coats', 'Sportswear'],
];
/** Their names in the shop, different from those of the demo data. */
export const categoryNames = categories.map((it) => `Everyday ${it}`);
const materials = [
  ...['Linen', 'Cotton', 'Merino', 'Denim', 'Silk'],
  ...['Wool', 'Viscose', 'Hemp', 'Corduroy', 'Flannel'],
];
const fits = ['Relaxed', 'Slim', 'Regular', 'Oversized', 'Cropped', 'Tailored', 'Boxy'];
const colours = [
  ...['Navy', 'Ivory', 'Olive', 'Sienna', 'Black', 'White'],
  ...['Tan', 'Plum', 'Teal', 'Gray', 'Salmon'],
];

/** Ten categories, added to those of the demo data. */
export async function addCategories(sql: Db): Promise<void> {
  await sql`
    insert into public.categories (id, name, image, created_at)
    select md5('hemline/large/category/' || n)::uuid, name,
      (array(select image from public.categories where image is not null order by id))[n + 1],
      now() - interval '300 days'
    from unnest(${categoryNames}::text[]) with ordinality as input (name, place), lateral (select (place - 1)::int as n) at
    on conflict do nothing`;
}

/**
 * Products `from` up to, not including, `to`. Each number always generates the same product; a tenth of them are in each
 * category and of each material. They are older than those of the demo data and use the same pictures.
 */
export async function addProducts(sql: Db, from: number, to: number): Promise<void> {
  await sql`
    with pictures as (
      select array_agg(images[1] order by id) as paths from public.products where images[1] is not null)
    insert into public.products
      (id, title, description, price, images, category_id, sizes, colors, availability, created_at)
    select md5('hemline/large/product/' || i)::uuid,
      fit || ' ' || material || ' ' || regexp_replace(category, 's$', '') || ' ' || colour || ' ' || lpad(i::text, 4, '0'),
      'A ' || lower(fit) || ' piece in ' || lower(material) || ', cut for everyday wear. Machine wash cool, dry flat, '
        || 'warm iron. Made in small runs; style number ' || 1000 + i || '.',
      (1900 + (i * 137) % 18000) / 100.0,
      case when paths is null then '{}'
        else array[paths[1 + i % cardinality(paths)], paths[1 + (i + 7) % cardinality(paths)]] end,
      md5('hemline/large/category/' || i % 10)::uuid,
      '{S,M,L,XL}', array[lower(colour), 'beige', 'khaki'],
      case when i % 20 = 19 then 'OutofStock' else 'InStock' end::public.availability,
      now() - interval '200 days' - i * interval '1 minute'
    from pictures, generate_series(${from}::int, ${to - 1}::int) i,
    lateral (select
      (${fits}::text[])[1 + i % 7] as fit,
      (${materials}::text[])[1 + (i * 3 + i / 10) % 10] as material,
      (${categories}::text[])[1 + i % 10] as category,
      (${colours}::text[])[1 + i % 11] as colour) product
    on conflict (id) do nothing`;
}

/** A review for every fourth product, by customers who must exist already. */
export async function addReviews(sql: Db, from: number, to: number, customers: number) {
  if (customers === 0) return;
  await sql`
    insert into public.reviews (id, product_id, user_id, rating, comment, created_at)
    select md5('hemline/large/review/' || i)::uuid, md5('hemline/large/product/' || i)::uuid,
      md5('hemline/large/customer/' || i % ${customers}::int)::uuid, 1 + (i / 4) % 5,
      'Worn for a season now; number ' || i || ' of many.', now() - i * interval '1 minute'
    from generate_series(${from}::int, ${to - 1}::int) i
    where i % 4 = 0
    on conflict (id) do nothing`;
}
