import type { Sql } from 'postgres';
import { runCommand } from './command.ts';
import { databaseUrl, withDatabase } from './database.ts';
import { addCategories, addProducts, addReviews } from './large/catalogue.ts';
import { addOrders } from './large/orders.ts';
import { addCustomers, addVisitors, hashPassword, password } from './large/people.ts';
import { reporter } from './report.ts';

const usage = `Adds generated products, customers and orders to the local shop.

  npm run seed:large                                     100,000 products, 10,000 customers, 100,000 orders
  npm run seed:large -- --products 10000 --orders 5000   other sizes; --customers too, and
                                                         --visitors, with a cart and without an account

The stack must be running, or SUPABASE_DB_URL must name a database on this machine. A second run adds only what is missing;
npm run reset deletes everything.`;

export interface Sizes {
  readonly products: number;
  readonly customers: number;
  readonly orders: number;
  /** Without an account. */
  readonly visitors?: number;
}

const defaultSizes = { products: 100_000, customers: 10_000, orders: 100_000, visitors: 0 };
const chunk = 5000;

function readSizes(args: readonly string[]): Sizes {
  const sizes = { ...defaultSizes };
  for (let i = 0; i < args.length; i += 2) {
    const name = args[i]?.replace(/^--/, '') ?? '';
    const value = Number(args[i + 1]);
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

/** The password of the generated accounts is public, so only a local database may get them. */
function requireLocal(url: string): void {
  const host = new URL(url).hostname;
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(host)) {
    throw new Error(`Only a database on this machine can be seeded, not one on ${host}.`);
  }
}

async function inChunks(
  count: number,
  work: (from: number, to: number) => Promise<void>,
  size = chunk,
) {
  for (let from = 0; from < count; from += size) await work(from, Math.min(from + size, count));
}

/** Adds products, customers and orders up to these numbers and updates the planner's statistics. */
export async function seedLarge(sql: Sql, sizes: Sizes, log: (line: string) => void) {
  const { products, customers, orders, visitors = 0 } = sizes;
  const hash = await hashPassword(sql);
  await addCategories(sql);
  await inChunks(products, (from, to) => addProducts(sql, from, to));
  log(`${products.toLocaleString('en')} products`);
  await inChunks(customers, (from, to) => addCustomers(sql, from, to, hash));
  log(`${customers.toLocaleString('en')} customers`);
  await inChunks(products, (from, to) => addReviews(sql, from, to, customers));
  log('Reviews');
  // All invoices of a transaction count up the same row, which gets slower with each.
  await inChunks(orders, (from, to) => sql.begin((tx) => addOrders(tx, from, to, sizes)), 1000);
  log(`${orders.toLocaleString('en')} orders`);
  await inChunks(visitors, (from, to) => addVisitors(sql, from, to, products), 50_000);
  if (visitors > 0) log(`${visitors.toLocaleString('en')} visitors`);
  await sql`vacuum (analyze)`;
  log('Vacuumed and analysed');
}

async function main(): Promise<string> {
  const sizes = readSizes(process.argv.slice(2));
  const url = await databaseUrl();
  requireLocal(url);
  const report = reporter();
  await withDatabase(url, (sql) => seedLarge(sql, sizes, report.step));
  return `
Ready (${report.total()}). The customers are customer0@large.example, customer1@large.example and so on,
all with the password ${password}.`;
}

if (import.meta.main) await runCommand(main);
