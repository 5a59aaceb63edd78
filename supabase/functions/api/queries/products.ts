import sql from 'sql-template-tag';
import type { z } from 'zod';
import { limits } from '../../_shared/domain/limits.ts';
import type { SortOption } from '../../_shared/domain/sort-options.ts';
import { single, type Db } from '../../_shared/queries/database.ts';
import { JsonValue } from '../../_shared/queries/json-value.ts';
import type { ListedProducts, ProductRow } from '../../_shared/queries/rows.ts';
import type { ListQuery, NumberedListQuery } from '../../_shared/schemas/common.ts';
import type { Product, productInput, productUpdate } from '../../_shared/schemas/products.ts';
import { ApiError, notFound } from '../errors.ts';
import { placeOf, type NumberedPage } from './numbered-pages.ts';
import { readPage, readSlice, type Page, type Sorting, type Window } from './paging.ts';

/** Of `public.products`, with the category. */
const columns = sql`
  id, title, description, price, images, category_id, availability, sizes, colors, created_at, updated_at,
  (select json_build_object('id', c.id, 'name', c.name)
    from public.categories c where c.id = category_id) as category`;

type ProductInput = z.output<typeof productInput>;
type ProductUpdate = z.output<typeof productUpdate>;
type ImageUrl = (path: string) => string;

export function toProduct(row: ProductRow, imageUrl: ImageUrl): Product {
  return {
    _id: row.id,
    title: row.title,
    description: row.description,
    price: row.price,
    images: row.images.map(imageUrl),
    category: row.category && { _id: row.category.id, name: row.category.name },
    categoryId: row.category_id,
    availability: row.availability,
    sizes: row.sizes,
    colors: row.colors,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: row.updated_at,
  };
}

const sortings: Readonly<Record<SortOption, Sorting>> = {
  default: { column: 'created_at', ascending: false },
  latest: { column: 'created_at', ascending: false },
  'price-low-to-high': { column: 'price', ascending: true },
  'price-high-to-low': { column: 'price', ascending: false },
};

const inCategories = (ids: readonly string[] | undefined) => ids && new JsonValue(ids);

/** Newest first unless asked otherwise; with categories, only theirs. */
export function listProducts(
  db: Db,
  imageUrl: ImageUrl,
  query: ListQuery,
  categoryIds?: readonly string[],
): Promise<Page<Product>> {
  const read = async ({ after, from, to }: Window): Promise<ProductRow[]> => {
    const found = await db.call('list_products', {
      p_sort: query.sort,
      p_limit: to - from + 1,
      p_offset: from,
      p_categories: inCategories(categoryIds),
      p_after_value: after?.value,
      p_after_id: after?.id,
    });
    return found.rows;
  };
  const sorting = sortings[query.sort ?? 'default'];
  return readPage(query, sorting, read, (row) => toProduct(row, imageUrl));
}

/** The same as one numbered page, with the count of all. */
export async function listProductPage(
  db: Db,
  imageUrl: ImageUrl,
  query: NumberedListQuery,
  categoryIds?: readonly string[],
): Promise<NumberedPage<Product>> {
  const { offset, limit } = placeOf(query);
  const found = await db.call('list_products', {
    p_sort: query.sort,
    p_limit: limit,
    p_offset: offset,
    p_counted: true,
    p_categories: inCategories(categoryIds),
  });
  return toPage(found, imageUrl);
}

function toPage({ rows, total }: ListedProducts, imageUrl: ImageUrl): NumberedPage<Product> {
  return { items: rows.map((row) => toProduct(row, imageUrl)), total: total ?? 0 };
}

/** The search shows no more than these, however many fit. */
const mostHits = 200;

/** Best first unless asked otherwise; page by page without reading what stands before. */
export async function searchProducts(
  db: Db,
  imageUrl: ImageUrl,
  words: string,
  query: NumberedListQuery,
): Promise<Page<Product> | NumberedPage<Product>> {
  const find = (p_offset: number, p_limit: number, p_counted: boolean) => {
    const p_sort = query.sort;
    return db.call('find_products', { p_query: words, p_sort, p_offset, p_limit, p_counted });
  };
  if (query.page === undefined) {
    return readSlice(query, async (offset, count) => {
      const most = Math.min(count, mostHits - offset);
      return most > 0 ? toPage(await find(offset, most, false), imageUrl).items : [];
    });
  }
  const { offset, limit } = placeOf(query);
  return toPage(
    await find(offset, Math.max(0, Math.min(limit, mostHits - offset)), true),
    imageUrl,
  );
}

export async function listRandomProducts(db: Db, imageUrl: ImageUrl): Promise<Product[]> {
  const found = await db.query<ProductRow>(sql`select ${columns} from public.random_products(8)`);
  return found.map((row) => toProduct(row, imageUrl));
}

/** Throws 404 when there is no such product. */
export async function listRelatedProducts(
  db: Db,
  imageUrl: ImageUrl,
  id: string,
): Promise<Product[]> {
  const found = await db.call('list_related_products', { p_product: id, p_limit: 4 });
  if (found === null) throw notFound('Product');
  return found.map((row) => toProduct(row, imageUrl));
}

/** Throws 404 when there is none. */
export async function readProduct(db: Db, id: string): Promise<ProductRow> {
  const found = await db.call('read_product', { p_id: id });
  if (found === null) throw notFound('Product');
  return found;
}

export async function insertProduct(
  db: Db,
  { title, description, price, categoryId, availability, sizes, colors }: ProductInput,
  images: string[],
): Promise<ProductRow> {
  const added = await db.query<ProductRow>(sql`
    insert into public.products
      (title, description, price, category_id, availability, sizes, colors, images)
    values (${title}, ${description}, ${price}, ${categoryId}, ${availability}, ${sizes}, ${colors},
      ${images})
    returning ${columns}`);
  return single(added);
}

/** `updatedAt`: the change that the caller knows of; throws 409 when there was a later one, 404 when there is no product. */
export async function updateProduct(
  db: Db,
  id: string,
  fields: ProductUpdate,
): Promise<ProductRow> {
  const changed = await db.call('office.update_product', {
    p_id: id,
    p_title: fields.title,
    p_description: fields.description,
    p_price: fields.price,
    p_category: fields.categoryId,
    p_availability: fields.availability,
    p_sizes: fields.sizes,
    p_colors: fields.colors,
    p_known: fields.updatedAt,
  });
  if (changed === null) throw notFound('Product');
  return changed;
}

/** The pictures that stay, in their new order, as paths; throws 409 like `updateProduct`. */
export async function arrangeProductImages(
  db: Db,
  id: string,
  images: string[],
  updatedAt: string | undefined,
): Promise<{ product: ProductRow; removed: string[] }> {
  const given = { p_id: id, p_images: images, p_known: updatedAt };
  const arranged = await db.call('office.arrange_product_images', given);
  if (arranged === null) throw notFound('Product');
  if ('wrong' in arranged) {
    const issue = { path: `images.${arranged.wrong}`, message: 'Not a picture of this product' };
    throw new ApiError(400, 'validation_failed', 'images: not pictures of this product', {
      issues: [issue],
    });
  }
  return arranged;
}

/** Null where the product has as many pictures as it can have, or is gone. */
export async function addProductImage(
  db: Db,
  id: string,
  path: string,
): Promise<ProductRow | null> {
  const [changed] = await db.query<ProductRow>(sql`
    update public.products set images = array_append(images, ${path})
    where id = ${id} and cardinality(images) < ${limits.images.perProduct}
    returning ${columns}`);
  return changed ?? null;
}
