import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSite, type SiteProcess } from '../../../scripts/site-process.ts';
import { freePort } from '../../../supabase/embedded/ports.ts';
import { messages } from '#shared/messages.ts';
import { test as browserTest } from '../../support/browser.ts';
import { newGoods } from '../../support/goods.ts';
import { eventually } from '../../support/shop.ts';
import { intercept } from '../../support/intercept.ts';
import { openShop } from '../../support/signed-in.ts';

/** A site whose API nobody answers for. */
let site: SiteProcess;

beforeAll(async () => {
  const port = await freePort();
  site = await startSite({
    port,
    url: `http://127.0.0.1:${port}`,
    supabaseUrl: `http://127.0.0.1:${await freePort()}`,
    anonKey: 'anon-key',
    siteSecret: 'site-secret',
    log: () => undefined,
  });
});
afterAll(() => site.stop());

test('a garment that cannot be read right now is not called missing: one is asked to come back', async () => {
  const answer = await fetch(`${site.url}/product/${crypto.randomUUID()}/Plain%20Tee`);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
  expect(answer.headers.get('content-security-policy')).toMatch(/default-src 'self'/);
  expect(await answer.text()).toMatch(/cannot be shown right now/);
  const category = await fetch(`${site.url}/category/${crypto.randomUUID()}`);
  expect(category.status).toBe(503);
  // The lists are empty, as the contract has it.
  const home = await fetch(`${site.url}/`);
  expect([home.status, await home.text()]).toEqual([200, expect.stringMatching(/No Products/)]);
});

/** The page of a captive portal comes with 200 instead of the shop’s answer while something is done. */
async function behindPortal(page: Page, work: () => Promise<void>): Promise<void> {
  const body = '<!doctype html><title>Welcome to the train</title><p>Message: Saved.</p>';
  const portal = { contentType: 'text/html', body };
  const stop = await intercept(page, '**/api/v1/**', (route) => route.fulfill(portal));
  await work();
  stop();
}

browserTest(
  'behind a captive portal a shopper is told of each failure, and keeps what was typed for another try',
  async ({ visit }) => {
    const { products } = await newGoods();
    const { page, shop, main } = await openShop(visit, { width: 390 });
    const away = main.getByText(/could not be reached/);

    await shop.open('/contact');
    await main.getByLabel('First name').fill('Ada');
    await main.getByLabel('Last name').fill('Weaver');
    await main.getByLabel('Email').fill('ada@example.com');
    const message = main.getByLabel('Message');
    await message.fill('Is the cape warm?');
    await behindPortal(page, async () => {
      await main.getByRole('button', { name: /send/i }).click();
      await shop.seesAndClosesToast(
        'The shop could not be reached. Check your connection and try again.',
      );
    });
    expect(await message.inputValue()).toBe('Is the cape warm?');
    await main.getByRole('button', { name: /send/i }).click();
    await shop.seesToast(messages.contact.sent);
    await eventually(() => message.inputValue()).toBe('');

    await shop.open(`/product/${products[0]._id}/-`);
    await main.getByLabel('Rating').selectOption('4');
    await main.getByLabel('Comment').fill('Warm enough.');
    const review = main.getByRole('button', { name: 'Add review' });
    await behindPortal(page, async () => {
      await review.click();
      await shop.seesAndClosesToast(messages.reviews.addFailed);
    });
    expect(await main.getByLabel('Comment').inputValue()).toBe('Warm enough.');
    await review.click();
    await shop.seesToast(messages.reviews.added);
    await main.getByRole('listitem').filter({ hasText: 'Warm enough.' }).waitFor();

    await behindPortal(page, async () => {
      await shop.open('/user/all-orders');
      await away.waitFor();
    });
    await main.getByRole('button', { name: 'Try again' }).click();
    await main.getByText(messages.orders.none).waitFor();
    await behindPortal(page, async () => {
      await shop.open('/cart');
      await away.waitFor();
    });
    await main.getByRole('button', { name: 'Try again' }).click();
    await main.getByText(messages.cart.empty).waitFor();
    await shop.putIntoCart(products[0]);
    await shop.checkOut();
    await behindPortal(page, async () => {
      await shop.payNow.click();
      await away.first().waitFor();
    });
    await shop.goToCardPage();
  },
);
