import { expect } from 'vitest';
import { officeCompanyMessages } from '#shared/company-messages.ts';
import { importedOrderMessages } from '#shared/imported-order-messages.ts';
import { messages } from '#shared/messages.ts';
import { priceListMessages } from '#shared/price-list-messages.ts';
import { quoteMessages } from '#shared/quote-messages.ts';
import { voucherMessages } from '#shared/voucher-messages.ts';
import { openOffice } from '../../support/signed-in.ts';
import { test, type OpenVisitor } from '../../support/browser.ts';
import { registeredCustomer } from '../../support/customers.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { newGoods } from '../../support/goods.ts';
import { eventually, waitForFocus } from '../../support/shop.ts';
import { widths } from '../../support/widths.ts';

const products = 'Image, Title, Category, Price, Created';
const orders = 'User, Product Title, Price, Status, Payment Reference, Created, Action';
const customers = 'Name, Address, Email, Postcode, Location, Phone, Created';
const banners = 'Image, Header Text, Paragraph Text, Created, Actions';

/** Every list of the back office, what it says where its rows would be, and the columns that the contract knows. */
const lists: readonly (readonly [address: string, empty: string, columns?: string])[] = [
  ['/admin/dashboard', messages.products.emptyInAdmin, products],
  ['/admin/categories', messages.categories.emptyInAdmin, 'Image, Name, Created, Actions'],
  ['/admin/products', messages.products.emptyInAdmin, `${products}, Actions`],
  ['/admin/orders', messages.orders.empty, orders],
  ['/admin/customers', messages.users.empty, customers],
  ['/admin/orders/imported', importedOrderMessages.empty],
  ['/admin/banner?sort=header-desc', messages.banners.empty, banners],
  ['/admin/ads?sort=text-desc', messages.ads.empty, 'Image, Text, Link, State, Created, Actions'],
  ['/admin/faqs?sort=question-desc', messages.faqs.empty, 'Question'],
  ['/admin/synonyms', messages.synonyms.empty],
  ['/admin/vouchers', voucherMessages.empty],
  ['/admin/companies', officeCompanyMessages.empty],
  ['/admin/price-lists', priceListMessages.empty],
  ['/admin/quotes', quoteMessages.noneFound],
  ['/admin/messages', messages.contact.empty, 'From, Message, State, Created, Actions'],
  ['/admin/settings/audit', messages.audit.empty],
];

/** The lists that are also looked at by `npm test`: one of each shape, sorted and not. */
const first = lists.filter(([address]) => /dashboard|faqs/.test(address));

async function seeWithoutAnswer(visit: OpenVisitor, wanted: typeof lists): Promise<void> {
  const { email } = await registeredCustomer();
  const { office, main, page } = await openOffice(visit);
  await office.openTable('/admin/customers', email);
  const link = office.row(email).getByRole('link', { name: 'View Orders' });
  const ofOne = (await link.getAttribute('href')) ?? '';
  const atBoth = async (see: (where: string) => Promise<void>) => {
    for (const { name, width } of widths) {
      await page.setViewportSize({ width, height: 900 });
      await see(name);
    }
  };
  const saysFailed = (what: string) =>
    main.getByText(messages.loading.failed(what)).first().waitFor();
  for (const [path, empty, columns] of [
    ...wanted,
    [ofOne, messages.orders.emptyForUser] as const,
  ]) {
    const failed = main.getByText(messages.loading.failed('list'));
    await office.withFailingRequests('**/api/v1/**', async () => {
      await office.open(path);
      await atBoth(async (where) => {
        await main.getByText(empty, { exact: true }).first().waitFor();
        await failed.waitFor();
        expect(await main.getByRole('table').count(), `${path} at a ${where}`).toBe(0);
        if (path !== '/admin/dashboard') return;
        const parts = ['figures', 'figure', 'best sellers', 'to-do list'];
        await Promise.all(parts.map(saysFailed));
        for (const label of ['New Users', 'Total Orders', 'Total Income']) {
          await main.getByText(label, { exact: true }).waitFor();
        }
        expect(await main.getByText('Nothing was sold in this period.').count()).toBe(0);
        const bell = page.getByRole('button', { name: /^Notifications/ });
        await bell.click();
        await page.getByText(messages.loading.failed('notifications')).waitFor();
        await expectNoFaults(page, 'a dashboard and a bell without an answer');
        await bell.click();
      });
      if (path.includes('faqs')) await expectNoFaults(page, 'a list without an answer');
    });
    await main.getByRole('button', { name: 'Try again' }).last().click();
    await eventually(() => failed.count()).toBe(0);
    if (!columns) continue;
    await main.getByRole('table').last().waitFor();
    const headings = columns.toLowerCase().split(', ');
    await atBoth(async (where) => {
      const heads = await main.getByRole('columnheader').allInnerTexts();
      const found = heads.map((it) => it.trim().toLowerCase());
      expect(found, `${path} at a ${where}`).toEqual(expect.arrayContaining(headings));
      const sorted = main.locator('[aria-sort="descending"]');
      expect(await sorted.count(), path).toBe(path.includes('?sort') ? 1 : 0);
    });
  }
}

const shown =
  'that cannot be loaded shows its empty state, says why, and loads again with its columns';

test(`A list of the back office ${shown}`, ({ visit }) => seeWithoutAnswer(visit, first));

test(`Every list of the back office ${shown}`, { tags: ['more'] }, ({ visit }) =>
  seeWithoutAnswer(visit, lists),
);

test('What is not there says so, and so does what nobody understands in an address', async ({
  visit,
}) => {
  const id = crypto.randomUUID();
  const { office, main, page, expectAnswer } = await openOffice(visit, '', { width: 390 });
  expectAnswer(404, new RegExp(id));
  expectAnswer(400, /\/products\/admin\/list$/);
  for (const [path, text] of [
    [`/admin/orders/${id}`, messages.orders.unknown],
    [`/admin/orders/${id}/invoice`, messages.orders.unknown],
    [`/admin/products/${id}`, messages.products.deleted],
    [`/admin/price-lists/${id}`, priceListMessages.deleted],
  ] as const) {
    await office.open(path);
    await main.getByText(text).waitFor();
  }
  const { mark } = await newGoods();
  await office.open(
    `/admin/products?availability=Sometimes&category=hats&sort=worth-asc&q=${mark}`,
  );
  await office.seesToast(messages.filters.unknown('category, availability'));
  await office.row(mark).waitFor();
  expect(new URL(page.url()).search).toBe(`?sort=worth-asc&q=${mark}`);
  await main.getByText('1 found').waitFor();
});

test('What fits a search is selected across pages, and exactly that is changed', async ({
  visit,
}) => {
  const { mark } = await newGoods(26);
  const path = `/admin/products?q=${mark}&sort=title-asc`;
  const { office, bar, main, dialog, page } = await openOffice(visit, path);
  await main.getByText('26 found').waitFor();
  await main.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
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
  const { office, main, page } = await openOffice(visit, '/admin/products');
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
  // Four rows on a screen, below the bar.
  await eventually(() =>
    main.locator('tbody').evaluate((it) => it.getBoundingClientRect().height / it.children.length),
  ).toBeLessThanOrEqual((844 - 56) / 4);
  const category = main.getByRole('combobox', { name: 'Category' });
  await eventually(() => category.isVisible()).toBe(false);
  await office.openFilters();
  await category.waitFor();
});
