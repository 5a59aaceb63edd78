import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright';
import postgres from 'postgres';
import { orderLink } from '../supabase/functions/_shared/mail/order-link.ts';
import { freePort } from '../supabase/embedded/ports.ts';
import { startStack } from '../supabase/embedded/stack.ts';
import { ensureBrowser } from './browser.ts';
import { buildSite } from './build-site.ts';
import { Lifetime } from './lifetime.ts';
import { screens, type Role } from './screens.ts';
import { root } from './settings.ts';
import { restoreNetwork } from './shop-states.ts';
import { startSite } from './site-process.ts';

/** `npm run screenshots -- 390 dark` keeps to these. */
const asked = process.argv.slice(2);
const chosen = <T extends string | number>(all: readonly T[]): readonly T[] => {
  const some = all.filter((it) => asked.includes(String(it)));
  return some.length > 0 ? some : all;
};
const widths = chosen([390, 768, 1440]);
const schemes = chosen(['light', 'dark'] as const);

async function signIn(page: Page, role: Role): Promise<void> {
  if (role === 'visitor') return;
  const shopper = role === 'shopper';
  await page.goto(shopper ? '/login' : '/admin/login', { waitUntil: 'networkidle' });
  await page.getByLabel('Email').fill(`${shopper ? 'shopper' : 'admin'}@hemline.example`);
  await page.getByLabel('Password').fill(`${shopper ? 'shopper' : 'admin'}-demo-1`);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL((url) => !url.pathname.endsWith('/login'));
}

async function fillCart(page: Page, product: string): Promise<void> {
  await page.goto(`/product/${product}/-`, { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click();
  await page.getByText('Product Added To Cart.').waitFor();
}

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle' });
}

async function keep(
  page: Page,
  file: string,
  { fullPage = true, staysPending = false } = {},
): Promise<void> {
  if (!staysPending) await page.waitForLoadState('networkidle');
  await page.screenshot({ path: file, fullPage });
  console.log(file);
}

/** Scrolls through, so that what loads when it is seen has been seen, and keeps the whole page. */
async function capture(page: Page, path: string, file: string): Promise<void> {
  await visit(page, path);
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight / 2) {
      scrollTo(0, y);
      await new Promise(requestAnimationFrame);
    }
    scrollTo(0, 0);
  });
  await keep(page, file);
}

/** Ids for the places in paths. */
async function findIds(
  context: BrowserContext,
): Promise<{ product: string; soldOut: string; category: string }> {
  const answer = await context.request.get('/api/v1/products/all');
  const { products } = (await answer.json()) as {
    products: { _id: string; availability: string; category: { _id: string } | null }[];
  };
  const found = products.find((it) => it.availability === 'InStock' && it.category);
  const soldOut = products.find((it) => it.availability === 'OutofStock');
  if (!found?.category || !soldOut) throw new Error('The demo shop is not the one expected.');
  return { product: found._id, soldOut: soldOut._id, category: found.category._id };
}

const lifetime = new Lifetime();
try {
  const executablePath = ensureBrowser();
  const log = (line: string) => console.log(line);
  await buildSite({ log });
  const stateDir = await mkdtemp(join(tmpdir(), 'hemline-screens-'));
  await lifetime.add('The state', () => rm(stateDir, { recursive: true, force: true }));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const stack = await startStack({ stateDir, ports: 'auto', siteUrl: url, log, durable: false });
  await lifetime.add('The stack', () => stack.stop());
  // Something for the list of what was deleted lately.
  const sql = postgres(stack.dbUrl, { max: 1, onnotice: () => undefined });
  await sql`insert into products (title, price) values ('Market scarf', 24)`;
  await sql`delete from products where title = 'Market scarf'`;
  const [order] = await sql<{ id: string; created_at: string }[]>`
    select id, to_json(created_at) #>> '{}' as created_at from orders where status = 'Paid' order by created_at desc limit 1`;
  await sql.end();
  const { url: supabaseUrl, anonKey, siteSecret } = stack;
  if (!order) throw new Error('The demo shop is not the one expected.');
  const link = await orderLink(order, { siteUrl: '', siteSecret });
  const site = await startSite({ port, url, supabaseUrl, anonKey, siteSecret, log });
  await lifetime.add('The site', () => site.stop());
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  await lifetime.add('The browser', () => browser.close());

  for (const colorScheme of schemes) {
    for (const width of widths) {
      const folder = join(root, 'screenshots', `${width}-${colorScheme}`);
      mkdirSync(folder, { recursive: true });
      for (const role of Object.keys(screens) as Role[]) {
        const context = await browser.newContext({
          baseURL: url,
          viewport: { width, height: width < 500 ? 844 : 900 },
          colorScheme,
          reducedMotion: 'reduce',
        });
        const page = await context.newPage();
        const ids = await findIds(context);
        await signIn(page, role);
        if (role === 'shopper') await fillCart(page, ids.product);
        for (const [name, screen] of Object.entries(screens[role])) {
          const {
            path: pattern,
            act = null,
            navigates = false,
            staysPending = false,
          } = typeof screen === 'string' ? { path: screen } : screen;
          const path = pattern
            .replace('{product}', ids.product)
            .replace('{soldOut}', ids.soldOut)
            .replace('{category}', ids.category)
            .replace('{orderLink}', link);
          const file = join(folder, `${name}.png`);
          if (act) {
            await visit(page, path);
            await act(page);
            // What opens covers what is seen, not the whole length of the page.
            await keep(page, file, { fullPage: navigates, staysPending });
            await restoreNetwork(page);
          } else await capture(page, path, file);
        }
        await context.close();
      }
    }
  }
  await lifetime.end(0);
} catch (error) {
  if (!lifetime.isEnding) console.error(error);
  await lifetime.end(1);
}
