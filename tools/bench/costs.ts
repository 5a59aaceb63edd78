import { routes } from '../../src/routes.ts';
import { publicCalls, uncached } from './api.ts';
import type { Goods } from './catalogue.ts';
import { inFirstSize, signInMany, type Shopper } from './orders.ts';
import { pagePaths, warm } from './pages.ts';
import { familyOf, readOr, type Shop } from './shop.ts';

/** Milliseconds of CPU time; `services` is the embedded replacement of PostgREST, auth and storage. */
export type Costs = Record<'site' | 'functions' | 'services' | 'postgres', number>;

/** The kinds of requests, as named in docs/scaling.md. */
export const kindsOfRequest = {
  pageCached: 'Page, cached',
  pageRendered: 'Page, rendered after a change (product, with its lists)',
  file: 'Picture or file, cached',
  answerCached: 'Public answer of the API, cached',
  list: 'List of 24, not cached',
  detail: 'Detail, not cached',
  search: 'Search, not cached',
  cart: 'Add to cart',
  order: 'Whole order: two items to the cart, placed, paid, settled',
} as const;
type Kind = keyof typeof kindsOfRequest;

/** Milliseconds per clock tick of Linux. */
const tickMs = 10;

/** The CPU time of all processes of the shop so far, including ended children. */
function costsOf(shop: Shop): Costs {
  const costs: Costs = { site: 0, functions: 0, services: 0, postgres: 0 };
  for (const pid of familyOf(shop.pid)) {
    const command = readOr(`/proc/${pid}/cmdline`);
    const stat = readOr(`/proc/${pid}/stat`);
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const used = fields.slice(11, 15).reduce((sum, it) => sum + Number(it), 0) * tickMs;
    if (command.includes('src/server/main.ts')) costs.site += used;
    else if (command.includes('deno')) costs.functions += used;
    else if (command.includes('postgres')) costs.postgres += used;
    else costs.services += used;
  }
  return costs;
}

/** Runs `step` a number of times, eight at once, and returns the cost of one. */
async function costOf(
  shop: Shop,
  times: number,
  step: (n: number) => Promise<void>,
): Promise<Costs> {
  const before = costsOf(shop);
  let next = 0;
  const worker = async () => {
    while (next < times) {
      next += 1;
      await step(next - 1);
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  const after = costsOf(shop);
  const cost = (part: keyof Costs) => (after[part] - before[part]) / times;
  return {
    site: cost('site'),
    functions: cost('functions'),
    services: cost('services'),
    postgres: cost('postgres'),
  };
}

/** The pages of some hundred products. */
async function productPages({ url }: Shop): Promise<string[]> {
  const lists = Array.from({ length: 14 }, async (_, i) => {
    const response = await fetch(`${url}/api/v1/products/all?limit=24&page=${i + 1}`);
    return ((await response.json()) as { products: Goods['products'] }).products;
  });
  const products = (await Promise.all(lists)).flat();
  return products.map(({ _id, title }) => routes.product(_id, title));
}

/** The CPU time of each kind of request in each part, which hardly depends on the load of the machine. */
export async function measureCosts(shop: Shop, goods: Goods): Promise<Record<Kind, Costs>> {
  const calls = publicCalls(goods);
  const at = (paths: readonly string[], n: number) => shop.url + (paths[n % paths.length] ?? '/');
  const get = (paths: readonly string[]) => async (n: number) => {
    const response = await fetch(at(paths, n));
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${at(paths, n)} answered ${response.status}`);
  };
  const products = await productPages(shop);
  const cached = Object.values(pagePaths(goods));
  for (const path of cached) await warm(shop.url + path);
  const picture = '/images/640/banners/the-rail.webp';
  const shoppers = await signInMany(shop, inFirstSize(goods), 8);
  const shopper = (n: number) => shoppers[n % shoppers.length] as Shopper;
  const kinds: [Kind, number, (n: number) => Promise<void>][] = [
    ['pageCached', 5000, get(cached)],
    ['pageRendered', products.length - 64, get(products)],
    ['file', 3000, get([picture])],
    ['answerCached', 5000, get(calls['listing of 24'] ?? [])],
    ['list', 400, get(uncached(calls['listing of 24'] ?? []))],
    ['detail', 400, get(uncached(calls['detail'] ?? []))],
    ['search', 400, get(uncached(calls['search'] ?? []))],
    ['cart', 400, (n) => shopper(n).fillCart()],
    ['order', 80, (n) => shopper(n).order()],
  ];
  const found = {} as Record<Kind, Costs>;
  for (const [kind, times, step] of kinds) {
    // Pages to render must not be cached yet, so other pages warm up the renderer.
    const first = kind === 'pageRendered' ? times : 0;
    for (let n = first; n < first + 64; n += 1) await step(n);
    found[kind] = await costOf(shop, times, step);
  }
  return found;
}
