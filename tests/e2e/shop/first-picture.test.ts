import type { Page } from 'playwright';
import { describe, expect } from 'vitest';
import { test } from '../../support/browser.ts';
import { eventually } from '../../support/shop.ts';

const phone = { width: 390, height: 844 };

/** Opens the home page while its first picture is kept back; `asked` are the files that it asked for so far. */
async function openHome(page: Page) {
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
  return { asked, end: gate.resolve };
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

describe('The first picture', () => {
  test('has the line of a phone to itself until it is painted', async ({ visit }) => {
    const { page } = await visit(phone);
    const { asked, end } = await openHome(page);
    await painted(page);
    expect(asked).toEqual([expect.stringContaining('/banners/')]);
    end('arrive');
    await eventually(() => ofCategories(asked)).toBeGreaterThan(1);
    await eventually(() => asked.some((it) => it.includes('/slides.'))).toBe(true);
    await page.getByRole('button', { name: 'Next slide' }).waitFor();
  });

  test.for([
    { who: 'by somebody who goes on', goesOn: true },
    { who: 'when it does not come', fails: true },
    { who: 'without script', options: { ...phone, javaScriptEnabled: false } },
    { who: 'where the line is thick', options: { width: 1440, height: 900 } },
  ])('is not waited for $who', async ({ options = phone, goesOn, fails }, { visit }) => {
    const { page } = await visit(options);
    const { asked, end } = await openHome(page);
    if (fails) end('fail');
    if (goesOn) await page.mouse.wheel(0, 400);
    await eventually(() => ofCategories(asked)).toBeGreaterThan(1);
    end('arrive');
    // In one width: what is preloaded is what is shown.
    const ofFirst = (path: string) => path.split('/').at(-1) === asked[0]?.split('/').at(-1);
    expect(asked.filter(ofFirst)).toHaveLength(1);
  });
});
