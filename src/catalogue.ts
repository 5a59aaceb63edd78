import { AsyncLocalStorage } from 'node:async_hooks';
import { setShopCurrency } from '#shared/domain/currency.ts';
import { facetNames, priceBounds, type Filters } from '#shared/domain/facets.ts';
import type { SortOption } from '#shared/domain/sort-options.ts';
import type { Ad } from '#shared/schemas/ads.ts';
import type { Banner } from '#shared/schemas/banners.ts';
import type { Category } from '#shared/schemas/categories.ts';
import type { FacetsReply } from '#shared/schemas/facets.ts';
import type { Faq } from '#shared/schemas/faqs.ts';
import type { PageLink, ShownPage } from '#shared/schemas/pages.ts';
import type { Product, ProductWithVariants } from '#shared/schemas/products.ts';
import type { ShopPromises } from '#shared/schemas/promises.ts';
import type { LinkedOrder } from '#shared/schemas/orders.ts';
import type { Frame } from '#shared/schemas/shop-frame.ts';
import type { Shop } from '#shared/schemas/shop.ts';
import type { SizeGuide } from '#shared/schemas/size-guides.ts';
import type { ReviewsReply } from '#shared/schemas/reviews.ts';
import type { SharedWishList } from '#shared/schemas/wish-lists.ts';
import type { TimeZoneReply } from '#shared/schemas/time-zone.ts';
import type { CheckoutSettings } from '#shared/schemas/visitors.ts';
import { anonHeaders, functionsUrlOf } from './server/environment.ts';
import { log, reasonOf, withoutToken } from './server/log.ts';
import { promisesOf, type Promises } from './storefront/help/promises.ts';
import { placeholdersOf, type Placeholders } from './storefront/pages/placeholders.ts';
import { setServerTimeZone } from './ui/time-zone.ts';

/** What the page being rendered has read so far. */
export interface PageReads {
  /** A change of any of these tags invalidates the page. */
  readonly tags: Set<string>;
  /** The id of the request, as in the log. */
  readonly requestId: string;
  /** Something could not be loaded: the page must not be cached. */
  incomplete: boolean;
  /** An administrator looks at the shop, who sees it before it is open. */
  readonly preview?: boolean;
  /** Read once, for all parts of the page. */
  shop?: Promise<Partial<Shop>>;
  frame?: Promise<Partial<Frame>>;
}

export const newReads = (requestId = ''): PageReads => ({
  tags: new Set(),
  requestId,
  incomplete: false,
});

const store = new AsyncLocalStorage<PageReads>();

/** Calls `render` with `reads` as the value of `currentReads`. */
export const collectReads = <T>(reads: PageReads, render: () => T): T => store.run(reads, render);

/** The reads of the page being rendered; unused outside of a page. */
export const currentReads = (): PageReads => store.getStore() ?? newReads();

/** A random choice; pages with one are rendered again every minute. */
export const randomTag = 'random';
const timeoutMs = 8000;

/** The API gave no valid response, so it is unknown whether the record exists. */
export class ApiUnavailable extends Error {}

/** The body of a public API response; null if it does not exist. Throws ApiUnavailable. */
export async function read<T>(path: string, ...tags: string[]): Promise<Partial<T> | null> {
  const reads = currentReads();
  for (const tag of tags) reads.tags.add(tag);
  const base = functionsUrlOf(process.env['SUPABASE_URL'], process.env['FUNCTIONS_URL']);
  try {
    const response = await fetch(`${base}/api/v1${path}`, {
      headers: {
        ...anonHeaders(process.env['SUPABASE_ANON_KEY'] ?? ''),
        accept: 'application/json',
        'x-request-id': reads.requestId,
      },
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status === 404 || response.status === 400) return null;
    if (!response.ok) throw new Error(`answered ${response.status}`);
    return (await response.json()) as Partial<T>;
  } catch (error) {
    throw new ApiUnavailable(`${withoutToken(path)}: ${reasonOf(error)}`, { cause: error });
  }
}

/** Like `read`, but empty without a valid response, as the contract requires; the page is then not cached. */
export async function tryRead<T>(path: string, ...tags: string[]): Promise<Partial<T>> {
  try {
    return (await read<T>(path, ...tags)) ?? {};
  } catch (error) {
    const reads = currentReads();
    reads.incomplete = true;
    log.error({ requestId: reads.requestId, reason: error }, 'catalogue');
    return {};
  }
}

async function list<T>(path: string, name: string, ...tags: string[]): Promise<T[]> {
  return (await tryRead<Record<string, T[]>>(path, ...tags))[name] ?? [];
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

interface ListingOptions extends PageOptions {
  readonly filters: Filters;
  readonly sort?: SortOption;
}

const productPage = async (path: string, ...tags: string[]): Promise<ProductPage> => ({
  ...{ products: [], total: 0 },
  ...(await tryRead<ProductPage>(path, 'products', 'categories', ...tags)),
});

/** The filters as parameters of the API, in one order for one choice. */
function parametersOf(filters: Filters): URLSearchParams {
  const chosen = facetNames.filter((it) => filters[it].length > 0);
  const params = new URLSearchParams(chosen.map((it) => [it, filters[it].toSorted().join(',')]));
  for (const it of priceBounds) {
    if (filters[it] !== undefined) params.set(it, String(filters[it]));
  }
  return params;
}

/** One page of products, optionally filtered. */
export function listProducts(options: ListingOptions): Promise<ProductPage> {
  const { filters, sort = 'default', page, limit } = options;
  const params = parametersOf(filters);
  return productPage(`/products/all?limit=${limit}&page=${page}&sort=${sort}&${params}`);
}

/** One page of search results, optionally filtered. */
export function searchProducts(q: string, options: ListingOptions): Promise<ProductPage> {
  const { filters, sort = 'default', page, limit } = options;
  const path = `/products/search?q=${encodeURIComponent(q)}&limit=${limit}&page=${page}&sort=${sort}`;
  return productPage(`${path}&${parametersOf(filters)}`, 'search_synonyms');
}

/** The number of products for each filter, of all products or of search results. */
export async function countFacets(filters: Filters, q?: string): Promise<FacetsReply> {
  const params = parametersOf(filters);
  if (q !== undefined) params.set('q', q);
  const tags = ['products', 'categories', ...(q === undefined ? [] : ['search_synonyms'])];
  return {
    total: 0,
    facets: { category: [], size: [], color: [], price: [], availability: [], custom: [] },
    ...(await tryRead<FacetsReply>(`/products/facets?${params}`, ...tags)),
  };
}

/** Products for the sitemap. Throws ApiUnavailable: an empty sitemap would remove them from search engines. */
export async function readProducts({ page, limit }: PageOptions): Promise<readonly Product[]> {
  return (await read<ProductPage>(`/products/all?limit=${limit}&page=${page}`))?.products ?? [];
}

/** Throws ApiUnavailable. */
export async function countProducts(): Promise<number> {
  return (await read<ProductPage>('/products/all?limit=1&page=1'))?.total ?? 0;
}

/** Null if the product does not exist. Throws ApiUnavailable if it could not be loaded. */
export async function findProduct(id: string): Promise<ProductWithVariants | null> {
  // The change feed has lower-case ids, whatever the URL has.
  const tag = `product:${id.toLowerCase()}`;
  const path = `/products/${encodeURIComponent(id)}`;
  return (await read<{ product: ProductWithVariants }>(path, tag, 'categories'))?.product ?? null;
}

/** The order of an emailed link; null if the link has expired. Throws ApiUnavailable. */
export const findLinkedOrder = async (token: string): Promise<LinkedOrder | null> =>
  (await read<{ order: LinkedOrder }>(`/orders/by-link/${encodeURIComponent(token)}`))?.order ??
  null;

/** Products by their ids, without those that are not on sale. Throws ApiUnavailable. */
export async function productsByIds(ids: readonly string[]): Promise<readonly Product[]> {
  const tags = ids.map((it) => `product:${it.toLowerCase()}`);
  const path = `/products/by-ids?products=${ids.join()}`;
  return (await read<ProductPage>(path, ...tags, 'categories'))?.products ?? [];
}

/** The same, but empty where they cannot be loaded. At most 100 are asked for. */
export const chosenProducts = (ids: readonly string[]): Promise<Product[]> => {
  const path = `/products/by-ids?products=${[...new Set(ids)].slice(0, 100).join()}`;
  return list(path, 'products', ...ids.map((it) => `product:${it}`), 'categories');
};

/** A page of a shared wish list; null if it is not shared. Throws ApiUnavailable. */
export async function findSharedWishList(
  token: string,
  page: number,
): Promise<SharedWishList | null> {
  const path = `/wish-lists/${encodeURIComponent(token)}?page=${page}`;
  return (await read<SharedWishList>(path)) as SharedWishList | null;
}

/** The newest products, without counting the others. */
export const newestProducts = (limit: number): Promise<Product[]> =>
  list(`/products/all?limit=${limit}&sort=latest`, 'products', 'products', 'categories');

export const relatedProducts = (id: string): Promise<Product[]> =>
  list(`/products/${encodeURIComponent(id)}/related`, 'relatedProducts', 'products');

export const randomProducts = (): Promise<Product[]> =>
  list('/products/random', 'randomProducts', randomTag, 'products', 'categories');

/** The newest reviews of a product, and the average rating of all. */
export async function firstReviews(id: string, limit: number): Promise<ReviewsReply> {
  const path = `/reviews/products/${encodeURIComponent(id)}/reviews?limit=${limit}`;
  return { reviews: [], ...(await tryRead<ReviewsReply>(path, `reviews:${id.toLowerCase()}`)) };
}

/** The advertisement of the home page; null if there is none, or it could not be loaded. */
export const currentAd = async (): Promise<Ad | null> =>
  (await tryRead<{ ad: Ad }>('/ads/current', 'ads')).ad ?? null;

export const listCategories = (): Promise<Category[]> =>
  list('/categories/all', 'categories', 'categories');
export const listSizeGuides = (): Promise<SizeGuide[]> =>
  list('/categories/size-guides', 'sizeGuides', 'size_guides', 'categories');

/** The shop's time zone, in which the page then renders its dates; undefined while none is chosen. */
export async function readTimeZone(): Promise<string | undefined> {
  const { timeZone = 'UTC', chosen = true } = await tryRead<TimeZoneReply>(
    '/shop/time-zone',
    'shop_settings',
  );
  setServerTimeZone(timeZone);
  return chosen ? timeZone : undefined;
}

let knownShop: Shop = {
  ...{ open: true, currency: 'USD', typefaces: 'bodoni-hanken' },
  ...{ name: 'Shop', legalName: '', address: '', country: '', email: '', phone: '' },
  ...{ hours: '', description: '', socialLinks: '', copyrightYear: 2023 },
  ...{ paper: '', accent: '', paperDark: '', accentDark: '', logo: '', logoDark: '' },
};

/** Who the shop is; while that cannot be loaded, as it was loaded last. Makes `shopCurrency` its currency. */
export async function readShop(): Promise<Shop> {
  const reads = currentReads();
  reads.shop ??= tryRead<Shop>('/shop/details', 'shop_settings');
  knownShop = { ...knownShop, ...(await reads.shop) };
  setShopCurrency(knownShop.currency);
  return knownShop;
}

/** Whether visitors may order without an account. */
export const isOpenToEverybody = async (): Promise<boolean> =>
  (await tryRead<CheckoutSettings>('/shop/checkout', 'shop_settings')).whoMayOrder === 'everybody';

/** What a shop promises that has changed no setting; also said while the settings cannot be read. */
const firstPromises: ShopPromises = {
  orderBy: '',
  returnDays: 30,
  returns: { address: '', sendDays: 14, payer: 'customer', label: '', exchangeAtOnce: false },
  zones: [],
};

/** The texts about shipping and returns, as the settings of the shop have them. */
export async function readPromises(): Promise<Promises> {
  const tags = ['shop_settings', 'shipping_zones', 'shipping_methods', 'days'];
  const [found, { hours }] = await Promise.all([
    tryRead<ShopPromises>('/shop/promises', ...tags),
    readShop(),
  ]);
  return promisesOf({ ...firstPromises, ...found }, hours);
}

/** Null if the category has none, or it could not be loaded. */
export async function findSizeGuide(category: string): Promise<SizeGuide | null> {
  const path = `/categories/${encodeURIComponent(category)}/size-guide`;
  const tags = [`size_guide:${category.toLowerCase()}`, 'categories'];
  return (await tryRead<{ sizeGuide: SizeGuide | null }>(path, ...tags)).sizeGuide ?? null;
}

/** What the texts of the shop name in braces, as its settings have it. */
export const readPlaceholders = async (): Promise<Placeholders> =>
  placeholdersOf(await readPromises(), await readShop());

/** Title and address of the published pages that the shop has written; for menus, too. */
export const listPages = (): Promise<PageLink[]> => list('/pages/all', 'pages', 'pages');

/** Null if it is not published, or says nothing. Throws ApiUnavailable. */
export const findPage = async (slug: string): Promise<ShownPage | null> =>
  (await read<{ page: ShownPage }>(`/pages/read/${encodeURIComponent(slug)}`, 'pages'))?.page ??
  null;

export const listFaqs = (): Promise<Faq[]> => list('/faqs/all', 'faqs', 'faqs');
export const listBanners = (): Promise<Banner[]> => list('/banner/all', 'banners', 'banners');
