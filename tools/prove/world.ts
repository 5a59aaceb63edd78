import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import { setShopCurrency } from '../../supabase/functions/_shared/domain/currency.ts';
import { fromMinor, toMinor } from '../../supabase/functions/_shared/domain/money.ts';
import { makeAdminInDatabase } from '../../scripts/make-admin.ts';
import { askPatiently, type Answer, type Garment } from './ask.ts';
import { openOrders, openPayments } from './settings.ts';
import { Shopper } from './shopper.ts';
import { each, times } from './many.ts';

/** The addresses and keys of a shop that is to be tried. */
export interface Shop {
  siteUrl: string;
  dbUrl: string;
  /** The project behind it, with the keys of visitors, of the scheduler and of the providers' messages. */
  supabase?: {
    url: string;
    anonKey: string;
    serviceRoleKey: string;
    paystackSecretKey: string;
    /** Missing where the shop does not take payments by Stripe. */
    stripeWebhookSecret?: string;
  };
  /** Process id of each part, to be killed. */
  parts?: Record<string, () => Promise<number | undefined>>;
}

/** A shop with goods, buyers and an administrator of the proof's own. */
export interface World extends Shop {
  sql: postgres.Sql;
  /** The books of the payment sandboxes; missing where the providers are others. */
  provider?: postgres.Sql;
  /** Of the email addresses of all buyers. */
  domain: string;
  buyers: Shopper[];
  /** Something with stock for everybody. */
  coat: Garment;
  /** An amount in the shop's currency that is worth about so many dollars. */
  worth(dollars: number): number;
  /** The amount of an order of so many, as the cart tells it. */
  priceOf(garment: Garment, quantity: number, voucher?: string): Promise<number>;
  /** Its price is worth so many dollars. */
  addGarment(pieces: number, dollars?: number): Promise<Garment>;
  office(method: string, path: string, json?: unknown, key?: string): Promise<Answer>;
  close(): Promise<void>;
}

/** Customers, and guests who have typed their email address. */
export const people = (sql: postgres.Sql) =>
  sql`(select id, email from profiles union all select id, email from visitors)`;

/** An address of this machine for each client, or the same for all of them where the shop is elsewhere. */
function addressOf(siteUrl: string, place: number): { from?: string } {
  if (!/^https?:\/\/(127\.0\.0\.1|localhost)\b/.test(siteUrl)) return {};
  return { from: `127.0.${1 + Math.floor(place / 250)}.${1 + (place % 250)}` };
}

async function openProvider(dbUrl: string): Promise<postgres.Sql | undefined> {
  const address = new URL(dbUrl);
  address.pathname = '/sandbox';
  const sql = postgres(address.href, { max: 4, onnotice: () => undefined });
  try {
    await sql`select 1 from transactions limit 1`;
    return sql;
  } catch {
    await sql.end();
    return undefined;
  }
}

/** @throws where the provider is not the sandbox: such trials need it */
export function providerOf({ provider }: World): postgres.Sql {
  if (!provider) throw new Error('There is no payment sandbox.');
  return provider;
}

async function addGarment(sql: postgres.Sql, pieces: number, price: number): Promise<Garment> {
  return sql.begin(async (tx) => {
    const [product] = await tx<{ id: string }[]>`
      insert into products (title, description, price, availability, sizes, colors, status)
      values (${`Proof ${randomUUID().slice(0, 8)}`}, 'Of npm run prove', ${price}, 'InStock', '{M}', '{navy}', 'published')
      returning id`;
    if (!product) throw new Error('There is no product.');
    const [variant] = await tx<{ id: string }[]>`
      update product_variants set policy = 'deny' where product_id = ${product.id} returning id`;
    if (pieces > 0) {
      await tx`insert into stock_movements (variant_id, quantity, reason)
      values (${variant?.id ?? ''}, ${pieces}, 'received')`;
    }
    return { _id: product.id, price, sizes: ['M'], colors: ['navy'] };
  });
}

async function priceInCart(buyer: Shopper, garment: Garment, quantity: number, voucher: string) {
  const [size, color] = [garment.sizes[0], garment.colors[0]];
  const json = { productId: garment._id, quantity, size, color };
  await buyer.ask('DELETE', '/cart/clear-all');
  await buyer.ask('POST', '/cart/add-to-cart', { json });
  const { reply } = await buyer.ask('GET', `/cart/price?voucher=${voucher}`);
  await buyer.ask('DELETE', '/cart/clear-all');
  if (!reply.price) throw new Error(`There is no price: ${JSON.stringify(reply)}`);
  return reply.price.totalPrice;
}

/** Lets in so many buyers, every second one without an account, and adds goods and an administrator, which `close` takes away again. */
export async function openWorld(shop: Shop, buyerCount: number): Promise<World> {
  const { siteUrl, dbUrl } = shop;
  const sql = postgres(dbUrl, { max: 8, onnotice: () => undefined });
  const provider = await openProvider(dbUrl);
  const domain = `proof-${randomUUID().slice(0, 8)}.example`;
  const [found] = await sql<{ currency: string; step: number }[]>`
    select shop_currency() as currency, private.price_step(shop_currency())::float8 as step`;
  if (!found) throw new Error('The shop has no currency.');
  setShopCurrency(found.currency);
  const worth = (dollars: number) => fromMinor(toMinor(found.step) * dollars);
  const login = { email: `office@${domain}`, password: randomUUID() };
  await makeAdminInDatabase(dbUrl, login);
  const signIn = { method: 'POST', path: '/auth/login', json: login };
  const { reply } = await askPatiently(siteUrl, signIn);
  const token = reply.authToken ?? '';
  if (!token) throw new Error(`The administrator cannot sign in: ${reply.message}`);

  const closeOrders = await openOrders(sql);
  const closePayments = await openPayments(sql);
  const buyers: Shopper[] = [];
  await each(times(buyerCount, Number), 8, async (_, place) => {
    const person = { domain, ...addressOf(siteUrl, place) };
    buyers.push(
      await (place % 2 === 0 ? Shopper.register(siteUrl, person) : Shopper.visit(siteUrl, person)),
    );
  });
  const goods: string[] = [];
  const add = async (pieces: number, dollars = 20) => {
    const garment = await addGarment(sql, pieces, worth(dollars));
    goods.push(garment._id);
    return garment;
  };
  const [asker] = buyers;
  if (!asker) throw new Error('There are no buyers.');
  const prices = new Map<string, Promise<number>>();
  let asked = 0;
  return {
    ...shop,
    sql,
    ...(provider ? { provider } : {}),
    domain,
    buyers,
    coat: await add(1_000_000),
    addGarment: add,
    worth,
    priceOf: async (garment, quantity, voucher = '') => {
      const name = `${garment._id} ${quantity} ${voucher}`;
      // One after the other, as it is one cart.
      const before = Promise.all(prices.values());
      const price =
        prices.get(name) ?? before.then(() => priceInCart(asker, garment, quantity, voucher));
      prices.set(name, price);
      return price;
    },
    office: (method, path, json, key) => {
      asked += 1;
      const from = addressOf(siteUrl, 5000 + (asked % 500));
      const keyed = key ? { key } : {};
      return askPatiently(siteUrl, { method, path, json, token, ...keyed, ...from });
    },
    close: async () => {
      await sql`update products set status = 'draft' where id = any (${goods})`;
      await sql`delete from auth.users where email = ${login.email}`;
      await closeOrders();
      await closePayments();
      await Promise.all([sql.end(), provider?.end()]);
    },
  };
}

/** Process ids of the parts of an embedded stack. */
export function partsIn(stateDir: string): NonNullable<Shop['parts']> {
  return {
    Postgres: async () => {
      const text = await readFile(join(stateDir, 'db/postmaster.pid'), 'utf8').catch(() => '');
      return Number(text.split('\n')[0]) || undefined;
    },
    'the functions': async () => {
      const text = await readFile(join(stateDir, 'running.json'), 'utf8');
      return (JSON.parse(text) as { deno?: { pid: number } }).deno?.pid;
    },
  };
}
