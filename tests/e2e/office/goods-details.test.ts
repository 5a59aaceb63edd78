import type { Page } from 'playwright';
import { expect } from 'vitest';
import { messages } from '#shared/messages.ts';
import { BackOffice } from '../../support/back-office.ts';
import { test } from '../../support/browser.ts';
import { registeredCustomer } from '../../support/customers.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { newGoods } from '../../support/goods.ts';
import { picture } from '../../support/pictures.ts';
import { purchase } from '../../support/purchases.ts';
import { eventually, Shop, waitForFocus } from '../../support/shop.ts';
import { deskFirst } from '../../support/widths.ts';

const focusedLabel = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

deskFirst('On a $name', ({ width }) => {
  test('a product shows its sales and reviews, and is edited on its page and deleted', async ({
    visit,
  }) => {
    const [{ products, read, change }, customer] = await Promise.all([
      newGoods(),
      registeredCustomer(),
    ]);
    const [product] = products;
    await (await purchase(customer, product)).pay();
    const visitor = await visit({ width });
    visitor.expectAnswer(404, /\/products\/admin\/[^/]+$/);
    visitor.expectAnswer(409, /\/products\/update\//);
    const office = new BackOffice(visitor.page);
    const { main, dialog, page } = office;
    await office.returnAs();
    await office.withFailingRequests(`**/api/v1/products/admin/${product._id}`, async () => {
      await office.open(`/admin/products/${product._id}`);
      await main.getByText(messages.loading.failed('product')).waitFor();
    });
    await office.withFailingRequests(`**/products/${product._id}/sales`, async () => {
      await main.getByRole('button', { name: 'Try again' }).click();
      await office.heading(product.title);
      await main.getByText(messages.loading.failed('sales')).waitFor();
    });
    const sales = main.getByRole('region', { name: 'Sales' });
    await eventually(async () => {
      await page.reload();
      await sales.getByText(/^(?:Nothing was sold yet\.|Paid orders)$/).waitFor();
      return sales.getByText('Paid orders').count();
    }).toBe(1);
    expect(await sales.innerText()).toMatch(/Income\s+\$20\.00\s+Pieces\s+1\s+Paid orders\s+1/);
    await main.getByText(messages.reviews.empty).waitFor();
    const field = (name: string) => main.getByLabel(name, { exact: true });
    const button = (name: string) => main.getByRole('button', { name, exact: true });
    expect(await field('Product Size 2').inputValue()).toBe('L');
    expect(await button('Save').count()).toBe(0);
    await field('Product Price').fill('99');
    await button('Discard').click();
    await eventually(() => button('Save').count()).toBe(0);
    expect(await field('Product Price').inputValue()).toBe('20');
    // Nothing is asked: nothing is unsaved.
    await main.getByRole('link', { name: 'Products' }).click();
    await office.arriveAt('/admin/products');
    await page.goBack();
    await field('Availability').selectOption('OutofStock');
    await main.getByText('Unsaved changes').waitFor();
    await expectNoFaults(page, 'a product with unsaved changes');
    await main.getByText(/^Details: /).click();
    await field('Composition').fill('Fibre. '.repeat(72));
    await main.getByText(/^Details: /).click();
    await button('Save').click();
    // The group opens at what is wrong in it.
    await main.getByText('At most 500 characters').waitFor();
    await waitForFocus(field('Composition'));
    await field('Composition').fill('All wool.');
    await field('Status').selectOption({ label: 'Draft' });
    await main.getByRole('link', { name: 'Products' }).click();
    await office.keepEditing();
    // A picture is a change of the product, too, but none that an edit could meet.
    await main.getByLabel('Add pictures').setInputFiles(await picture());
    await office.seesAndClosesToast(messages.images.added);
    await office.withFailingRequests('**/products/update/*', async () => {
      await button('Save').click();
      await office.seesAndClosesToast(messages.products.updateThrew);
    });
    await button('Save').click();
    await office.seesAndClosesToast(messages.products.updated);
    await eventually(() => button('Save').count()).toBe(0);
    await main.getByText('Draft', { exact: true }).and(main.locator('.badge')).waitFor();
    await field('Status').selectOption({ label: 'Published' });
    await button('Save').click();
    await main.getByRole('link', { name: 'View in the shop' }).waitFor();
    const saved = { availability: 'OutofStock', sizes: ['M', 'L'], composition: 'All wool.' };
    expect(await read(product)).toMatchObject(saved);

    // Somebody else’s change shows at once where nothing is lost by it, else it is asked about.
    await change(product, { price: '30' });
    await main.getByLabel('Add pictures').setInputFiles(await picture());
    await office.seesAndClosesToast(messages.images.added);
    await eventually(() => field('Product Price').inputValue()).toBe('30');
    await field('Product Description').fill('Mine.');
    await change(product, { price: '35' });
    await button('Save').click();
    await main.getByRole('alert').getByText(messages.products.conflict(true)).waitFor();
    await expectNoFaults(page, 'an edit on the product’s page that met another');
    await button('Save this').click();
    await office.seesAndClosesToast(messages.products.updated);
    await eventually(() => button('Discard').count()).toBe(0);
    expect(await field('Product Price').inputValue()).toBe('35');
    expect(await read(product)).toMatchObject({ price: 35, description: 'Mine.' });

    await main.getByRole('button', { name: 'Delete' }).click();
    await office.heading(`Delete ${product.title}`);
    await dialog.getByText(messages.products.confirmDelete, { exact: true }).waitFor();
    await office.withFailingRequests('**/products/delete/*', async () => {
      await office.confirm();
      await office.seesAndClosesToast(messages.products.removeFailed);
    });
    await office.confirm();
    await office.seesToast(messages.products.removed);
    await office.arriveAt('/admin/products');
    await page.getByRole('button', { name: 'Undo' }).click();
    await office.seesAndClosesToast(messages.trash.restored(1));
    await office.row(product.title).waitFor();
    await office.remove(product.title, messages.products.confirmDelete);
    await office.seesAndClosesToast(messages.products.removed);
    await office.open(`/admin/products/${product._id}`);
    await office.heading(messages.products.deleted);
  });

  test('a category shows its products, is renamed, and several are deleted at once', async ({
    visit,
  }) => {
    const { mark, category, products } = await newGoods(2);
    const { name } = category;
    const office = new BackOffice((await visit({ width })).page);
    const { main, dialog, page } = office;
    await office.returnAs();
    await office.withFailingRequests('**/categories/all', async () => {
      await office.open(`/admin/category/${category._id}?sort=nonsense-asc`);
      await main.getByText(messages.loading.failed('category')).waitFor();
    });
    const asking = page.waitForRequest('**/categories/all');
    await main.getByRole('button', { name: 'Try again' }).click();
    // Past what the site and the browser keep, which may be seconds old.
    const asked = await (await asking).allHeaders();
    expect([asked['cache-control'], asked['if-none-match']]).toEqual(['no-cache', undefined]);
    await office.heading(name);
    await main.getByText('2 in all').waitFor();
    await main.getByText('Nothing was sold yet.').waitFor();

    await main.getByRole('button', { name: 'Add size guide' }).click();
    const guide = main.getByRole('region', { name: 'Size guide' });
    const save = guide.getByRole('button', { name: 'Save size guide' });
    await guide.getByRole('button', { name: 'Remove Waist' }).click();
    for (const size of ['XL', 'L', 'S', 'XS']) {
      await guide.getByRole('button', { name: `Remove size ${size}`, exact: true }).click();
    }
    await guide.getByLabel('EU of size M').fill('40');
    await guide.getByLabel('Chest of size M').fill('ninety');
    await guide.getByLabel('Hips of size M').fill('97 - 103');
    await save.click();
    await guide.getByText('M, Chest: Centimetres, such as 90 or 85–90').waitFor();
    expect(await focusedLabel(page)).toBe('Chest of size M');
    await guide.getByLabel('Chest of size M').fill('91-97');
    await office.withFailingRequests('**/size-guide', async () => {
      await save.click();
      await office.seesAndClosesToast(messages.sizeGuides.failed);
    });
    await save.click();
    await office.seesAndClosesToast(messages.sizeGuides.saved);
    await eventually(() => guide.getByLabel('Hips of size M').inputValue()).toBe('97–103');
    await expectNoFaults(page, 'a size guide');

    const shop = new Shop((await visit({ width })).page);
    await eventually(async () => {
      await shop.open(`/product/${products[0]._id}/-`);
      return shop.main.getByRole('button', { name: 'Size guide' }).count();
    }).toBe(1);
    const table = shop.main.getByRole('dialog', { name: 'Size guide' });
    await shop.main.getByRole('button', { name: 'Size guide' }).click();
    await table.getByRole('row', { name: 'M 40 91–97 97–103' }).waitFor();
    await expectNoFaults(shop.page, 'a size guide in the shop');
    await table.getByRole('radio', { name: 'Inches' }).check();
    await table.getByRole('row', { name: 'M 40 36–38 38–40½' }).waitFor();
    await table.getByRole('link', { name: 'How to measure' }).click();
    await shop.arriveAt('/sizes');
    await shop.heading(name);

    await guide.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText(messages.sizeGuides.confirmDelete, { exact: true }).waitFor();
    await office.confirm();
    await office.seesAndClosesToast(messages.sizeGuides.removed);
    await eventually(async () => {
      await shop.open(`/product/${products[0]._id}/-`);
      return shop.main.getByRole('link', { name: 'Size guide' }).count();
    }).toBe(1);

    await main.getByRole('searchbox').fill('zzzzqq');
    await main.getByText(messages.products.nothingFound).waitFor();
    await main.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByPlaceholder('Edit Name').fill(`${name}, long`);
    await office.withFailingRequests('**/categories/update/*', async () => {
      await dialog.getByRole('button', { name: 'Update' }).click();
      await office.seesAndClosesToast(messages.categories.failed);
    });
    await dialog.getByRole('button', { name: 'Update' }).click();
    await office.seesAndClosesToast(messages.categories.updated);
    await office.heading(`${name}, long`);

    await office.open('/admin/categories');
    for (const more of ['hooded', 'short']) {
      await main.getByRole('button', { name: 'Add New' }).click();
      await dialog.getByPlaceholder('New Category').fill(`Capes ${mark}, ${more}`);
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await office.seesAndClosesToast(messages.categories.created);
      await eventually(() => dialog.count()).toBe(0);
    }
    await office.open(`/admin/categories?q=${mark}`);
    await main.getByText('3 found').waitFor();
    await main.getByRole('checkbox', { name: /all/i }).check();
    const bar = main.getByRole('region', { name: 'Selected rows' });
    await bar.getByText('3 selected').waitFor();
    await bar.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText(messages.categories.confirmDeleteMany(3), { exact: true }).waitFor();
    await office.withFailingRequests('**/categories/admin/delete', async () => {
      await office.confirm();
      await office.seesAndClosesToast(messages.categories.failed);
    });
    await office.confirm();
    await office.page.getByRole('button', { name: messages.trash.restore('all 3') }).click();
    await office.seesAndClosesToast(messages.trash.restored(3));
    await main.getByText('3 found').waitFor();

    await office.remove(`${name}, long`, messages.categories.confirmDelete);
    await main.getByText('2 found').waitFor();
    await office.open(`/admin/products?q=${mark}`);
    await eventually(() => office.row(messages.categories.deleted).count()).toBe(2);
    await office.open('/admin/categories');
    await main.getByRole('button', { name: 'Recently deleted' }).click();
    const kept = dialog.getByRole('listitem').filter({ hasText: `${name}, long` });
    await kept.first().getByRole('button', { name: 'Restore' }).click();
    await office.seesAndClosesToast(messages.trash.restored(1));
    await office.openTable('/admin/products', products[0].title);
    expect(await office.row(products[0].title).innerText()).toContain(`${name}, long`);
  });
});

test('a category whose name is taken and a banner with nothing to show are refused, and what was typed stays', async ({
  visit,
}) => {
  const { category } = await newGoods();
  const taken = 'A category with this name already exists';
  const visitor = await visit();
  visitor.expectAnswer(409, /\/categories\/(create|update\/[^/]+)$|\/trash\/restore$/);
  visitor.expectAnswer(400, /\/banner\/create$/);
  const office = new BackOffice(visitor.page);
  const { main, dialog } = office;
  await office.returnAs();
  await office.openTable('/admin/categories', category.name);
  const add = async (name: string) => {
    await main.getByRole('button', { name: 'Add New' }).click();
    await dialog.getByPlaceholder('New Category').fill(name);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  };
  await add(category.name.toUpperCase());
  await office.seesAndClosesToast(messages.categories.failed);
  await dialog.getByText(taken).waitFor();
  const name = dialog.getByPlaceholder('New Category');
  expect(await name.inputValue()).toBe(category.name.toUpperCase());
  await name.fill(`${category.name}, hooded`);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await office.seesAndClosesToast(messages.categories.created);

  const second = office.row(`${category.name}, hooded`);
  await second.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByPlaceholder('Edit Name').fill(` ${category.name} `);
  await dialog.getByRole('button', { name: 'Update' }).click();
  await dialog.getByText(taken).waitFor();
  await office.seesAndClosesToast(messages.categories.failed);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await office.leaveWithoutSaving();

  await office.remove(`${category.name}, hooded`, messages.categories.confirmDelete);
  await eventually(() => second.count()).toBe(0);
  await add(`${category.name}, HOODED`);
  await office.seesAndClosesToast(messages.categories.created);
  await main.getByRole('button', { name: 'Recently deleted' }).click();
  const kept = dialog.getByRole('listitem').filter({ hasText: `${category.name}, hooded` });
  await kept.first().getByRole('button', { name: 'Restore' }).click();
  await office.seesAndClosesToast(taken);
  await kept.first().waitFor();

  await office.open('/admin/newbanner');
  await main.getByRole('button', { name: 'Save' }).click();
  await office.seesAndClosesToast(messages.banners.failed);
  await main.getByText('A banner needs a header, a paragraph or a picture').waitFor();
});
