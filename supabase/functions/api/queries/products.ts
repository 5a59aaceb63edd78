import sql from 'sql-template-tag';
import type { z } from 'zod';
import type { RichText } from '../../_shared/domain/rich-text.ts';
import type { SortOption } from '../../_shared/domain/sort-options.ts';
import { single, type Db } from '../../_shared/queries/database.ts';
import { JsonValue } from '../../_shared/queries/json-value.ts';
import type {
  DetailedProductRow,
  ListedProducts,
  ProductRow,
  ProductWithVariantsRow,
  VariantRow,
} from '../../_shared/queries/rows.ts';
import type { NumberedListQuery } from '../../_shared/schemas/common.ts';
import type { ProductFilters } from '../../_shared/schemas/facets.ts';
import type {
  DetailedProduct,
  Product,
  productInput,
  productUpdate,
  ProductWithVariants,
} from '../../_shared/schemas/products.ts';
import type { Variant } from '../../_shared/schemas/stock.ts';
import { tidied } from '../document-html.ts';
import { notFound } from '../errors.ts';
import { toCustomFact } from './custom-fields.ts';
import { filtersOf } from './facets.ts';
import { offsetOf, type NumberedPage } from './numbered-pages.ts';
import { readPage, readSlice, type Page, type Sorting, type Window } from './paging.ts';

/** The columns of `public.products`, with the category. */
const columns = sql`
  id, title, description, price, images, category_id, availability, sizes, colors, status, created_at, updated_at,
  compare_at_price, lowest_price, highest_price,
  (select json_build_object('id', c.id, 'name', c.name)
    from public.categories c where c.id = category_id) as category`;
/** Beside them what lists leave out. */
export const detailedColumns = sql`${columns}, composition, care, fit, origin, delivery, weight, tax_class, length,
  description_document`;

type FilteredQuery = NumberedListQuery & ProductFilters;
type ProductInput = z.output<typeof productInput>;
type ProductUpdate = z.output<typeof productUpdate>;
export type ImageUrl = (path: string) => string;

export function toProduct(row: ProductRow, imageUrl: ImageUrl): Product {
  return {
    _id: row.id,
    title: row.title,
    description: row.description,
    price: row.price,
    compareAtPrice: row.compare_at_price,
    lowestPrice: row.lowest_price,
    highestPrice: row.highest_price,
    images: row.images.map(imageUrl),
    category: row.category && { _id: row.category.id, name: row.category.name },
    categoryId: row.category_id,
    availability: row.availability,
    sizes: row.sizes,
    colors: row.colors,
    status: row.status,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: row.updated_at,
    ...(row.asked ? { asked: row.asked } : {}),
  };
}

export const toDetailedProduct = (
  row: DetailedProductRow,
  imageUrl: ImageUrl,
): DetailedProduct => ({
  ...toProduct(row, imageUrl),
  composition: row.composition,
  care: row.care,
  fit: row.fit,
  origin: row.origin,
  delivery: row.delivery,
  weight: row.weight,
  taxClass: row.tax_class,
  length: row.length,
  descriptionDocument: row.description_document,
});

export function toVariant({ level, ...rest }: VariantRow): Variant {
  if (level === 'in' || level === 'out') return { ...rest, stock: level, left: null };
  return { ...rest, stock: 'few', left: Number(level) };
}

type ShoppedRow = Pick<ProductWithVariantsRow, 'variants' | 'custom_fields' | 'shipping'>;

/** What lists leave out and everybody may see. */
export const toShopped = (row: ShoppedRow, imageUrl: ImageUrl) => ({
  variants: row.variants.map(({ barcode, ...it }) => ({ ...toVariant(it), barcode })),
  customFields: row.custom_fields.map((it) => toCustomFact(it, imageUrl)),
  shipping: row.shipping.map(({ days_from: daysFrom, days_to: daysTo, ...it }) => ({
    ...{ ...it, daysFrom, daysTo },
  })),
});

export const toProductWithVariants = (
  row: ProductWithVariantsRow,
  imageUrl: ImageUrl,
): ProductWithVariants => ({
  ...toDetailedProduct(row, imageUrl),
  ...toShopped(row, imageUrl),
  lowestPrice30Days: row.lowest_price_30_days,
});

const sortings: Readonly<Record<SortOption, Sorting>> = {
  default: { column: 'created_at', ascending: false },
  latest: { column: 'created_at', ascending: false },
  'price-low-to-high': { column: 'lowest_price', ascending: true },
  'price-high-to-low': { column: 'lowest_price', ascending: false },
};

/** Each category has its own index, so a filter of categories alone is read as their lists. */
const narrowedBy = (
  query: FilteredQuery,
  ids = query.category as readonly string[] | undefined,
) => ({
  p_categories: ids && new JsonValue(ids),
  p_filters: filtersOf(ids === query.category ? { ...query, category: undefined } : query),
});

/** Newest first by default, optionally of some categories. */
export function listProducts(
  db: Db,
  imageUrl: ImageUrl,
  query: FilteredQuery,
  categoryIds?: readonly string[],
): Promise<Page<Product>> {
  const read = async ({ after, from, to }: Window): Promise<ProductRow[]> => {
    const found = await db.call('list_products', {
      p_sort: query.sort,
      p_limit: to - from + 1,
      p_offset: from,
      p_after_value: after?.value,
      p_after_id: after?.id,
      ...narrowedBy(query, categoryIds),
    });
    return found.rows;
  };
  const sorting = sortings[query.sort ?? 'default'];
  return readPage(query, sorting, read, (row) => toProduct(row, imageUrl));
}

/** The same as a numbered page with the total. */
export async function listProductPage(
  db: Db,
  imageUrl: ImageUrl,
  query: FilteredQuery,
  categoryIds?: readonly string[],
): Promise<NumberedPage<Product>> {
  const { offset, limit } = offsetOf(query);
  const found = await db.call('list_products', {
    p_sort: query.sort,
    p_limit: limit,
    p_offset: offset,
    p_counted: true,
    ...narrowedBy(query, categoryIds),
  });
  return toPage(found, imageUrl);
}

function toPage({ rows, total }: ListedProducts, imageUrl: ImageUrl): NumberedPage<Product> {
  return { items: rows.map((row) => toProduct(row, imageUrl)), total: total ?? 0 };
}

/** The maximum number of search results. */
const maxResults = 200;

/** Best match first by default; a page is read without the ones before it. */
export async function searchProducts(
  db: Db,
  imageUrl: ImageUrl,
  text: string,
  query: FilteredQuery,
): Promise<Page<Product> | NumberedPage<Product>> {
  const find = (p_offset: number, p_limit: number, p_counted: boolean) => {
    const p_sort = query.sort;
    const p_filters = filtersOf(query);
    return db.call('find_products', {
      ...{ p_query: text, p_sort, p_offset, p_limit, p_counted, p_filters },
    });
  };
  if (query.page === undefined) {
    return readSlice(query, async (offset, count) => {
      const size = Math.min(count, maxResults - offset);
      return size > 0 ? toPage(await find(offset, size, false), imageUrl).items : [];
    });
  }
  const { offset, limit } = offsetOf(query);
  return toPage(
    await find(offset, Math.max(0, Math.min(limit, maxResults - offset)), true),
    imageUrl,
  );
}

export async function listRandomProducts(db: Db, imageUrl: ImageUrl): Promise<Product[]> {
  const found = await db.query<ProductRow>(sql`select ${columns} from public.random_products(8)`);
  return found.map((row) => toProduct(row, imageUrl));
}

/** Those that exist and are on sale, in the order of their ids. */
export async function listProductsByIds(
  db: Db,
  imageUrl: ImageUrl,
  ids: readonly string[],
): Promise<Product[]> {
  const found = await db.query<ProductRow>(sql`
    select ${columns} from public.products where id = any (${ids}::uuid[]) and status = 'published'
    order by array_position(${ids}::uuid[], id)`);
  return found.map((row) => toProduct(row, imageUrl));
}

/** @throws ApiError 404 */
export async function listRelatedProducts(
  db: Db,
  imageUrl: ImageUrl,
  id: string,
): Promise<Product[]> {
  const found = await db.call('list_related_products', { p_product: id, p_limit: 4 });
  if (found === null) throw notFound('Product');
  return found.map((row) => toProduct(row, imageUrl));
}

/** @throws ApiError 404 */
export async function readProduct(db: Db, id: string): Promise<ProductWithVariantsRow> {
  const found = await db.call('read_product', { p_id: id });
  if (found === null) throw notFound('Product');
  return found;
}

export async function insertProduct(
  db: Db,
  { title, description, price, categoryId, availability, sizes, colors, ...rest }: ProductInput,
  images: string[],
): Promise<DetailedProductRow> {
  const { status, composition = '', care = '', fit = '', origin = '', delivery = '' } = rest;
  const document = rest.descriptionDocument && new JsonValue(tidied(rest.descriptionDocument));
  const added = await db.query<DetailedProductRow>(sql`
    insert into public.products
      (title, description, price, category_id, availability, sizes, colors, images, status,
        composition, care, fit, origin, delivery, compare_at_price, weight, tax_class, length,
        description_document)
    values (${title}, ${description}, ${price}, ${categoryId}, ${availability}, ${sizes}, ${colors},
      ${images}, ${status}, ${composition}, ${care}, ${fit}, ${origin}, ${delivery},
      ${rest.compareAtPrice}, ${rest.weight ?? 0}, ${rest.taxClass ?? 'standard'}, ${rest.length ?? 0},
      ${document}::jsonb)
    returning ${detailedColumns}`);
  return single(added);
}

/** The database takes null for what was left out, and the null of JSON for none. */
const documentOrNull = (sent: RichText | null | undefined) =>
  sent === undefined ? undefined : new JsonValue(sent && tidied(sent));

/** `updatedAt` is that of the version that was edited. @throws ApiError 409 if there is a later one, 404 */
export async function updateProduct(
  db: Db,
  id: string,
  fields: ProductUpdate,
): Promise<DetailedProductRow> {
  const changed = await db.call('office.update_product', {
    p_id: id,
    p_title: fields.title,
    p_description: fields.description,
    p_price: fields.price,
    p_category: fields.categoryId,
    p_availability: fields.availability,
    p_sizes: fields.sizes,
    p_colors: fields.colors,
    p_status: fields.status,
    p_composition: fields.composition,
    p_care: fields.care,
    p_fit: fields.fit,
    p_origin: fields.origin,
    p_delivery: fields.delivery,
    p_description_document: documentOrNull(fields.descriptionDocument),
    // The database takes null for what was left out.
    p_compare_at_price: fields.compareAtPrice === null ? 0 : fields.compareAtPrice,
    p_weight: fields.weight,
    p_tax_class: fields.taxClass,
    p_length: fields.length,
    p_known: fields.updatedAt,
    p_drop_variants: fields.dropVariants,
  });
  if (changed === null) throw notFound('Product');
  return changed;
}
