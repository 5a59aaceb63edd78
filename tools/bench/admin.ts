import { administrator, measureFreshness } from './freshness.ts';
import { measureFlow } from './load.ts';
import type { Shop } from './shop.ts';
import type { Row } from './table.ts';

/** The target for the 95th percentile of response times, in milliseconds. */
const max = 300;

/** The size of a shop after some years. */
export const adminSizes = { products: 100_000, customers: 100_000, orders: 100_000 };

interface Table {
  readonly path: string;
  readonly sorts: readonly string[];
  readonly filters: readonly string[];
  /** By kind: some match one record, some a tenth of all, some none. */
  readonly searches: Readonly<Record<string, string>>;
}

const day = (daysAgo: number) =>
  new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);

/** Records that exist in a shop of any size, for requests about a single one. */
interface SampleIds {
  readonly category: string;
  readonly customer: string;
  readonly email: string;
  readonly reference: string;
  readonly order: string;
  readonly product: string;
}

/** Every paged table of the back office, with all sorts, filters and searches of its screen. */
function tables({ category, customer, email, reference }: SampleIds): Record<string, Table> {
  const month = `from=${day(30)}&to=${day(0)}`;
  return {
    Products: {
      path: '/products/admin/list',
      sorts: ['title', 'category', 'price', 'created'],
      filters: [
        `category=${category}`,
        ...['category=none', 'availability=InStock', 'availability=OutofStock', 'pictures=none'],
      ],
      searches: {
        rare: 'slim navy 0042',
        common: 'linen',
        'two words': 'linen shirt',
        typo: 'corduroi trouzers',
        'no hit': 'qzxv',
      },
    },
    Orders: {
      path: '/orders/admin/list',
      sorts: ['user', 'price', 'status', 'created'],
      filters: [
        ...['Pending', 'Paid', 'Held', 'Refunded', 'Pending,Held'].map((it) => `status=${it}`),
        month,
        `customer=${customer}`,
      ],
      searches: {
        rare: reference,
        common: 'linen',
        'two words': 'priya linen',
        short: 'a',
        typo: 'priyaa corduroi',
        'no hit': 'qzxv',
      },
    },
    Customers: {
      path: '/users/admin/list',
      sorts: ['name', 'email', 'location', 'created'],
      filters: ['orders=some', 'orders=none', 'orders=unpaid', month],
      searches: {
        rare: email,
        common: 'maine',
        'two words': 'nora berg',
        short: 'a',
        typo: 'norra bergg',
        'no hit': 'qzxv',
      },
    },
    Categories: {
      path: '/categories/admin/list',
      sorts: ['name', 'created'],
      filters: [],
      searches: { common: 's', typo: 'jackts', 'no hit': 'qzxv' },
    },
    Messages: {
      path: '/contact/messages',
      sorts: ['created'],
      filters: ['state=unread', 'state=read'],
      searches: { common: 'a', 'no hit': 'qzxv' },
    },
    Changes: {
      path: '/audit/all',
      sorts: [],
      filters: ['table=products', 'action=insert', 'role=database', `from=${day(30)}`],
      searches: { rare: 'slim navy 0042', common: 'linen', 'no hit': 'qzxv' },
    },
  };
}

/** The requests of one table, each with its name in the results. */
function requests(name: string, { path, sorts, filters, searches }: Table): [string, string][] {
  const ask = (what: string, query: string): [string, string] => [
    `${name}, ${what}`,
    `${path}?limit=25&${query}`,
  ];
  return [
    ask('first page', 'page=1'),
    ...sorts.flatMap((it) =>
      ['asc', 'desc'].map((way) => ask(`by ${it}-${way}`, `sort=${it}-${way}`)),
    ),
    ...filters.map((it) => ask(it.replace(/[0-9a-f-]{36}/, 'one'), it)),
    ...Object.entries(searches).map(([kind, q]) =>
      ask(
        `search, ${kind}${kind === 'rare' ? '' : `: ${q}`}`,
        new URLSearchParams({ q }).toString(),
      ),
    ),
    // A page past the end is the last one.
    ask('last page', 'page=1000000'),
  ];
}

/** The requests of the screens besides their tables. */
const others: [string, string][] = [
  ['Dashboard, sales by day', `/dashboard/sales?from=${day(29)}&to=${day(0)}&by=day`],
  ['Dashboard, sales by month', `/dashboard/sales?from=${day(700)}&to=${day(0)}&by=month`],
  ['Dashboard, what needs doing', '/dashboard/tasks'],
  ['Dashboard, total users', '/users/getTotalUsers'],
  ['Dashboard, total orders', '/orders/getTotalOrders'],
  ['Dashboard, monthly income', '/orders/monthly-income'],
  ['Bell', '/notifications'],
  ['Recently deleted products', '/trash/list?kind=products&page=1'],
  ['Search box, products', '/products/search?q=linen&limit=5'],
];

/** The requests of the detail screens, and the lists of a product page, uncached. */
const details = ({ category, customer, order, product }: SampleIds): [string, string][] => [
  ['An order', `/orders/admin/${order}`],
  ['A customer’s orders', `/orders/users/${customer}`],
  ['A product’s sales', `/products/${product}/sales`],
  ['A category’s sales', `/categories/${category}/sales`],
  ['A product’s reviews', `/reviews/products/${product}/reviews?uncached=1`],
  ['Related products', `/products/${product}/related?uncached=1`],
  ['Random products', '/products/random'],
];

interface Office {
  readonly ask: (path: string) => Promise<unknown>;
  /** The requests of its screens, each with its name in the results. */
  readonly requests: readonly (readonly [string, string])[];
}

/** Signs in to the back office of a shop through the site. */
async function openOffice({ url }: Shop): Promise<Office> {
  const office = await administrator(url);
  const ask = (path: string) => office('GET', path);
  const { categories } = (await ask('/categories/admin/list?q=knitwear')) as Listed<'categories'>;
  const { users } = (await ask('/users/admin/list?orders=some&limit=1')) as Listed<'users'>;
  const { users: last } = (await ask(
    '/users/admin/list?q=large.example&sort=email-desc&limit=1',
  )) as Listed<'users', 'email'>;
  const { orders } = (await ask(
    '/orders/admin/list?q=large.example&status=Paid&sort=price-desc&limit=1',
  )) as Listed<'orders', '_id' | 'paymentReference'>;
  const { products } = (await ask(
    `/products/admin/list?category=${categories[0]?._id}&limit=1`,
  )) as Listed<'products'>;
  const sample = {
    category: categories[0]?._id ?? '',
    customer: users[0]?._id ?? '',
    email: last[0]?.email ?? '',
    reference: orders[0]?.paymentReference ?? '',
    order: orders[0]?._id ?? '',
    product: products[0]?._id ?? '',
  };
  const all = Object.entries(tables(sample)).flatMap(([name, it]) => requests(name, it));
  return { ask, requests: [...all, ...others, ...details(sample)] };
}

/** Measures every list of the back office, one request at a time. */
export async function measureAdmin(shop: Shop, seconds: number): Promise<Row[]> {
  const { ask, requests: all } = await openOffice(shop);
  const rows: Row[] = [];
  for (const [what, path] of all) {
    const step = async () => void (await ask(path));
    await step();
    const figures = await measureFlow([step], seconds);
    const { failures, p95 } = figures;
    const passed = failures === 0 && p95 <= max;
    rows.push({ what, figures, max, passed, note: `p95 ${p95.toFixed(1)} ms` });
  }
  return [...rows, ...(await measureFreshness(shop, 5))];
}

type Listed<Name extends string, Field extends string = '_id'> = Record<
  Name,
  readonly Readonly<Record<Field, string>>[]
>;
