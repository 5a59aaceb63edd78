import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIRequestContext, Page } from 'playwright';
import { freePort } from '../supabase/embedded/ports.ts';
import { startStack, type Stack } from '../supabase/embedded/stack.ts';
import { orderLink } from '../supabase/functions/_shared/mail/order-link.ts';
import { stopLater } from './boot.ts';
import { buildSite } from './build-site.ts';
import { withDatabase } from './database.ts';
import type { Lifetime } from './lifetime.ts';
import type { Role } from './screens.ts';
import { startSite } from './site-process.ts';

export interface DemoShop {
  url: string;
  stack: Stack;
}

/** Builds the site and starts it with the demo data, on free ports and in a temporary folder. */
export async function openDemoShop(lifetime: Lifetime): Promise<DemoShop> {
  const log = (line: string) => console.log(line);
  await buildSite({ log });
  const stateDir = await mkdtemp(join(tmpdir(), 'hemline-demo-'));
  await lifetime.add('The state', () => rm(stateDir, { recursive: true, force: true }));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const booting = startStack({ stateDir, ports: 'auto', siteUrl: url, log, durable: false });
  await stopLater(lifetime, 'The stack', booting);
  const stack = await booting;
  const { url: supabaseUrl, functionsUrl, anonKey, siteSecret } = stack;
  const starting = startSite({ port, url, supabaseUrl, functionsUrl, anonKey, siteSecret, log });
  await stopLater(lifetime, 'The site', starting);
  await starting;
  return { url, stack };
}

export async function signIn(page: Page, role: Role): Promise<void> {
  if (role === 'visitor') return;
  const shopper = role === 'shopper';
  await page.goto(shopper ? '/login' : '/admin/login', { waitUntil: 'networkidle' });
  await page.getByLabel('Email').fill(`${shopper ? 'shopper' : 'admin'}@hemline.example`);
  await page.getByLabel('Password').fill(`${shopper ? 'shopper' : 'admin'}-demo-1`);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL((url) => !url.pathname.endsWith('/login'));
}

export interface DemoIds {
  product: string;
  soldOut: string;
  category: string;
  /** The page of a paid order, without signing in. */
  orderLink: string;
}

/** The path of the page that shows the newest paid order without signing in. */
export async function linkOfPaidOrder(stack: Pick<Stack, 'dbUrl' | 'siteSecret'>): Promise<string> {
  const [order] = await withDatabase(
    stack.dbUrl,
    (sql) => sql<{ id: string; created_at: string }[]>`
      select id, to_json(created_at) #>> '{}' as created_at from orders
      where status = 'Paid' order by created_at desc limit 1`,
  );
  if (!order) throw new Error('There is no paid order.');
  return orderLink(order, { siteUrl: '', siteSecret: stack.siteSecret });
}

/** Ids for the places in the paths of screens. */
export async function findIds(request: APIRequestContext, stack: Stack): Promise<DemoIds> {
  const answer = await request.get('/api/v1/products/all');
  const { products } = (await answer.json()) as {
    products: { _id: string; availability: string; category: { _id: string } | null }[];
  };
  const found = products.find((it) => it.availability === 'InStock' && it.category);
  const soldOut = products.find((it) => it.availability === 'OutofStock');
  if (!found?.category || !soldOut) throw new Error('The demo shop is not the one expected.');
  return {
    product: found._id,
    soldOut: soldOut._id,
    category: found.category._id,
    orderLink: await linkOfPaidOrder(stack),
  };
}

/** `/product/{product}/-` with the id of a product. */
export function withIds(path: string, ids: DemoIds): string {
  return path
    .replace('{product}', ids.product)
    .replace('{soldOut}', ids.soldOut)
    .replace('{category}', ids.category)
    .replace('/{orderLink}', ids.orderLink);
}
