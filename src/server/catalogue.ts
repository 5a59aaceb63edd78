import type { SortOption } from '#shared/domain/sort-options.ts';
import type { Ad } from '#shared/schemas/ads.ts';
import type { Banner } from '#shared/schemas/banners.ts';
import type { Category } from '#shared/schemas/categories.ts';
import type { Faq } from '#shared/schemas/faqs.ts';
import type { Product } from '#shared/schemas/products.ts';
import type { ReviewsReply } from '#shared/schemas/reviews.ts';
import { functionsUrlOf } from './environment.ts';
import { log, reasonOf } from './log.ts';
import { noteIncomplete, noteTags, randomTag, renderingFor } from './request-tags.ts';

/**
 * The catalogue as pages need it, read through the public API, in its shapes. A list that cannot be read is empty, as the
 * contract wants it, and the page is then not kept.
 */
const patience = 8000;

/** The API gave no proper answer, so nobody can say whether there is such a thing. */
export class ShopAway extends Error {}

/** The body of an answer; null where there is no such thing. Throws ShopAway. */
async function read(path: string): Promise<unknown> {
  const base = functionsUrlOf(process.env['SUPABASE_URL'], process.env['FUNCTIONS_URL']);
  const key = process.env['SUPABASE_ANON_KEY'] ?? '';
  try {
    const response = await fetch(`${base}/api/v1${path}`, {
      headers: {
        accept: 'application/json',
        apikey: key,
        authorization: `Bearer ${key}`,
        'x-request-id': renderingFor(),
      },
      signal: AbortSignal.timeout(patience),
    });
    if (response.status === 404 || response.status === 400) return null;
    if (!response.ok) throw new Error(`answered ${response.status}`);
    return await response.json();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ShopAway(`${path}: ${reason}`, { cause: error });
  }
}

/** The page goes out without it, and is not kept. */
function noteMissing(error: unknown): void {
  noteIncomplete();
  log('error', 'catalogue', { requestId: renderingFor(), reason: reasonOf(error) });
}

async function list<T>(path: string, name: string, ...tags: string[]): Promise<T[]> {
  noteTags(...tags);
  try {
    const body = await read(path);
    return ((body as Record<string, T[]> | null)?.[name] ?? []) satisfies T[];
  } catch (error) {
    noteMissing(error);
    return [];
  }
}

export interface ProductPage {
  readonly products: readonly Product[];
  /** How many there are on all pages together. */
  readonly total: number;
}

interface PageOptions {
  /** From 1. */
  readonly page: number;
  /** How many products a page has. */
  readonly limit: number;
}

async function productPage(path: string): Promise<ProductPage> {
  noteTags('products', 'categories');
  try {
    const body = (await read(path)) as Partial<ProductPage> | null;
    return { products: body?.products ?? [], total: body?.total ?? 0 };
  } catch (error) {
    noteMissing(error);
    return { products: [], total: 0 };
  }
}

interface ListingOptions extends PageOptions {
  /** None means all. */
  readonly categoryIds?: readonly string[];
  readonly sort?: SortOption;
}

/** One page of all products, or of those of some categories. */
export function listProducts({
  categoryIds = [],
  sort = 'default',
  page,
  limit,
}: ListingOptions): Promise<ProductPage> {
  const path =
    categoryIds.length > 0
      ? `/products/product-category/${categoryIds.map(encodeURIComponent).join(',')}`
      : '/products/all';
  return productPage(`${path}?limit=${limit}&page=${page}&sort=${sort}`);
}

/** Products for the sitemap. Throws ShopAway where they could not be read: an empty answer would take them out of search engines. */
export async function readProducts({ page, limit }: PageOptions): Promise<readonly Product[]> {
  const body = await read(`/products/all?limit=${limit}&page=${page}`);
  return (body as Partial<ProductPage> | null)?.products ?? [];
}

/** Throws ShopAway where the products could not be counted. */
export async function countProducts(): Promise<number> {
  const body = await read('/products/all?limit=1&page=1');
  return (body as Partial<ProductPage> | null)?.total ?? 0;
}

/** The newest products, without counting the others. */
export const newestProducts = (limit: number): Promise<Product[]> =>
  list(`/products/all?limit=${limit}&sort=latest`, 'products', 'products', 'categories');

/** Null where there is no such product. Throws ShopAway where it could not be read: that is not the same. */
export async function findProduct(id: string): Promise<Product | null> {
  // The feed writes ids small, whatever the address did.
  noteTags(`product:${id.toLowerCase()}`, 'categories');
  const body = await read(`/products/${encodeURIComponent(id)}`);
  return (body as { product?: Product } | null)?.product ?? null;
}

export const relatedProducts = (id: string): Promise<Product[]> =>
  list(`/products/${encodeURIComponent(id)}/related`, 'relatedProducts', 'products');

export const randomProducts = (): Promise<Product[]> =>
  list('/products/random', 'randomProducts', randomTag, 'products', 'categories');

/** The newest reviews of a product, and what all of them say together. */
export async function firstReviews(id: string, limit: number): Promise<ReviewsReply> {
  noteTags(`reviews:${id.toLowerCase()}`);
  try {
    const body = await read(`/reviews/products/${encodeURIComponent(id)}/reviews?limit=${limit}`);
    return (body as ReviewsReply | null) ?? { reviews: [] };
  } catch (error) {
    noteMissing(error);
    return { reviews: [] };
  }
}

export const listCategories = (): Promise<Category[]> =>
  list('/categories/all', 'categories', 'categories');

/** The advertisement of the home page; null where the shop has none, or it could not be read. */
export async function currentAd(): Promise<Ad | null> {
  noteTags('ads');
  try {
    return ((await read('/ads/current')) as { ad?: Ad } | null)?.ad ?? null;
  } catch (error) {
    noteMissing(error);
    return null;
  }
}

export const listFaqs = (): Promise<Faq[]> => list('/faqs/all', 'faqs', 'faqs');

export const listBanners = (): Promise<Banner[]> => list('/banner/all', 'banners', 'banners');

export const searchProducts = (q: string, { page, limit }: PageOptions): Promise<ProductPage> =>
  productPage(`/products/search?q=${encodeURIComponent(q)}&limit=${limit}&page=${page}`);
