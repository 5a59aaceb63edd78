import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright';
import { freePort } from '../supabase/embedded/ports.ts';
import { startStack } from '../supabase/embedded/stack.ts';
import { ensureBrowser } from './browser.ts';
import { buildSite } from './build-site.ts';
import { Lifetime } from './lifetime.ts';
import { root } from './settings.ts';
import { startSite } from './site-process.ts';

const widths = [390, 768, 1440];
const schemes = ['light', 'dark'] as const;

/** Name of the picture → path, by who looks. `{product}` and `{category}` are filled in from the demo shop. */
const screens = {
  visitor: {
    home: '/',
    shop: '/shop',
    category: '/category/{category}',
    product: '/product/{product}/-',
    search: '/search-results?q=linen',
    'cart-empty': '/cart',
    about: '/about',
    contact: '/contact',
    terms: '/terms',
    login: '/login',
    register: '/register',
    'admin-login': '/admin/login',
    'not-found': '/nowhere',
  },
  shopper: {
    cart: '/cart',
    checkout: '/checkout',
    account: '/user/account',
    'manage-account': '/user/manage-account',
    'change-password': '/user/change-password',
    'all-orders': '/user/all-orders',
    'pending-orders': '/user/pending-orders',
  },
  administrator: {
    dashboard: '/admin/dashboard',
    categories: '/admin/categories',
    products: '/admin/products',
    'product-details': '/admin/products/{product}',
    'new-product': '/admin/product/newproduct',
    orders: '/admin/orders',
    customers: '/admin/customers',
    banners: '/admin/banner',
    'new-banner': '/admin/newbanner',
    settings: '/admin/settings',
  },
};
type Who = keyof typeof screens;

async function signIn(page: Page, who: Who): Promise<void> {
  if (who === 'visitor') return;
  const shopper = who === 'shopper';
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

/** Scrolls through, so that what loads when it is seen has been seen, and keeps the whole page. */
async function capture(page: Page, path: string, file: string): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle' });
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight / 2) {
      scrollTo(0, y);
      await new Promise(requestAnimationFrame);
    }
    scrollTo(0, 0);
  });
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: file, fullPage: true });
  console.log(file);
}

async function findProduct(
  context: BrowserContext,
): Promise<{ product: string; category: string }> {
  const answer = await context.request.get('/api/v1/products/all');
  const { products } = (await answer.json()) as {
    products: { _id: string; availability: string; category: { _id: string } | null }[];
  };
  const found = products.find((it) => it.availability === 'InStock' && it.category);
  if (!found?.category) throw new Error('The demo shop has nothing in stock.');
  return { product: found._id, category: found.category._id };
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
  const { url: supabaseUrl, anonKey, siteSecret } = stack;
  const site = await startSite({ port, url, supabaseUrl, anonKey, siteSecret, log });
  await lifetime.add('The site', () => site.stop());
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  await lifetime.add('The browser', () => browser.close());

  for (const colorScheme of schemes) {
    for (const width of widths) {
      const folder = join(root, 'screenshots', `${width}-${colorScheme}`);
      mkdirSync(folder, { recursive: true });
      for (const who of Object.keys(screens) as Who[]) {
        const context = await browser.newContext({
          baseURL: url,
          viewport: { width, height: width < 500 ? 844 : 900 },
          colorScheme,
          reducedMotion: 'reduce',
        });
        const page = await context.newPage();
        const ids = await findProduct(context);
        await signIn(page, who);
        if (who === 'shopper') await fillCart(page, ids.product);
        for (const [name, pattern] of Object.entries(screens[who])) {
          const path = pattern
            .replace('{product}', ids.product)
            .replace('{category}', ids.category);
          await capture(page, path, join(folder, `${name}.png`));
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
