import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import postgres from 'postgres';
import { adminSizes, measureAdmin } from './admin.ts';
import { measureAgainstRest, measureApi } from './api.ts';
import { measureInBrowser } from './browser.ts';
import { findGoods } from './catalogue.ts';
import { measureCosts } from './costs.ts';
import { measureFreshness } from './freshness.ts';
import { measureGrowth, measureVisitors } from './growth.ts';
import { measureImport } from './import.ts';
import type { LoadOptions } from './load.ts';
import { buyingRows, measureBuying } from './orders.ts';
import { measurePages } from './pages.ts';
import { costRows, writeScaling } from './scaling.ts';
import { startShop, type Shop } from './shop.ts';
import { soak } from './soak.ts';
import { measurePrices } from './prices.ts';
import { measureProviders } from './providers.ts';
import { measureStock } from './stock.ts';
import { table, type Row } from './table.ts';
import { compareWithVendure } from './vendure.ts';
import { measureWholesale } from './wholesale.ts';
import { buildSite } from '../../scripts/build-site.ts';
import { reporter } from '../../scripts/report.ts';
import { seedLarge, type Sizes } from '../../scripts/seed-large.ts';

const usage = `Measures the shop on this machine and prints one table.

  npm run bench                         1,000 products: pages, API, orders, boot and memory
  npm run bench -- --peer               pages compared with a plain Node server that sends the same bytes
  npm run bench -- --growth             the storefront's lists, searches and details among 100,000 products against 1,000,
                                        and a cart without an account beside 1,000,000 others
  npm run bench -- --lighthouse         Lighthouse on a phone
  npm run bench -- --vendure <folder>   compared with a Vendure that is set up there with its load.js
  npm run bench -- --soak 10            ten minutes at half the top rate
  npm run bench -- --stock              orders of counted goods: of one size and colour, against a thousand of them
  npm run bench -- --prices             whole orders with shipping, tax and a voucher, against those without
  npm run bench -- --providers          whole orders paid with Stripe, against those with Paystack
  npm run bench -- --wholesale          a company's prices of a page of cards, with a list of 10,000 prices, and its grid on a phone
  --before <folder>                     with --stock: pages and whole orders against those of another checkout, in one run
  --keep <folder>                       keeps the seeded shops there for the next run
  --only pages,api,orders,memory        some parts only; freshness: when two instances of the site show a change; import: a file of 1,000 products
                                        with 4,000 variants, and the dry run of 10,000 rows; costs: processor time of a request of each kind, in each
                                        process (--write puts them into docs/scaling.md); admin: every list of the back office among
                                        100,000 products, orders and customers
  --seconds 5 --repeats 3 --connections 10 --products 1000`;

const { values } = parseArgs({
  options: {
    peer: { type: 'boolean', default: false },
    growth: { type: 'boolean', default: false },
    lighthouse: { type: 'boolean', default: false },
    vendure: { type: 'string' },
    soak: { type: 'string' },
    stock: { type: 'boolean', default: false },
    prices: { type: 'boolean', default: false },
    providers: { type: 'boolean', default: false },
    wholesale: { type: 'boolean', default: false },
    before: { type: 'string' },
    write: { type: 'boolean', default: false },
    keep: { type: 'string' },
    only: { type: 'string', default: 'pages,api,orders,memory' },
    seconds: { type: 'string', default: '5' },
    repeats: { type: 'string', default: '3' },
    connections: { type: 'string', default: '10' },
    products: { type: 'string', default: '1000' },
    help: { type: 'boolean', default: false },
  },
});
const options: LoadOptions = {
  seconds: Number(values.seconds),
  repeats: Number(values.repeats),
  connections: Number(values.connections),
};
const parts = new Set(values.only.split(','));
const report = reporter();
const cleanUp: (() => Promise<unknown>)[] = [];

/** A marker file in the folder of a shop that was seeded. */
const seededMarker = 'filled';

async function openShop(sizes: Sizes): Promise<{ shop: Shop; restart(): Promise<Shop> }> {
  const { keep } = values;
  const folder = keep
    ? resolve(keep, String(sizes.products))
    : await mkdtemp(join(tmpdir(), 'hemline-bench-'));
  let shop = await startShop(folder);
  cleanUp.push(async () => {
    await shop.stop();
    if (!keep) await rm(folder, { recursive: true, force: true });
  });
  if (!existsSync(join(folder, seededMarker))) {
    const sql = postgres(shop.databaseUrl, { max: 1, onnotice: () => undefined });
    await seedLarge(sql, sizes, report.step).finally(() => sql.end());
    await writeFile(join(folder, seededMarker), '');
  }
  return {
    shop,
    async restart() {
      await shop.stop();
      shop = await startShop(folder);
      return shop;
    },
  };
}

/** The shop of another checkout, filled by its own command. */
async function openEarlier(code: string, products: number): Promise<Shop> {
  const folder = await mkdtemp(join(tmpdir(), 'hemline-bench-'));
  const shop = await startShop(folder, code);
  cleanUp.push(async () => {
    await shop.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const sizes = ['--products', products, '--customers', 1000, '--orders', products].map(String);
  await promisify(execFile)(
    process.execPath,
    [join(code, 'scripts/run.mjs'), 'seed-large', ...sizes],
    { cwd: code, env: { ...process.env, SUPABASE_DB_URL: shop.databaseUrl } },
  );
  return shop;
}

async function measure(): Promise<Row[]> {
  const rows: Row[] = [];
  if (parts.delete('admin')) {
    const { shop } = await openShop(adminSizes);
    rows.push(...(await measureAdmin(shop, options.seconds)));
    report.step('Back office measured');
    if (parts.size === 0) return rows;
  }
  const products = Number(values.products);
  const opened = await openShop({ products, customers: 1000, orders: products });
  // The second start is measured, with warm caches.
  const shop = await opened.restart();
  const bootTime = shop.bootTime / 1000;
  const goods = await findGoods(shop);
  if (parts.has('pages'))
    rows.push(...(await measurePages(shop, goods, options, values.peer ? 'plain' : null)));
  report.step('Pages measured');
  if (parts.has('api')) {
    rows.push(...(await measureApi(shop, goods, options)));
    rows.push(...(await measureAgainstRest(shop, goods, options)));
  }
  report.step('API measured');
  if (parts.has('orders')) {
    rows.push(...buyingRows(await measureBuying(shop, goods, options.seconds * 2)));
  }
  report.step('Orders measured');
  if (parts.has('costs')) {
    const measured = await measureCosts(shop, goods);
    rows.push(...costRows(measured));
    if (values.write) await writeScaling(measured);
  }
  if (values.vendure) rows.push(...(await compareWithVendure(values.vendure, options, rows)));
  if (parts.has('import')) rows.push(...(await measureImport(shop)));
  if (parts.has('freshness')) rows.push(...(await measureFreshness(shop, 5)));
  if (parts.has('memory')) {
    const memory = shop.memory();
    rows.push(
      {
        what: 'Boot to the first page, warm',
        value: `${bootTime.toFixed(1)} s`,
        passed: bootTime < 5,
      },
      {
        what: 'Memory of all processes after the load',
        value: `${memory.toFixed(0)} MB`,
        passed: memory < 500,
        note: `shared memory counted once; in each process ${shop.resident().toFixed(0)} MB`,
      },
    );
  }
  if (values.lighthouse) rows.push(...(await measureInBrowser(shop, goods, options.repeats)));
  if (values.soak) {
    rows.push(...(await soak(shop, goods, Number(values.soak), options, report.step)));
  }
  if (values.prices) {
    rows.push(...(await measurePrices(shop, goods, options)));
    report.step('Prices measured');
  }
  if (values.providers) {
    rows.push(...(await measureProviders(shop, goods, options)));
    report.step('Providers measured');
  }
  if (values.wholesale) {
    rows.push(...(await measureWholesale(shop, goods, options)));
    report.step('Wholesale measured');
  }
  if (values.stock) {
    const before = values.before ? await openEarlier(resolve(values.before), products) : undefined;
    if (before) rows.push(...(await measurePages(shop, goods, options, before)));
    rows.push(...(await measureStock(shop, before, options)));
    report.step('Stock measured');
  }
  if (values.growth) {
    const large = await openShop({
      ...{ products: 100_000, customers: 10_000, orders: 100_000 },
      visitors: 1_000_000,
    });
    rows.push(...(await measureGrowth(shop, large.shop, options)));
    rows.push(await measureVisitors(shop, large.shop, options));
  }
  return rows;
}

try {
  if (values.help) console.log(usage);
  else {
    await buildSite({ log: report.step });
    const rows = await measure();
    console.log(`\n${table(rows)}\n\nTotal time: ${report.total()}.`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  for (const step of cleanUp.reverse()) await step();
}
