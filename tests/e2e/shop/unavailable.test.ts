import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSite, type SiteProcess } from '../../../scripts/site-process.ts';
import { freePort } from '../../../supabase/embedded/ports.ts';
import { messages } from '#shared/messages.ts';
import { BackOffice } from '../../support/back-office.ts';
import { test as browserTest } from '../../support/browser.ts';
import { registeredCustomer } from '../../support/customers.ts';
import { newGoods } from '../../support/goods.ts';
import { picture } from '../../support/pictures.ts';
import { Shop } from '../../support/shop.ts';

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
});

test('the lists are empty, as the contract has it, and calls say that the shop is away', async () => {
  const home = await fetch(`${site.url}/`);
  expect([home.status, await home.text()]).toEqual([200, expect.stringMatching(/No Products/)]);
  const call = await fetch(`${site.url}/api/v1/products/all`);
  expect([call.status, call.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await call.json()).toMatchObject({ code: 'unavailable' });
});

describe('Where the page of a captive portal comes with 200 instead of the shop’s answer', () => {
  /** Between this page and the shop while something is done. */
  async function behindPortal(page: Page, work: () => Promise<void>): Promise<void> {
    const calls = '**/api/v1/**';
    const body = '<!doctype html><title>Welcome to the train</title><p>Message: Saved.</p>';
    await page.route(calls, (route) => route.fulfill({ contentType: 'text/html', body }));
    await work();
    await page.unroute(calls);
  }

  browserTest('a shopper is told of each failure, and keeps what was typed', async ({ visit }) => {
    const [{ products }, customer] = await Promise.all([newGoods(), registeredCustomer()]);
    const { page } = await visit();
    const shop = new Shop(page);
    const { main } = shop;
    const away = main.getByText(/could not be reached/);

    await shop.open('/contact');
    await main.getByLabel('First name').fill('Ada');
    await main.getByLabel('Last name').fill('Weaver');
    await main.getByLabel('Email').fill('ada@example.com');
    await main.getByLabel('Message').fill('Is the cape warm?');
    await behindPortal(page, async () => {
      await main.getByRole('button', { name: /send/i }).click();
      await shop.seesAndClosesToast(
        'The shop could not be reached. Check your connection and try again.',
      );
    });
    expect(await main.getByLabel('Message').inputValue()).toBe('Is the cape warm?');

    await shop.open('/login');
    await behindPortal(page, async () => {
      await shop.enterCredentials(customer);
      await away.waitFor();
    });
    await main.getByRole('button', { name: 'Login' }).click();
    await shop.arriveAt('/');

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
    await shop.seesAndClosesToast(messages.reviews.added);

    await shop.open('/user/manage-account');
    await main.getByLabel('First name').fill('Augusta');
    await behindPortal(page, async () => {
      await main.getByRole('button', { name: 'Update' }).click();
      await shop.seesAndClosesToast(messages.profile.updateFailed);
    });
    expect(await main.getByLabel('First name').inputValue()).toBe('Augusta');

    await behindPortal(page, async () => {
      await shop.changePassword(customer.password, `${customer.password}-anew`);
      await shop.seesAndClosesToast(messages.password.noResponse);
      await shop.open('/user/all-orders');
      await away.waitFor();
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
  });

  browserTest('nothing that an administrator does is said to be saved', async ({ visit }) => {
    const { category, products } = await newGoods();
    const [{ title }] = products;
    const { page } = await visit();
    const office = new BackOffice(page);
    const { main, dialog } = office;
    await office.returnAs();

    await office.open('/admin/newbanner');
    await main.getByLabel('Header text').fill('Winter weights');
    await behindPortal(page, async () => {
      await main.getByRole('button', { name: 'Save', exact: true }).click();
      await office.seesAndClosesToast(messages.banners.failed);
    });
    expect(await main.getByLabel('Header text').inputValue()).toBe('Winter weights');
    await main.getByRole('link', { name: 'All Banners' }).click();
    await office.leaveWithoutSaving();

    await office.openTable('/admin/products', title);
    const row = office.row(title);
    await row.locator('input[type="file"]').setInputFiles(await picture());
    await behindPortal(page, async () => {
      await row.getByRole('button', { name: 'save image' }).click();
      await office.seesAndClosesToast(messages.images.addFailed);
      await main.getByRole('button', { name: 'Export' }).click();
      await office.seesAndClosesToast(messages.products.exportFailed);
      await row.getByRole('button', { name: 'Edit' }).click();
      await dialog.getByPlaceholder('Edit Price').fill('52');
      await dialog.getByRole('button', { name: 'Update' }).click();
      await office.seesAndClosesToast(messages.products.updateFailed);
    });
    expect(await dialog.getByPlaceholder('Edit Price').inputValue()).toBe('52');
    await dialog.getByRole('button', { name: 'Update' }).click();
    await office.seesAndClosesToast(messages.products.updated);
    await behindPortal(page, async () => {
      await office.remove(title, messages.products.confirmDelete);
      await office.seesAndClosesToast(messages.products.removeFailed);
    });
    await dialog.getByRole('button', { name: 'No' }).click();
    await row.waitFor();

    await office.open('/admin/product/newproduct');
    await main.getByLabel('Product Title').fill(`${title}, long`);
    await main.getByLabel('Product Price').fill('19');
    await main.getByLabel('Category').selectOption({ label: category.name });
    await behindPortal(page, async () => {
      await main.getByRole('button', { name: 'Save', exact: true }).click();
      await office.seesAndClosesToast(messages.products.createFailed);
    });
    expect(await main.getByLabel('Product Title').inputValue()).toBe(`${title}, long`);
    await main.getByRole('button', { name: 'Save', exact: true }).click();
    await office.seesAndClosesToast(messages.products.created);

    await behindPortal(page, async () => {
      await office.open('/admin/categories');
      await main.getByText(messages.loading.failed('list')).waitFor();
    });
  });
});
