import { routes } from '../../src/routes.ts';
import { anew, publicCalls } from './api.ts';
import type { Goods } from './catalogue.ts';
import { Shopper } from './orders.ts';
import { pagePaths, warm } from './pages.ts';
import { familyOf, readOr, type Shop } from './shop.ts';

/** Milliseconds of processor time; `services` is what stands for PostgREST, auth and storage on the embedded stack. */
export type Costs = Record<'site' | 'functions' | 'services' | 'postgres', number>;

/** What is measured, in the words of docs/scaling.md. */
export const kindsOfRequest = {
  pageCached: 'Page, cached',
  pageRendered: 'Page, rendered after a change (product, with its lists)',
  file: 'Picture or file, cached',
  answerCached: 'Public answer of the API, cached',
  list: 'List of 24, asked anew',
  detail: 'Detail, asked anew',
  search: 'Search, asked anew',
  cart: 'Added to the cart',
  order: 'Whole order: two into the cart, placed, paid, settled',
} as const;
type Kind = keyof typeof kindsOfRequest;

/** Linux counts in hundredths of a second. */
const tick = 10;

/** What all processes of the shop have used so far, with those that ended meanwhile. */
function costsOf(shop: Shop): Costs {
  const costs: Costs = { site: 0, functions: 0, services: 0, postgres: 0 };
  for (const pid of familyOf(shop.pid)) {
    const command = readOr(`/proc/${pid}/cmdline`);
    const stat = readOr(`/proc/${pid}/stat`);
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const used = fields.slice(11, 15).reduce((sum, it) => sum + Number(it), 0) * tick;
    if (command.includes('src/server/main.ts')) costs.site += used;
    else if (command.includes('deno')) costs.functions += used;
    else if (command.includes('postgres')) costs.postgres += used;
    else costs.services += used;
  }
  return costs;
}

/** Does `step` a number of times, eight at once, and says what one cost. */
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

/** Addresses of some hundred products. */
async function productPages({ url }: Shop): Promise<string[]> {
  const lists = Array.from({ length: 14 }, async (_, i) => {
    const answer = await fetch(`${url}/api/v1/products/all?limit=24&page=${i + 1}`);
    return ((await answer.json()) as { products: Goods['products'] }).products;
  });
  const products = (await Promise.all(lists)).flat();
  return products.map(({ _id, title }) => routes.product(_id, title));
}

/** What a request of each kind costs in each part, in milliseconds of one core: nearly the same on a busy machine. */
export async function measureCosts(shop: Shop, goods: Goods): Promise<Record<Kind, Costs>> {
  const calls = publicCalls(goods);
  const at = (paths: readonly string[], n: number) => shop.url + (paths[n % paths.length] ?? '/');
  const get = (paths: readonly string[]) => async (n: number) => {
    const answer = await fetch(at(paths, n));
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${at(paths, n)} answered ${answer.status}`);
  };
  const products = await productPages(shop);
  const cached = Object.values(pagePaths(goods));
  for (const path of cached) await warm(shop.url + path);
  const picture = '/images/640/banners/the-rail.webp';
  const shoppers = await Promise.all(
    Array.from({ length: 8 }, (_, i) => new Shopper(shop, goods, i).signIn(i)),
  );
  const shopper = (n: number) => shoppers[n % shoppers.length] as Shopper;
  const kinds: [Kind, number, (n: number) => Promise<void>][] = [
    ['pageCached', 5000, get(cached)],
    ['pageRendered', products.length - 64, get(products)],
    ['file', 3000, get([picture])],
    ['answerCached', 5000, get(calls['listing of 24'] ?? [])],
    ['list', 400, get(anew(calls['listing of 24'] ?? []))],
    ['detail', 400, get(anew(calls['detail'] ?? []))],
    ['search', 400, get(anew(calls['search'] ?? []))],
    ['cart', 400, (n) => shopper(n).fillCart()],
    ['order', 80, (n) => shopper(n).order()],
  ];
  const found = {} as Record<Kind, Costs>;
  for (const [kind, times, step] of kinds) {
    // Pages that are to be rendered must not be there yet: others warm the renderer up.
    const first = kind === 'pageRendered' ? times : 0;
    for (let n = first; n < first + 64; n += 1) await step(n);
    found[kind] = await costOf(shop, times, step);
  }
  return found;
}
