import type { Page } from 'playwright';
import { expect } from 'vitest';
import { messages } from '#shared/messages.ts';
import { voucherMessages } from '#shared/voucher-messages.ts';
import { adminToken, good } from '../../api/client.ts';
import { BackOffice } from '../../support/back-office.ts';
import { test } from '../../support/browser.ts';
import { garmentInStock, registeredCustomer } from '../../support/customers.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { newGoods } from '../../support/goods.ts';
import { purchase } from '../../support/purchases.ts';
import { eventually } from '../../support/shop.ts';
import { deskFirst, widths } from '../../support/widths.ts';

/** Words that a line break goes through. */
const brokenWords = (page: Page): Promise<string[]> =>
  page.locator('main').evaluate((main) => {
    const broken: string[] = [];
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (!text.parentElement?.checkVisibility()) continue;
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[\p{L}\p{N}]+/gu)) {
        const range = new Range();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = [...range.getClientRects()].map(({ top }) => Math.round(top));
        if (new Set(lines).size > 1) broken.push(word);
      }
    }
    return broken;
  });

test('No word of a table breaks inside at 1440 pixels, and a restored product is called so', async ({
  visit,
}) => {
  const { mark, products, change } = await newGoods();
  const [product] = products;
  const { email } = await registeredCustomer();
  const token = await adminToken();
  await change(product, { price: '30' });
  const json = { action: 'delete', ids: [product._id] };
  const { undo } = await good('POST', '/products/admin/bulk', { token, json });
  await good('POST', '/trash/restore', { token, json: { ids: undo } });
  const { page } = await visit({ width: 1440 });
  const office = new BackOffice(page);
  await office.returnAs();
  for (const [path, words] of [
    ['/admin/settings/audit', product._id],
    ['/admin/products', mark],
    ['/admin/customers', email],
  ] as const) {
    await office.open(`${path}?q=${encodeURIComponent(words)}`);
    await office.main.getByRole('table').waitFor();
    await eventually(() => brokenWords(page)).toEqual([]);
    if (!path.endsWith('audit')) continue;
    for (const action of ['Added', 'Changed', 'Deleted', 'Restored']) {
      await office.main.getByRole('cell', { name: action, exact: true }).waitFor();
    }
  }
});

test('A category is not deleted without a word of its products', async ({ visit }) => {
  const { category } = await newGoods(2);
  const office = new BackOffice((await visit()).page);
  await office.returnAs();
  await office.openTable('/admin/categories', category.name);
  await office.row(category.name).getByRole('button', { name: 'Delete' }).click();
  await office.dialog.getByText(messages.categories.confirmDelete, { exact: true }).waitFor();
  await office.dialog.getByText(messages.categories.leavesProducts(2)).waitFor();
});

test('Errors stand at their fields before the first of them has the focus', async ({ visit }) => {
  const { products } = await newGoods();
  const { page } = await visit();
  const office = new BackOffice(page);
  await office.returnAs();
  await office.open(`/admin/products/${products[0]._id}`);
  const title = office.main.getByLabel('Product Title', { exact: true });
  await title.fill('');
  await title.evaluate((field) => {
    field.addEventListener('focus', () => {
      const said = document.getElementById(field.getAttribute('aria-describedby') ?? '');
      field.dataset['said'] = said?.textContent ?? '';
    });
  });
  await office.main.getByRole('button', { name: 'Save', exact: true }).click();
  await eventually(() => title.getAttribute('data-said')).toMatch(/\w/);
});

test('Settings that cannot be loaded are not shown empty, and boxes look enabled in the dark', async ({
  visit,
}) => {
  const { page } = await visit({ colorScheme: 'dark' });
  const office = new BackOffice(page);
  const { main } = office;
  await office.returnAs();
  await page.route('**/users/admin/details', (route) => route.abort());
  await office.open('/admin/settings');
  await main.getByText(messages.loading.failed('profile')).waitFor();
  expect(await main.getByLabel('Username').count()).toBe(0);
  await page.unroute('**/users/admin/details');
  await main.getByRole('button', { name: 'Try again' }).click();
  await main.getByLabel('Username').waitFor();
  for (const path of ['/admin/settings', '/shop']) {
    await office.open(path);
    const box = main.getByRole('checkbox').first();
    expect(await box.evaluate((it) => getComputedStyle(it).colorScheme), path).toBe('light');
  }
});

deskFirst('On a $name', ({ width }) => {
  test('The check of payments says what it does', async ({ visit }) => {
    const garment = await garmentInStock();
    const customer = await registeredCustomer();
    const { id } = await purchase(customer, garment);
    const office = new BackOffice((await visit({ width })).page);
    const { main } = office;
    await office.returnAs();
    await office.open(`/admin/orders/${id}`);
    // In words that need no pointer, and that belong to the button for those who do not see them.
    const says = async (name: string, words: string) => {
      await main.getByText(words, { exact: true }).waitFor();
      const button = main.getByRole('button', { name, description: words });
      expect(await button.count()).toBe(1);
    };
    await says(
      'Check payment',
      'Asks the payment provider whether this order was paid or refunded.',
    );
    await office.open(`/admin/orders?q=${customer.email}`);
    await main.getByRole('checkbox', { name: /all/i }).check();
    await says(
      'Check payments',
      'Check payments asks the payment provider whether these orders were paid or refunded.',
    );
  });
});

deskFirst('On a $name', ({ width }) => {
  test('Forms and the page of a customer use the width of the screen', async ({ visit }) => {
    const garment = await garmentInStock();
    const customer = await registeredCustomer();
    await purchase(customer, garment);
    const { page } = await visit({ width });
    const office = new BackOffice(page);
    const { main } = office;
    await office.returnAs();
    /** The share of the screen's width from the first to the last of these. */
    const share = (parts: string) =>
      main.evaluate((it, selector) => {
        const { paddingLeft, paddingRight } = getComputedStyle(it);
        const boxes = [...it.querySelectorAll(selector)]
          .map((part) => part.getBoundingClientRect())
          .filter((box) => box.width > 1);
        const left = Math.min(...boxes.map((box) => box.left));
        const right = Math.max(...boxes.map((box) => box.right));
        return (
          (right - left) / (it.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight))
        );
      }, parts);
    const least = width < 760 ? 0.85 : 0.6;
    for (const path of [
      '/admin/product/newproduct',
      '/admin/newbanner',
      `/admin/products/${garment._id}`,
      '/admin/settings',
    ]) {
      await office.open(path);
      await main.getByRole('textbox').first().waitFor();
      await eventually(() => share('input, textarea, select')).toBeGreaterThan(least);
    }
    await office.openTable('/admin/customers', customer.email);
    await office.row(customer.email).getByRole('link', { name: 'View Orders' }).click();
    await office.arriveAt(/^\/admin\/[^/]+\/orders$/);
    await main.getByRole('heading', { name: 'Notes' }).waitFor();
    await eventually(() => share('section, ul')).toBeGreaterThan(0.85);
  });
});

test('Vouchers are added, changed and deleted, and say how they stand', async ({ visit }) => {
  const { page } = await visit();
  const office = new BackOffice(page);
  const button = (name: string) => office.dialog.getByRole('button', { name, exact: true });
  const field = (name: string) => office.dialog.getByLabel(name, { exact: true });
  await office.returnAs();
  await office.open('/admin/vouchers');
  await office.main.getByRole('button', { name: 'Add New' }).click();
  await button('Generate a code').click();
  const code = await field('Code').inputValue();
  expect(code).toMatch(/^[A-Z0-9]{8}$/);
  await field('Value').fill('101');
  await button('Add').click();
  await office.dialog.getByText('At most 100 percent').waitFor();
  await field('Value').fill('15');
  await field('Usage limit').fill('10');
  await office.withFailingRequests('**/vouchers/create', async () => {
    await button('Add').click();
    await office.seesAndClosesToast(voucherMessages.failed);
  });
  const atBoth = async (what: string) => {
    for (const { width } of widths) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoFaults(page, what);
    }
  };
  await atBoth('the form of vouchers');
  await button('Add').click();
  await office.seesAndClosesToast(voucherMessages.created);
  await atBoth('the table of vouchers');

  const row = office.row(code);
  for (const said of ['15%', '0 of 10', 'All products', 'Always', 'Valid']) {
    await row.getByText(said, { exact: true }).first().waitFor();
  }
  await row.getByRole('button', { name: 'Edit' }).click();
  await field('Discount').selectOption('An amount in dollars');
  await field('Valid from').fill('2099-01-01T00:00');
  await office.dialog
    .getByRole('group', { name: 'Categories' })
    .getByRole('checkbox')
    .first()
    .check();
  await button('Update').click();
  await office.seesAndClosesToast(voucherMessages.updated);
  for (const said of ['$15.00', 'Planned']) {
    await row.getByText(said, { exact: true }).waitFor();
  }
  await eventually(() => row.getByText('All products').count()).toBe(0);

  await office.remove(code, voucherMessages.confirmDelete);
  await office.seesToast(voucherMessages.removed);
  await eventually(() => row.count()).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await office.seesAndClosesToast(messages.trash.restored(1));
  await row.waitFor();
});
