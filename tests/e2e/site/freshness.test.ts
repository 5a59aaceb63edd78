import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { sql } from '../../api/client.ts';
import { freePort } from '../../../supabase/embedded/ports.ts';
import { timeoutMs, test } from '../../support/browser.ts';
import { later } from '../../support/clock.ts';
import { eventually } from '../../support/shop.ts';
import { startBuiltSite } from '../../support/serve.ts';
import { stack } from '../../support/stack.ts';

/** A second instance of the site beside the one that all tests share. */
const withSecond = test.extend(
  'second',
  { scope: 'file' },
  async ({}, { onCleanup }): Promise<string> => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const site = await startBuiltSite(port, url, stack());
    onCleanup(() => site.stop());
    return url;
  },
);

/** A coat for ten dollars. */
const withCoat = withSecond.extend(
  'coat',
  async (
    {},
    { onCleanup },
  ): Promise<{ id: string; path: string; sell(price: number): Promise<unknown> }> => {
    const id = randomUUID();
    await sql`insert into products (id, title, price) values (${id}, ${`Freshness Coat ${id}`}, 10)`;
    onCleanup(async () => void (await sql`delete from products where id = ${id}`));
    const sell = (price: number) => sql`update products set price = ${price} where id = ${id}`;
    return { id, path: `/product/${id}/-`, sell };
  },
);

/** The price on a page, asked for with the cookies of this browser; drawing it would take a busy machine seconds. */
async function priceOn(page: Page, url: string): Promise<string | undefined> {
  const answer = await page.request.get(url);
  return /<main[^]*?\$(\d+\.\d\d)/.exec(await answer.text())?.[1];
}

withCoat(
  'a change by SQL stands on the pages of every instance, and no older page follows',
  async ({ visit, second, coat }) => {
    // A browser for each, so that each instance has to hear of the change by itself.
    const sites = await Promise.all(
      [stack().siteUrl, second].map(async (url) => {
        const { page } = await visit();
        return { url, page, price: () => priceOn(page, url + coat.path) };
      }),
    );
    for (const { price } of sites) await eventually(price).toBe('10.00');
    // Kept on both now: nothing but the change itself can bring a new price.
    const now = 11;
    await coat.sell(now);
    for (const { price } of sites) await eventually(price).toBe(now.toFixed(2));
    for (const { price } of [...sites, ...sites]) expect(await price()).toBe(now.toFixed(2));
    for (const { url, page } of sites) {
      const answer = await page.request.get(`${url}/api/v1/products/${coat.id}`);
      expect(((await answer.json()) as { product: { price: number } }).product.price).toBe(now);
    }
  },
);

withCoat(
  'one browser among two instances never sees an older price after a newer one',
  async ({ visit, second, coat }) => {
    const { page } = await visit();
    const sites = [stack().siteUrl, second];
    const told = async (site: string) => {
      const answer = await page.request.get(`${site}/api/v1/products/${coat.id}`);
      return ((await answer.json()) as { product: { price: number } }).product.price;
    };
    for (const site of sites) {
      await eventually(() => priceOn(page, site + coat.path)).toBe('10.00');
      expect(await told(site)).toBe(10);
    }
    for (let now = 11; now < 15; now += 1) {
      const [first = '', other = ''] = now % 2 === 0 ? sites : sites.toReversed();
      await coat.sell(now);
      await expect.poll(() => told(first), { timeout: timeoutMs, interval: 5 }).toBe(now);
      // That it is so at once is seen where time stands still: tests/unit/site/freshness.test.ts.
      await eventually(() => told(other)).toBe(now);
      for (const site of [other, first, other]) {
        expect(await priceOn(page, site + coat.path)).toBe(now.toFixed(2));
      }
    }
  },
);

withCoat(
  'a link on which the pointer rested before leads to the page as it is now',
  async ({ visit, coat }) => {
    const [{ page }, other] = [await visit(), await visit()];
    const { siteUrl } = stack();
    const link = page.locator(`main a[href*="${coat.id}"]`).first();
    await eventually(async () => {
      await page.goto('/shop?sort=latest');
      return link.isVisible();
    }).toBe(true);
    await link.hover();
    await page.waitForLoadState('networkidle');
    await page.mouse.move(0, 0);
    await coat.sell(12);
    await eventually(() => priceOn(other.page, siteUrl + coat.path)).toBe('12.00');
    await link.click();
    await page.waitForURL(/\/product\//);
    expect(await page.getByRole('main').innerText()).toContain('$12.00');
  },
);

withSecond(
  'a planned banner appears and disappears at its times on every instance, though the home page is cached',
  async ({ visit, second }) => {
    const { page } = await visit();
    const header = `Planned coats ${randomUUID()}`;
    /** Whether each instance shows it, on the page and in the API. */
    const shown = async () => {
      const found: boolean[] = [];
      for (const site of [stack().siteUrl, second]) {
        for (const path of ['/', '/api/v1/banner/all']) {
          found.push((await (await page.request.get(site + path)).text()).includes(header));
        }
      }
      return found;
    };
    const [all, none] = [Array(4).fill(true), Array(4).fill(false)];
    try {
      // Cached without it.
      expect(await shown()).toEqual(none);
      await sql`insert into banners (header, shown_from, shown_until)
        values (${header}, now() + interval '1 hour', now() + interval '2 hours')`;
      await later(sql, '61 minutes', () => eventually(shown).toEqual(all));
      await later(sql, '2 hours', () => eventually(shown).toEqual(none));
    } finally {
      await sql`delete from banners where header = ${header}`;
    }
  },
);
