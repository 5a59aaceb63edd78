import type { Page } from 'playwright';
import { describe, expect } from 'vitest';
import { test } from '../../support/browser.ts';
import { eventually } from '../../support/shop.ts';

const phone = { width: 390, height: 844 };

/** Opens the home page while its first picture is kept back; `asked` are the files that it asked for so far. */
async function openHome(page: Page): Promise<{
  asked: readonly string[];
  arrive: () => void;
  fail: () => void;
}> {
  const asked: string[] = [];
  const gate = Promise.withResolvers<'arrive' | 'fail'>();
  let first: string | undefined;
  await page.route(/\/images\/|\/slides\./, async (route) => {
    const { pathname } = new URL(route.request().url());
    asked.push(pathname);
    first ??= pathname;
    const fate = pathname === first ? await gate.promise : 'arrive';
    await (fate === 'arrive' ? route.continue() : route.abort()).catch(() => undefined);
  });
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  return {
    asked,
    arrive: () => gate.resolve('arrive'),
    fail: () => gate.resolve('fail'),
  };
}

/** The categories stand within the room in which a browser fetches lazy pictures. */
const ofCategories = (asked: readonly string[]) =>
  asked.filter((it) => it.includes('/categories/')).length;

/** Until the page has been laid out and painted, which is when lazy pictures are asked for. */
const painted = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready;
    for (let i = 0; i < 5; i += 1) await new Promise(requestAnimationFrame);
  });

describe('The first picture on a phone', () => {
  test('has the line to itself until it is painted', async ({ visit }) => {
    const { page } = await visit(phone);
    const { asked, arrive } = await openHome(page);
    await painted(page);
    expect(asked).toEqual([expect.stringContaining('/banners/')]);
    arrive();
    await eventually(() => ofCategories(asked)).toBeGreaterThan(1);
    await eventually(() => asked.some((it) => it.includes('/slides.'))).toBe(true);
    await page.getByRole('button', { name: 'Next slide' }).waitFor();
  });

  test('is not waited for by somebody who goes on', async ({ visit }) => {
    const { page } = await visit(phone);
    const { asked, arrive } = await openHome(page);
    await painted(page);
    expect(ofCategories(asked)).toBe(0);
    await page.mouse.wheel(0, 400);
    await eventually(() => ofCategories(asked)).toBeGreaterThan(1);
    arrive();
  });

  test('is not waited for when it does not come', async ({ visit }) => {
    const { page } = await visit(phone);
    const { asked, fail } = await openHome(page);
    fail();
    await eventually(() => ofCategories(asked)).toBeGreaterThan(1);
  });

  test('is not waited for without script', async ({ visit }) => {
    const { page } = await visit({ ...phone, javaScriptEnabled: false });
    const { asked, arrive } = await openHome(page);
    await eventually(() => ofCategories(asked)).toBeGreaterThan(1);
    arrive();
  });

  test('leaves the others alone where the line is thick', async ({ visit }) => {
    const { page } = await visit({ width: 1440, height: 900 });
    const { asked, arrive } = await openHome(page);
    await eventually(() => ofCategories(asked)).toBeGreaterThan(1);
    arrive();
  });
});
