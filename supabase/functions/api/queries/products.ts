import type { SortOption } from '../../_shared/domain/sort-options.ts';
import type { Ask } from '../../_shared/queries/asking.ts';
import { rowOrNull, rows, type Db } from '../../_shared/queries/database.ts';
import type { ListQuery, NumberedListQuery } from '../../_shared/schemas/common.ts';
import type { Product } from '../../_shared/schemas/products.ts';
import { ApiError, notFound } from '../errors.ts';
import { given } from './given.ts';
import { placeOf, type NumberedPage } from './numbered-pages.ts';
import { readPage, readSlice, type Page, type Sorting, type Window } from './paging.ts';

const columns =
  'id, title, description, price, images, category_id, availability, sizes, colors, created_at, updated_at, category:categories(id, name)';

export interface ProductRow {
  id: string;
  title: string;
  description: string;
  price: number;
  images: string[];
  category_id: string | null;
  availability: Product['availability'];
  sizes: string[];
  colors: string[];
  created_at: string;
  updated_at: string;
  category: { id: string; name: string } | null;
}

/** What a form may write; pictures are kept as paths in the bucket. */
export interface ProductFields {
  title?: string | undefined;
  description?: string | undefined;
  price?: number | undefined;
  categoryId?: string | undefined;
  availability?: Product['availability'] | undefined;
  sizes?: string[] | undefined;
  colors?: string[] | undefined;
}

type ImageUrl = (path: string) => string;

export function toProduct(row: ProductRow, imageUrl: ImageUrl): Product {
  return {
    _id: row.id,
    title: row.title,
    description: row.description,
    price: Number(row.price),
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

interface Listed {
  rows: ProductRow[];
  total: number | null;
}

/** What the list functions make; for the generated types it is any JSON. */
const asListed = (found: unknown): Listed => found as Listed;

/** Newest first unless asked otherwise; with categories, only theirs. */
export function listProducts(
  ask: Ask,
  imageUrl: ImageUrl,
  query: ListQuery,
  categoryIds?: readonly string[],
): Promise<Page<Product>> {
  const read = async ({ after, from, to }: Window): Promise<ProductRow[]> => {
    const found = await ask('list_products', {
      p_sort: query.sort ?? 'default',
      p_limit: to - from + 1,
      p_offset: from,
      ...(categoryIds ? { p_categories: [...categoryIds] } : {}),
      ...(after ? { p_after_value: after.value, p_after_id: after.id } : {}),
    });
    return asListed(found).rows;
  };
  const sorting = sortings[query.sort ?? 'default'];
  return readPage(query, sorting, read, (row) => toProduct(row, imageUrl));
}

/** The same as one numbered page, with the count of all. */
export async function listProductPage(
  ask: Ask,
  imageUrl: ImageUrl,
  query: NumberedListQuery,
  categoryIds?: readonly string[],
): Promise<NumberedPage<Product>> {
  const { offset, limit } = placeOf(query);
  const found = await ask('list_products', {
    p_sort: query.sort ?? 'default',
    p_limit: limit,
    p_offset: offset,
    p_counted: true,
    ...(categoryIds ? { p_categories: [...categoryIds] } : {}),
  });
  return toPage(found, imageUrl);
}

function toPage(found: unknown, imageUrl: ImageUrl): NumberedPage<Product> {
  const { rows, total } = asListed(found);
  return { items: rows.map((row) => toProduct(row, imageUrl)), total: total ?? 0 };
}

/** The search shows no more than these, however many fit. */
const mostHits = 200;

/** Best first unless asked otherwise; page by page without reading what stands before. */
export async function searchProducts(
  ask: Ask,
  imageUrl: ImageUrl,
  words: string,
  query: NumberedListQuery,
): Promise<Page<Product> | NumberedPage<Product>> {
  const find = (p_offset: number, p_limit: number, p_counted: boolean) => {
    const p_sort = query.sort ?? 'default';
    return ask('find_products', { p_query: words, p_sort, p_offset, p_limit, p_counted });
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
  const found = await db.rpc('random_products', { p_limit: 8 }).select(columns);
  return rows(found).map((row) => toProduct(row, imageUrl));
}

/** Throws 404 when there is no such product. */
export async function listRelatedProducts(
  ask: Ask,
  imageUrl: ImageUrl,
  id: string,
): Promise<Product[]> {
  const found = await ask('list_related_products', { p_product: id, p_limit: 4 });
  if (found === null) throw notFound('Product');
  return (found as unknown as ProductRow[]).map((row) => toProduct(row, imageUrl));
}

/** Throws 404 when there is none. */
export async function showProduct(ask: Ask, imageUrl: ImageUrl, id: string): Promise<Product> {
  const found = await ask('read_product', { p_id: id });
  if (found === null) throw notFound('Product');
  return toProduct(found as unknown as ProductRow, imageUrl);
}

/** Throws 404 when there is none. */
export async function readProduct(db: Db, id: string): Promise<ProductRow> {
  const found = rowOrNull(
    await db.from('products').select(columns).eq('id', id).maybeSingle<ProductRow>(),
  );
  if (!found) throw notFound('Product');
  return found;
}

function toColumns({ categoryId, ...rest }: ProductFields) {
  return given({ ...rest, category_id: categoryId });
}

export async function insertProduct(
  db: Db,
  fields: ProductFields & { title: string; price: number },
  images: string[],
): Promise<ProductRow> {
  const { title, price } = fields;
  const values = { ...toColumns(fields), title, price, images };
  const added = await db.from('products').insert(values).select('id').single();
  return readProduct(db, rows(added).id);
}

/** `updatedAt`: the change that the caller knows of; throws 409 when there was a later one, 404 when there is no product. */
export async function updateProduct(
  db: Db,
  id: string,
  { updatedAt, ...fields }: ProductFields & { updatedAt?: string | undefined },
): Promise<ProductRow> {
  const values = toColumns(fields);
  if (Object.keys(values).length > 0) {
    const update = db.from('products').update(values).eq('id', id);
    const known = updatedAt === undefined ? update : update.eq('updated_at', updatedAt);
    if (rows(await known.select('id')).length === 0) {
      await readProduct(db, id);
      throw changedMeanwhile();
    }
  }
  return readProduct(db, id);
}

function changedMeanwhile(): ApiError {
  return new ApiError(
    409,
    'changed_meanwhile',
    'Somebody else changed this product in the meantime. Nothing was saved.',
  );
}

/** The pictures that stay, in their new order, as paths; throws 409 like `updateProduct`. */
export async function arrangeProductImages(
  db: Db,
  id: string,
  images: string[],
  updatedAt: string | undefined,
): Promise<{ row: ProductRow; removed: string[] }> {
  const before = await readProduct(db, id);
  const unknown = images.findIndex((it) => !before.images.includes(it));
  if (unknown >= 0 || new Set(images).size < images.length) {
    const issue = {
      path: `images.${Math.max(unknown, 0)}`,
      message: 'Not a picture of this product',
    };
    throw new ApiError(400, 'validation_failed', 'images: not pictures of this product', {
      issues: [issue],
    });
  }
  if (updatedAt !== undefined && updatedAt !== before.updated_at) throw changedMeanwhile();
  const row = await replaceProductImages(db, before, images);
  if (!row) throw changedMeanwhile();
  return { row, removed: before.images.filter((it) => !images.includes(it)) };
}

/** Null when somebody else changed the product since it was read; nothing is written then. */
export async function replaceProductImages(
  db: Db,
  before: ProductRow,
  images: string[],
): Promise<ProductRow | null> {
  const changed = await db
    .from('products')
    .update({ images })
    .eq('id', before.id)
    .eq('updated_at', before.updated_at)
    .select('id');
  return rows(changed).length === 0 ? null : readProduct(db, before.id);
}
