import { commonWords, mistypedWords, type Goods } from './catalogue.ts';
import { measureInTurn, type LoadOptions, type Scenario } from './load.ts';
import type { Shop } from './shop.ts';
import type { Row } from './table.ts';

/** The same requests, never cached: the site forwards URLs with unknown parameters. */
export const uncached = (paths: readonly string[]): string[] =>
  paths.map((path) => `${path}${path.includes('?') ? '&' : '?'}uncached=1`);

/** The requests of shoppers, each with several URLs. */
export function publicCalls({ categories, products }: Goods): Record<string, readonly string[]> {
  const sorts = ['default', 'price-low-to-high', 'price-high-to-low'];
  const search = (word: string) => `/api/v1/products/search?limit=24&q=${word}`;
  return {
    'listing of 24': sorts.flatMap((sort) =>
      categories.map((id) => `/api/v1/products/product-category/${id}?limit=24&sort=${sort}`),
    ),
    detail: products.map(({ _id }) => `/api/v1/products/${_id}`),
    search: commonWords.map(search),
    'search, mistyped': mistypedWords.map(search),
    'whole shop, 24': sorts.map((sort) => `/api/v1/products/all?limit=24&sort=${sort}`),
    'whole shop, page 3': sorts.map((sort) => `/api/v1/products/all?limit=24&page=3&sort=${sort}`),
    'two filters': sorts.map(
      (sort) => `/api/v1/products/all?limit=24&sort=${sort}&size=M&color=blue`,
    ),
    'numbers beside filters': categories.map(
      (id) => `/api/v1/products/facets?category=${id}&color=blue`,
    ),
  };
}

/** Measures the API with and without the site's cache. */
export async function measureApi(shop: Shop, goods: Goods, options: LoadOptions): Promise<Row[]> {
  const calls = Object.entries(publicCalls(goods));
  const scenarios = calls.flatMap(([name, paths]): Scenario[] => [
    { name: `API ${name}, cached`, base: shop.url, paths },
    { name: `API ${name}, uncached`, base: shop.url, paths: uncached(paths) },
  ]);
  const figures = await measureInTurn(scenarios, options);
  return scenarios.flatMap(({ name: what }, i) => {
    const found = figures[i];
    return found ? [{ what, figures: found }] : [];
  });
}

const columns =
  'id,title,description,price,images,category_id,availability,sizes,colors,created_at,updated_at,category:categories(id,name)';

/** Compares the uncached API with the same queries at PostgREST on the same stack. */
export async function measureAgainstRest(
  shop: Shop,
  { categories, products }: Goods,
  options: LoadOptions,
): Promise<Row[]> {
  const headers = { apikey: shop.anonKey, authorization: `Bearer ${shop.anonKey}` };
  const rest = (query: string) => `/rest/v1/products?select=${columns}&${query}`;
  const functions = (path: string) => `/functions/v1/api/v1${path}`;
  const pairs = [
    {
      name: 'listing',
      ours: categories.map((id) => functions(`/products/product-category/${id}?limit=24`)),
      theirs: categories.map((id) =>
        rest(`category_id=in.(${id})&order=created_at.desc,id.asc&limit=25`),
      ),
    },
    {
      name: 'detail',
      ours: products.map(({ _id }) => functions(`/products/${_id}`)),
      theirs: products.map(({ _id }) => rest(`id=eq.${_id}`)),
    },
  ];
  const rows: Row[] = [];
  for (const { name, ours, theirs } of pairs) {
    const base = shop.supabaseUrl;
    const [api, direct] = await measureInTurn(
      [
        { name, base, paths: ours, headers },
        { name, base, paths: theirs, headers },
      ],
      options,
    );
    if (!api || !direct) continue;
    const what = `API ${name}, uncached; PostgREST itself ${direct.rate.toFixed(0)}/s`;
    rows.push({ what, figures: api, ratio: api.rate / direct.rate, min: 0.75 });
  }
  return rows;
}
