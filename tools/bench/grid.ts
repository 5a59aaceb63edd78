import { chromium, type Page } from 'playwright';
import type postgres from 'postgres';
import { ensureBrowser } from '../../scripts/browser.ts';
import { password } from '../../scripts/large/people.ts';
import { median } from './load.ts';
import type { Shop } from './shop.ts';
import type { Row } from './table.ts';

const colors = ['navy', 'white', 'black', 'red', 'green', 'olive', 'maroon', 'teal'];
const sizes = Array.from({ length: 12 }, (_, n) => String(34 + n * 2));
/** How much slower than this machine a phone is. */
const slower = 6;
/** Milliseconds from the paste until the page shows it. */
const most = 1000;

/** Pastes a block into the whole grid, and waits until its sums are painted. @returns milliseconds */
const fill = (page: Page, pieces: number): Promise<number> =>
  page.evaluate(
    async ({ block, total }) => {
      const field = document.querySelector('[data-cell="0"]');
      const status = document.querySelector('.order-grid__foot [role="status"]');
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', block);
      const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      const begin = performance.now();
      field?.dispatchEvent(paste);
      while (!status?.textContent.startsWith(`${total} pieces`)) {
        if (performance.now() - begin > 30_000) throw new Error('The grid was not filled.');
        await new Promise(requestAnimationFrame);
      }
      // The frame after the next begins when this one is painted.
      await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
      return performance.now() - begin;
    },
    {
      block: colors.map(() => sizes.map(() => pieces).join('\t')).join('\n'),
      total: colors.length * sizes.length * pieces,
    },
  );

/** A member on a phone pastes a block from a spreadsheet into the grid of a product. */
export async function measureGrid(
  shop: Shop,
  sql: postgres.Sql,
  email: string,
  repeats: number,
): Promise<Row> {
  const [garment] = await sql<{ id: string }[]>`
    insert into products (title, price, availability, sizes, colors, status)
    values ('Bench', 20, 'InStock', ${sizes}, ${colors}, 'published') returning id`;
  const browser = await chromium.launch({
    executablePath: ensureBrowser(),
    args: ['--no-sandbox'],
  });
  try {
    const context = await browser.newContext({
      baseURL: shop.url,
      viewport: { width: 390, height: 844 },
    });
    await context.request.post('/api/v1/auth/user-login', { data: { email, password } });
    const page = await context.newPage();
    // The account reads for which company one buys.
    await page.goto('/user/account', { waitUntil: 'networkidle' });
    const times: number[] = [];
    for (let turn = 0; turn < repeats; turn += 1) {
      await page.goto(`/product/${garment?.id ?? ''}/-`);
      await page.locator('[data-cell="0"]').waitFor();
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
      times.push(await fill(page, turn + 1));
      await session.detach();
    }
    const time = median(times);
    return {
      what: `A grid of ${sizes.length} × ${colors.length} filled by paste, CPU ÷ ${slower}`,
      value: `${time.toFixed(0)} ms`,
      passed: time < most,
      note: `slowest of ${repeats}: ${Math.max(...times).toFixed(0)} ms`,
    };
  } finally {
    await browser.close();
    await sql`delete from products where id = ${garment?.id ?? null}`;
  }
}
