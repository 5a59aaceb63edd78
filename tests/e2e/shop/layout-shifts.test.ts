// @module-tag more
import type { Page } from 'playwright';
import { describe, expect } from 'vitest';
import { routeTable } from '../../../src/routes.ts';
import { test } from '../../support/browser.ts';
import { demoGarment } from '../../support/customers.ts';
import { purchase } from '../../support/purchases.ts';
import { eventually } from '../../support/shop.ts';
import { openShop } from '../../support/signed-in.ts';

/** How much may move, in the browser's own measure: shares of the screen times shares of the way. */
const most = 0.01;

/** Fonts, pictures and answers of the API come only when the page has been painted without them; what moves is noted. */
async function makeLate(page: Page) {
  let gate = Promise.withResolvers<undefined>();
  await page.route(/\/api\/v1\/|\.woff2$|\/images\//, async (route) => {
    await gate.promise;
    await route.continue().catch(() => undefined);
  });
  await page.addInitScript(() => {
    const moved = { sum: 0, things: [] as string[] };
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const shift = entry as PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
          sources: { node: Node | null }[];
        };
        if (shift.hadRecentInput) continue;
        moved.sum += shift.value;
        for (const { node } of shift.sources) {
          const element = node instanceof Element ? node : node?.parentElement;
          moved.things.push(element?.outerHTML.slice(0, 60) ?? '?');
        }
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return { hold: () => (gate = Promise.withResolvers()), arrive: () => gate.resolve(undefined) };
}

const frames = (page: Page) =>
  page.evaluate(async () => {
    for (let i = 0; i < 3; i += 1) await new Promise(requestAnimationFrame);
  });

const movedOn = (page: Page) =>
  page.evaluate(() => Reflect.get(window, 'moved') as { sum: number; things: string[] });

describe.for([
  { name: 'desk', width: 1440, height: 900 },
  { name: 'phone', width: 390, height: 844 },
])('On a $name', ({ name: _, ...size }) => {
  test('nothing moves when what takes longer arrives', async ({ visit }) => {
    const { page, shop, customer, expectAnswer } = await openShop(visit, size);
    // No payment, no invitation, no items, and no order and no quote of this id.
    expectAnswer(
      404,
      /\/(orders\/settle|cart\/add|by-link\/[^/]*\/invoices|(order|invitations|quotes|wish-list|pages)\/[^/]*)$/,
    );
    const garment = await demoGarment();
    const { id } = await purchase(customer, garment);
    await shop.putIntoCart(garment);
    const parts: Record<string, string | undefined> = {
      ...{ ProductCategory: garment.category?._id, Invoice: id, UserOrderDetails: id },
    };
    const paths = routeTable
      .filter(({ guard, path }) => guard !== 'admin' && !path.startsWith('/admin'))
      .map(({ name, path }) => {
        return path.replaceAll('{}', parts[name] ?? garment._id);
      });
    const late = await makeLate(page);
    const faults: string[] = [];
    for (const path of [...paths, '/search-results?q=linen', '/checkout/complete?reference=none']) {
      late.hold();
      await page.goto(path, { waitUntil: 'commit' });
      await page.getByRole('main').waitFor();
      await page.waitForLoadState('domcontentloaded');
      await frames(page);
      late.arrive();
      await page.waitForLoadState('load');
      await eventually(() =>
        page.locator('main :is(.spinner, .skeleton, [aria-busy="true"])').count(),
      ).toBe(0);
      await page.evaluate(async () => void (await document.fonts.ready));
      await frames(page);
      const { sum, things } = await movedOn(page);
      if (sum > most) faults.push(`${path}: ${sum.toFixed(3)}: ${things.slice(0, 3).join(' ')}`);
    }
    expect(faults).toEqual([]);
  });
});
