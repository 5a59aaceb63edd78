import type { Route } from 'playwright';
import { expect } from 'vitest';
import { officeCompanyMessages } from '#shared/company-messages.ts';
import { messages } from '#shared/messages.ts';
import { quoteMessages } from '#shared/quote-messages.ts';
import { voucherMessages } from '#shared/voucher-messages.ts';
import { BackOffice } from '../../support/back-office.ts';
import { test } from '../../support/browser.ts';
import { registeredCustomer } from '../../support/customers.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { newGoods } from '../../support/goods.ts';
import { eventually, Shop, waitForFocus } from '../../support/shop.ts';
import { widths } from '../../support/widths.ts';

const mark = () => crypto.randomUUID().slice(0, 8);

/** Every list of the back office, and what it says where its rows would be. */
const lists = [
  ['/admin/dashboard', messages.products.emptyInAdmin],
  ['/admin/categories', messages.categories.emptyInAdmin],
  ['/admin/products', messages.products.emptyInAdmin],
  ['/admin/orders', messages.orders.empty],
  ['/admin/customers', messages.users.empty],
  ['/admin/banner', messages.banners.empty],
  ['/admin/ads', messages.ads.empty],
  ['/admin/faqs', messages.faqs.empty],
  ['/admin/synonyms', messages.synonyms.empty],
  ['/admin/vouchers', voucherMessages.empty],
  ['/admin/companies', officeCompanyMessages.empty],
  ['/admin/quotes', quoteMessages.noneFound],
  ['/admin/messages', messages.contact.empty],
  ['/admin/settings/audit', messages.audit.empty],
] as const;

test('Every list of the back office that cannot be loaded shows its empty state, says why, and loads again', async ({
  visit,
}) => {
  const { page } = await visit();
  const office = new BackOffice(page);
  const { main } = office;
  const { email } = await registeredCustomer();
  await office.returnAs();
  await office.openTable('/admin/customers', email);
  const orders = await office
    .row(email)
    .getByRole('link', { name: 'View Orders' })
    .getAttribute('href');
  const calls = '**/api/v1/**';
  const cut = (route: Route) => route.abort();
  const atBoth = async (see: (where: string) => Promise<void>) => {
    for (const { name, width } of widths) {
      await page.setViewportSize({ width, height: 900 });
      await see(name);
    }
  };
  for (const [path, empty] of [...lists, [orders ?? '', messages.orders.emptyForUser] as const]) {
    await page.route(calls, cut);
    await office.open(path);
    const failed = main.getByText(messages.loading.failed('list'));
    await atBoth(async (where) => {
      await main.getByText(empty, { exact: true }).first().waitFor();
      await failed.waitFor();
      expect(await main.getByRole('table').count(), `${path} at a ${where}`).toBe(0);
      if (/customers|faqs/.test(path)) await expectNoFaults(page, `${path} without an answer`);
      if (path !== '/admin/dashboard') return;
      await main.getByText(messages.loading.failed('figures')).waitFor();
      await main.getByText(messages.loading.failed('best sellers')).waitFor();
      await main.getByText(messages.loading.failed('figure')).first().waitFor();
      expect(await main.getByText('Nothing was sold in this period.').count()).toBe(0);
      await main.getByText(messages.loading.failed('to-do list')).waitFor();
      const bell = page.getByRole('button', { name: /^Notifications/ });
      await bell.click();
      await page.getByText(messages.loading.failed('notifications')).waitFor();
      await expectNoFaults(page, 'a dashboard and a bell without an answer');
      await bell.click();
    });
    await page.unroute(calls);
    await main.getByRole('button', { name: 'Try again' }).last().click();
    await eventually(() => failed.count()).toBe(0);
  }
});

test('Banners, advertisements and questions are searched and sorted by the server, as the address says', async ({
  visit,
}) => {
  const { page } = await visit();
  const office = new BackOffice(page);
  await office.returnAs();
  for (const [path, list, sort, head, words] of [
    ['/admin/banner', 'banner', 'header', 'Header Text', 'long light'],
    ['/admin/ads', 'ads', 'text', 'Text', 'made to be mended'],
    ['/admin/faqs', 'faqs', 'question', 'Question', 'wash wool'],
  ] as const) {
    const asked = new URLSearchParams({ q: words, sort: `${sort}-desc` });
    const call = page.waitForRequest((it) => it.url().includes(`/${list}/admin/list?`));
    await office.open(`${path}?${asked}`);
    await office.row(words).waitFor();
    const { searchParams } = new URL((await call).url());
    expect(Object.fromEntries(searchParams)).toMatchObject(Object.fromEntries(asked));
    expect(await office.main.getByRole('searchbox').inputValue()).toBe(words);
    const by = office.main.getByRole('columnheader', { name: head, exact: true });
    expect(await by.getAttribute('aria-sort')).toBe('descending');
  }
});

test('What a list waits for is said, without a fault', async ({ visit }) => {
  const { page } = await visit();
  const office = new BackOffice(page);
  await office.returnAs();
  const held = Promise.withResolvers<undefined>();
  await page.route('**/api/v1/**', async (route) => {
    await held.promise;
    await route.continue();
  });
  for (const path of ['/admin/dashboard', '/admin/orders', '/admin/settings']) {
    await page.goto(path);
    for (const { width } of widths) {
      await page.setViewportSize({ width, height: 900 });
      await office.main.getByRole('status').getByText('Loading…').first().waitFor();
      await expectNoFaults(page, `${path}, waited for`);
    }
  }
  held.resolve(undefined);
  await office.main.getByLabel('Username').waitFor();
});

test('Synonyms are added, changed and deleted, and the search of the shop follows', async ({
  visit,
}) => {
  const { page } = await visit();
  const office = new BackOffice(page);
  const [word, other] = [`zq${mark()}`, `qz${mark()}`];
  const button = (name: string) => office.dialog.getByRole('button', { name, exact: true });
  const words = office.dialog.getByLabel('Words');
  await office.returnAs();
  await office.open('/admin/synonyms');
  await office.main.getByRole('button', { name: 'Add New' }).click();
  await words.fill(word);
  await button('Add').click();
  await office.dialog.getByText('At least two different words').waitFor();
  await words.fill(`jumper, ${word}`);
  await office.withFailingRequests('**/synonyms/create', async () => {
    await button('Add').click();
    await office.seesAndClosesToast(messages.synonyms.failed);
  });
  await expectNoFaults(page, 'the form of synonyms');
  await button('Add').click();
  await office.seesAndClosesToast(messages.synonyms.created);
  await expectNoFaults(page, 'the table of synonyms');

  const row = office.row(word);
  await row.getByRole('button', { name: 'Edit' }).click();
  await words.fill(`jumper, ${word}, ${other}`);
  await button('Update').click();
  await office.seesAndClosesToast(messages.synonyms.updated);
  const shop = new Shop((await visit()).page);
  await shop.open(`/search-results?q=${other}`);
  await shop.main
    .getByRole('heading', { name: /jumper/i })
    .first()
    .waitFor();

  await office.remove(word, messages.synonyms.confirmDelete);
  await office.seesToast(messages.synonyms.removed);
  await eventually(() => row.count()).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await office.seesAndClosesToast(messages.trash.restored(1));
  await row.waitFor();
  await office.remove(word, messages.synonyms.confirmDelete);
  await eventually(async () => {
    await shop.page.reload();
    return shop.main.getByText(messages.products.nothingFound).count();
  }).toBe(1);
});

test('What fits a search is selected across pages, and exactly that is changed', async ({
  visit,
}) => {
  const { mark, products, read } = await newGoods(26);
  const { page } = await visit();
  const office = new BackOffice(page);
  const { main, dialog } = office;
  await office.returnAs();
  await office.open(`/admin/products?q=${mark}&sort=title-asc`);
  await main.getByText('26 found').waitFor();
  await main.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  const bar = main.getByRole('region', { name: 'Selected rows' });
  await bar.getByText('25 selected').waitFor();
  await bar.getByRole('button', { name: 'Select all 26 matching rows' }).click();
  await bar.getByText('All 26 matching rows are selected').waitFor();
  // Where the bar lies over no row.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expectNoFaults(page, 'a selection across pages');
  await bar.getByRole('button', { name: 'Availability' }).click();
  await dialog.getByLabel('Availability').selectOption('OutofStock');
  await dialog.getByRole('button', { name: 'Update' }).click();
  await office.seesAndClosesToast(messages.products.updated);
  await eventually(() => main.getByRole('cell', { name: 'Out of Stock' }).count()).toBe(25);
  for (const product of products) expect((await read(product)).availability).toBe('OutofStock');
  for (const { width } of widths) {
    await page.setViewportSize({ width, height: 900 });
    await office.openFilters();
    const availability = main.getByRole('combobox', { name: 'Availability' });
    await availability.selectOption('InStock');
    await main.getByText(messages.products.nothingFound).waitFor();
    expect(new URL(page.url()).searchParams.get('availability')).toBe('InStock');
    await availability.selectOption('OutofStock');
    await main.getByText('26 found').waitFor();
    await main.getByRole('cell', { name: 'Out of Stock' }).first().waitFor();
  }
});

test('Keys move the focus to the searches, rows become compact and stay so, a phone folds its filters away', async ({
  visit,
}) => {
  const { page } = await visit();
  const office = new BackOffice(page);
  const { main } = office;
  await office.returnAs();
  await page.setViewportSize({ width: 1440, height: 900 });
  await office.open('/admin/products');
  await main.getByRole('table').waitFor();
  const inList = main.getByRole('searchbox', { name: 'Search products' });
  const inOffice = page.getByRole('searchbox', { name: 'Search products, orders, customers' });
  await page.keyboard.press('/');
  await waitForFocus(inList);
  expect(await inList.getAttribute('title')).toBe('Search products (/)');
  await page.keyboard.press('/');
  expect(await inList.inputValue()).toBe('/');
  await inList.fill('');
  await page.keyboard.press('Control+k');
  await waitForFocus(inOffice);
  // A key that does something by itself can be switched off; Ctrl+K stays.
  await office.open('/admin/settings');
  const key = main.getByRole('checkbox', { name: 'Press / to search a list' });
  await key.uncheck();
  await office.open('/admin/products');
  await main.getByRole('table').waitFor();
  expect(await inList.getAttribute('title')).toBe('Search products');
  await page.keyboard.press('/');
  expect(await inList.evaluate((it) => it === document.activeElement)).toBe(false);
  await page.keyboard.press('Control+k');
  await waitForFocus(inOffice);

  // Emptying a search without results keeps its field while the rows are loading.
  await office.open('/admin/products?q=zzzzqq');
  await main.getByText(messages.products.nothingFound).waitFor();
  const { promise: loaded, resolve: load } = Promise.withResolvers<null>();
  await page.route('**/products/admin/list?**', async (route) => {
    await loaded;
    await route.continue();
  });
  await inList.fill('');
  await eventually(() => new URL(page.url()).search).toBe('');
  expect(await main.getByText(messages.products.emptyInAdmin).count()).toBe(0);
  load(null);
  await main.getByRole('row').nth(14).waitFor();
  await waitForFocus(inList);

  await main.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Compact rows' }).check();
  await page.keyboard.press('Escape');
  await office.open('/admin/products');
  const fourteenth = main.getByRole('row').nth(14);
  await fourteenth.waitFor();
  await eventually(async () => {
    const box = await fourteenth.boundingBox();
    return box ? box.y + box.height : Infinity;
  }).toBeLessThanOrEqual(900);
  await expectNoFaults(page, 'compact rows');

  await page.setViewportSize({ width: 390, height: 844 });
  const category = main.getByRole('combobox', { name: 'Category' });
  await eventually(() => category.isVisible()).toBe(false);
  await office.openFilters();
  await category.waitFor();
  await expectNoFaults(page, 'unfolded filters');
});
