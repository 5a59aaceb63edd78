import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { expect, onTestFinished } from 'vitest';
import { messages } from '#shared/messages.ts';
import { adminToken, good } from '../../api/client.ts';
import { BackOffice } from '../../support/back-office.ts';
import { test } from '../../support/browser.ts';
import { companyMember } from '../../support/company.ts';
import { demoGarment } from '../../support/customers.ts';
import { eventually, Shop } from '../../support/shop.ts';
import { openShop } from '../../support/signed-in.ts';
import { stack } from '../../support/stack.ts';

/** Collects what a shop puts into a browser, from now on, under the names that its page about cookies has for it. */
async function watchBelongings(page: Page) {
  const names = new Set<string>();
  const origin = stack().siteUrl;
  await page.exposeFunction('tellKept', (key: string, from: string) => {
    // What belongs to one product has its id at the end.
    if (from === origin) names.add(key.split(':').slice(0, 2).join(':'));
  });
  await page.addInitScript(() => {
    const put = Storage.prototype.setItem;
    Storage.prototype.setItem = function (key, value) {
      const tell = Reflect.get(globalThis, 'tellKept') as (...it: string[]) => void;
      tell(key, location.origin);
      put.call(this, key, value);
    };
  });
  const cookies: Promise<void>[] = [];
  page.on('response', (answer) => {
    if (new URL(answer.url()).origin !== origin) return;
    const read = async () => {
      for (const cookie of await answer.headerValues('set-cookie')) {
        // One that is cleared is not kept.
        if (!cookie.includes('; Max-Age=0')) names.add(cookie.split('=')[0] ?? '');
      }
    };
    // An answer whose page is gone has no headers to ask for; the browser's own list has its cookies.
    cookies.push(read().catch(() => undefined));
  });
  return async () => {
    await Promise.all(cookies);
    for (const { name } of await page.context().cookies(origin)) names.add(name);
    for (const { name } of await page.context().cookies(`${origin}/session/user`)) names.add(name);
    return [...names].sort();
  };
}

test('the page about cookies names all that the shop keeps in a browser, and nothing else', async ({
  visit,
}) => {
  const { page, expectAnswer } = await visit();
  const belongings = await watchBelongings(page);
  const [shop, office] = [new Shop(page), new BackOffice(page)];
  await office.signIn();
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await office.open('/admin/products');
  await office.main.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Compact rows' }).check();
  await office.open('/admin/settings');
  await office.main.getByRole('checkbox', { name: 'Press / to search a list' }).uncheck();
  // Whoever is not signed in as a customer yet chooses a garment, writes a review, and signs in.
  const garment = await demoGarment();
  await shop.open(`/product/${garment._id}/-`);
  await shop.choose();
  await shop.addToCart.click();
  await shop.arriveAt('/login');
  expectAnswer(401, /\/reviews$/);
  await shop.open(`/product/${garment._id}/-`);
  expectAnswer(401, /\/wholesale\/company$/);
  await shop.open('/wholesale');
  for (const label of ['Company name', 'Street address', 'City', 'What do you sell?']) {
    await shop.main.getByLabel(label).fill('Mills');
  }
  await shop.main.getByLabel('Country').selectOption('IE');
  await shop.main.getByRole('button', { name: 'Apply for wholesale' }).click();
  await shop.arriveAt('/login');
  await shop.open('/wholesale');
  await eventually(() => shop.main.getByLabel('Country').inputValue()).toBe('IE');
  expect(await shop.main.getByLabel('City').inputValue()).toBe('Mills');
  await shop.open(`/product/${garment._id}/-`);
  const form = shop.main.locator('form').filter({ hasText: 'Add a review' });
  const sendReview = async () => {
    await form.scrollIntoViewIfNeeded();
    await shop.islandsHydrated();
    await form.getByRole('button', { name: 'Add review' }).click();
  };
  await form.scrollIntoViewIfNeeded();
  await shop.islandsHydrated();
  await form.getByLabel('Rating').selectOption('4');
  await form.getByLabel('Comment').fill('Written before signing in.');
  await sendReview();
  await shop.arriveAt('/login');
  await shop.seesToast(messages.auth.signInFirst);
  await shop.enterCredentials((await companyMember()).customer);
  await shop.arriveAt(/^\/product\//);
  await sendReview();
  await shop.seesToast(messages.reviews.added);
  await shop.checkOut();
  await shop.goToCardPage();
  await shop.payByCard();
  await shop.heading('Thank you');
  // In another browser, somebody without an account puts it into the cart, where everybody may order.
  const token = await adminToken();
  const open = (whoMayOrder: string) =>
    good('PUT', '/shop/checkout', { token, json: { whoMayOrder } });
  await open('everybody');
  onTestFinished(async () => void (await open('customers')));
  await page.evaluate(() => sessionStorage.clear());
  await page.context().clearCookies();
  await shop.putIntoCart(garment);
  await shop.open('/cookies');
  const named = await shop.main.locator('code').allTextContents();
  expect(await belongings()).toEqual(named.sort());
});

test('A customer takes the own data along and deletes the account', async ({ visit }) => {
  const { page, shop, main, customer, expectAnswer } = await openShop(visit, { width: 390 });
  await shop.open('/user/your-data');
  const started = page.waitForEvent('download');
  await main.getByRole('button', { name: 'Download my data' }).click();
  const text = await readFile(await (await started).path(), 'utf8');
  expect(JSON.parse(text)).toMatchObject({ user: { email: customer.email }, orders: [] });

  const deleteWith = async (password: string) => {
    await main.getByLabel('Current password').fill(password);
    await main.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account' });
    await dialog.getByText(messages.profile.confirmDelete).waitFor();
    await dialog.getByRole('button', { name: 'Yes' }).click();
  };
  expectAnswer(400, /\/users\/profile$/);
  await deleteWith('not this one');
  await main.getByText('The current password is wrong').waitFor();
  await deleteWith(customer.password);
  await shop.seesToast(messages.profile.deleted);
  await shop.arriveAt('/');
  await page.goto('/user/account');
  await shop.arriveAt('/login');
});
