import { brotliCompressSync } from 'node:zlib';
import type { Page } from 'playwright';
import { describe, expect } from 'vitest';
import { test } from '../../support/browser.ts';
import { demoGarment } from '../../support/customers.ts';
import { eventually, Shop } from '../../support/shop.ts';
import { openOffice } from '../../support/signed-in.ts';
import { budgets, officeScript } from './budgets.ts';

interface Fetched {
  readonly path: string;
  readonly bytes: number;
  readonly kind: 'script' | 'style' | 'font' | 'other';
  readonly beforeLoad: boolean;
}

/** The style that comes within the page, as large as it would be by itself. */
async function styleWithin(page: Page): Promise<number> {
  const texts = await page.locator('style').allTextContents();
  return brotliCompressSync(texts.join('\n')).length;
}

/** What the browser itself says it fetched. */
function fetched(page: Page): Promise<Fetched[]> {
  return page.evaluate(() => {
    const [navigation] = performance.getEntriesByType(
      'navigation',
    ) as PerformanceNavigationTiming[];
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return resources.map((it) => {
      const { pathname: path } = new URL(it.name);
      const end = /\.(js|css|woff2)$/.exec(path)?.[1];
      const kind = ({ js: 'script', css: 'style', woff2: 'font' } as const)[end ?? ''] ?? 'other';
      const beforeLoad = it.startTime < (navigation?.loadEventStart ?? 0);
      return { path, bytes: it.encodedBodySize, kind, beforeLoad };
    });
  });
}

const bytesOf = (all: readonly Fetched[], kind: Fetched['kind']): number =>
  all.filter((it) => it.kind === kind).reduce((sum, it) => sum + it.bytes, 0);

/** Sees the whole page and touches it, until nothing is asleep. */
async function wakeAll(page: Page): Promise<void> {
  for (const island of await page.locator('astro-island, footer').all()) {
    await island.scrollIntoViewIfNeeded();
  }
  await new Shop(page).islandsHydrated();
  await page.waitForLoadState('networkidle');
}

async function paths(): Promise<Record<keyof typeof budgets, string>> {
  const garment = await demoGarment();
  return {
    home: '/',
    shop: '/shop',
    category: `/category/${garment.category?._id ?? ''}`,
    product: `/product/${garment._id}/-`,
    about: '/about',
    terms: '/terms',
  };
}

const pages = Object.keys(budgets) as (keyof typeof budgets)[];

describe('Budgets', () => {
  test.for(pages)('of %s are kept', async (name, { visit }) => {
    const { page } = await visit();
    await page.goto((await paths())[name], { waitUntil: 'load' });
    await wakeAll(page);
    const awake = await fetched(page);
    const atLoad = awake.filter((it) => it.beforeLoad);
    const found = {
      scriptAtLoad: bytesOf(atLoad, 'script'),
      scriptAwake: bytesOf(awake, 'script'),
      style: bytesOf(awake, 'style') + (await styleWithin(page)),
      font: bytesOf(awake, 'font'),
    };
    for (const what of Object.keys(found) as (keyof typeof found)[]) {
      const most = budgets[name][what];
      expect(found[what], `${what} of ${name}, brotli bytes`).toBeLessThanOrEqual(most);
    }
    expect(found.style, 'the page was looked at').toBeGreaterThan(0);
  });

  test('about and terms fetch no script but the header’s', async ({ visit }) => {
    const { page } = await visit();
    const scripts = async (path: string) => {
      await page.goto(path, { waitUntil: 'load' });
      await wakeAll(page);
      return (await fetched(page)).filter((it) => it.kind === 'script').map((it) => it.path);
    };
    const headers = new Set(await scripts('/shop'));
    for (const path of ['/about', '/terms']) {
      expect(
        (await scripts(path)).filter((it) => !headers.has(it)),
        path,
      ).toEqual([]);
    }
  });

  test('of the back office are kept on each of its screens', async ({ visit }) => {
    const { office, page } = await openOffice(visit);
    const garment = await demoGarment();
    for (const path of [
      ...['/admin/dashboard', '/admin/products', '/admin/product/newproduct', '/admin/newbanner'],
      ...[`/admin/products/${garment._id}`, '/admin/orders', '/admin/settings'],
    ]) {
      await office.open(path);
      await page.waitForLoadState('networkidle');
      expect(bytesOf(await fetched(page), 'script'), path).toBeLessThan(officeScript);
    }
  });

  test('React comes to the shop with the first touch of what may need it', async ({ visit }) => {
    const { page } = await visit();
    const loaded = async () => (await fetched(page)).some((it) => /\/react\./.test(it.path));
    await page.goto('/shop', { waitUntil: 'load' });
    await page.getByLabel('Search the shop').hover();
    await page.getByLabel('Search the shop').focus();
    await page.waitForLoadState('networkidle');
    expect(await loaded()).toBe(false);
    await page
      .getByRole('button', { name: /^add to cart/i })
      .first()
      .hover();
    await eventually(loaded).toBe(true);
  });
});
