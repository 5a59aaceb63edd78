import postgres, { type Sql } from 'postgres';
import { databaseUrl } from './database-url.ts';
import { addCategories, addProducts, addReviews } from './large/catalogue.ts';
import { addOrders } from './large/orders.ts';
import { addCustomers, hashPassword, password } from './large/people.ts';
import { reporter } from './report.ts';

const usage = `Fills the local shop with made goods, customers and orders beside those of the demo.

  npm run seed:large                                     100,000 products, 10,000 customers, 100,000 orders
  npm run seed:large -- --products 10000 --orders 5000   other sizes; --customers too

The stack must be running, or SUPABASE_DB_URL must name a database on this machine. A second run adds what is missing;
npm run reset takes all of it away.`;

export interface Sizes {
  readonly products: number;
  readonly customers: number;
  readonly orders: number;
}

const standard: Sizes = { products: 100_000, customers: 10_000, orders: 100_000 };
const chunk = 5000;

function readSizes(words: readonly string[]): Sizes {
  const sizes: Record<keyof Sizes, number> = { ...standard };
  for (let i = 0; i < words.length; i += 2) {
    const name = words[i]?.replace(/^--/, '') ?? '';
    const value = Number(words[i + 1]);
    if (!(name in sizes) || !Number.isInteger(value) || value < 0 || value > 10_000_000) {
      throw new Error(usage);
    }
    sizes[name as keyof Sizes] = value;
  }
  if (sizes.orders > 0 && (sizes.products === 0 || sizes.customers === 0)) {
    throw new Error('Orders need products and customers.');
  }
  return sizes;
}

/** Everybody knows the password of what is made here: a database elsewhere is never filled. */
function requireLocal(url: string): void {
  const host = new URL(url).hostname;
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(host)) {
    throw new Error(`Only a database on this machine is filled, not one on ${host}.`);
  }
}

async function inChunks(many: number, work: (from: number, to: number) => Promise<void>) {
  for (let from = 0; from < many; from += chunk) await work(from, Math.min(from + chunk, many));
}

/** Adds what is missing of so many products, customers and orders, and lets the planner know. */
export async function seedLarge(sql: Sql, sizes: Sizes, log: (line: string) => void) {
  const { products, customers, orders } = sizes;
  const hash = await hashPassword(sql);
  await addCategories(sql);
  await inChunks(products, (from, to) => addProducts(sql, from, to));
  log(`${products.toLocaleString('en')} products`);
  await inChunks(customers, (from, to) => addCustomers(sql, from, to, hash));
  log(`${customers.toLocaleString('en')} customers`);
  await inChunks(products, (from, to) => addReviews(sql, from, to, customers));
  log('Reviews');
  await inChunks(orders, async (from, to) => {
    await sql.begin((tx) => addOrders(tx, from, to, sizes));
  });
  log(`${orders.toLocaleString('en')} orders`);
  await sql`vacuum (analyze)`;
  log('Vacuumed and analysed');
}

async function main(): Promise<void> {
  const sizes = readSizes(process.argv.slice(2));
  const url = await databaseUrl();
  requireLocal(url);
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  const report = reporter();
  try {
    await seedLarge(sql, sizes, report.step);
  } finally {
    await sql.end();
  }
  console.log(`
Ready (${report.total()}). The customers are customer0@large.example, customer1@large.example and so on,
all with the password ${password}.`);
}

if (import.meta.main) {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
