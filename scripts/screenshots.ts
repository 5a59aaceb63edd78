import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import postgres from 'postgres';
import { ensureBrowser } from './browser.ts';
import { findIds, openDemoShop, signIn, withIds } from './demo-shop.ts';
import { Lifetime } from './lifetime.ts';
import { screens, type Role } from './screens.ts';
import { root } from './settings.ts';
import { restoreNetwork } from './shop-states.ts';

/** `npm run screenshots -- 390 dark` keeps to these. */
const asked = process.argv.slice(2);
const chosen = <T extends string | number>(all: readonly T[]): readonly T[] => {
  const some = all.filter((it) => asked.includes(String(it)));
  return some.length > 0 ? some : all;
};
const widths = chosen([390, 768, 1440]);
const schemes = chosen(['light', 'dark'] as const);

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

const lifetime = new Lifetime();
try {
  const executablePath = ensureBrowser();
  const { url, stack } = await openDemoShop(lifetime);
  // Something for the list of what was deleted lately.
  const sql = postgres(stack.dbUrl, { max: 1, onnotice: () => undefined });
  await sql`insert into products (title, price) values ('Market scarf', 24)`;
  await sql`delete from products where title = 'Market scarf'`;
  await sql.end();
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
        context.setDefaultTimeout(180_000);
        const page = await context.newPage();
        const ids = await findIds(context.request, stack);
        await signIn(page, role);
        if (role === 'shopper') await fillCart(page, ids.product);
        for (const [name, screen] of Object.entries(screens[role])) {
          const {
            path: pattern,
            act = null,
            navigates = false,
            staysPending = false,
          } = typeof screen === 'string' ? { path: screen } : screen;
          const path = withIds(pattern, ids);
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
