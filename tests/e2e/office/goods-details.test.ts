import { expect } from 'vitest';
import { messages } from '#shared/messages.ts';
import { openOffice } from '../../support/signed-in.ts';
import { test } from '../../support/browser.ts';
import { registeredCustomer } from '../../support/customers.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { newGoods } from '../../support/goods.ts';
import { notAPicture, picture } from '../../support/pictures.ts';
import { purchase } from '../../support/purchases.ts';
import { eventually, Shop, waitForFocus } from '../../support/shop.ts';
import { deskFirst } from '../../support/widths.ts';

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
    const { office, main, dialog, page, expectAnswer } = await openOffice(visit, '', { width });
    expectAnswer(409, /\/products\/update\//);
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
    // An error stands at its field before that has the focus.
    const title = field('Product Title');
    await title.fill('');
    await title.evaluate((it) => {
      it.addEventListener('focus', () => {
        const said = document.getElementById(it.getAttribute('aria-describedby') ?? '');
        it.dataset['said'] = said?.textContent ?? '';
      });
    });
    await button('Save').click();
    await eventually(() => title.getAttribute('data-said')).toMatch(/\w/);
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
    const threw = messages.products.updateThrew;
    const { updated } = messages.products;
    await office.pressTwice(button('Save'), '**/products/update/*', threw, updated);
    await eventually(() => button('Save').count()).toBe(0);
    await main.getByText('Draft', { exact: true }).and(main.locator('.badge')).waitFor();
    await field('Status').selectOption({ label: 'Published' });
    await button('Save').click();
    await office.seesAndClosesToast(updated);
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
    await page.getByRole('button', { name: messages.trash.undo }).click();
    await office.seesAndClosesToast(messages.trash.restored(1));
    await office.row(product.title).waitFor();
  });

  test('a category is added, pictured, renamed and deleted, alone and with others', async ({
    visit,
  }) => {
    const { mark, category } = await newGoods(2);
    const { office, bar, main, dialog, page, expectAnswer } = await openOffice(visit, '', {
      width,
    });
    expectAnswer(400, /\/categories\/[^/]+\/image$/);
    expectAnswer(409, /\/categories\/create$|\/trash\/restore$/);
    const name = `Aprons ${mark}`;
    const taken = 'A category with this name already exists';
    const failed = messages.categories.failed;
    const created = messages.categories.created;
    const question = messages.categories.confirmDelete;
    await office.open('/admin/categories');
    await (await office.openSidebar()).getByRole('button', { name: 'Add Category' }).click();
    await office.heading('Add Category');
    await dialog.getByRole('button', { name: 'Close' }).click();
    const field = dialog.getByPlaceholder('New Category');
    const add = dialog.getByRole('button', { name: 'Add', exact: true });
    await main.getByRole('button', { name: 'Add New' }).click();
    await field.fill(category.name.toUpperCase());
    await add.click();
    await office.seesToast(failed);
    await dialog.getByText(taken).waitFor();
    await expectNoFaults(page, 'a category that could not be added');
    await office.seesAndClosesToast(failed);
    expect(await field.inputValue()).toBe(category.name.toUpperCase());
    await field.fill(name);
    await office.pressTwice(add, '**/categories/create', failed, created);

    const row = office.row(name);
    const file = row.locator('input[type="file"]');
    const save = row.getByRole('button', { name: 'save image' });
    await save.click();
    await row.getByText(messages.images.choose).waitFor();
    await file.setInputFiles(notAPicture);
    await save.click();
    await office.seesAndClosesToast(messages.images.addFailed);
    await row.getByRole('alert').getByText(notAPicture.name).waitFor();
    await expectNoFaults(page, 'a refused picture in its row');
    await file.setInputFiles(await picture());
    await save.click();
    await office.seesAndClosesToast(messages.images.added);
    await row.getByRole('img', { name, exact: true }).waitFor();
    await row.getByRole('button', { name: 'Edit' }).click();
    await office.heading(`Edit ${name}`);
    await dialog.getByPlaceholder('Edit Name').fill(`${name}, long`);
    const update = dialog.getByRole('button', { name: 'Update' });
    await office.pressTwice(update, '**/categories/update/*', failed, messages.categories.updated);

    for (const way of ['No', 'Close']) {
      await row.getByRole('button', { name: /^delete/i }).click();
      await dialog.getByText(question, { exact: true }).waitFor();
      await dialog.getByRole('button', { name: way }).click();
    }
    await office.removeTwice(`${name}, long`, question, '**/categories/delete/*', { failed });
    await waitForFocus(main.getByRole('rowgroup').last());
    // It does not come back while another has its name.
    await main.getByRole('button', { name: 'Add New' }).click();
    await field.fill(`${name}, LONG`);
    await add.click();
    await office.seesAndClosesToast(created);
    await main.getByRole('button', { name: 'Recently deleted' }).click();
    const kept = dialog
      .getByRole('listitem')
      .filter({ hasText: `${name}, long` })
      .first();
    await kept.getByRole('button', { name: 'Restore' }).click();
    await office.seesAndClosesToast(taken);
    await kept.waitFor();

    await office.open(`/admin/categories?q=${mark}`);
    await main.getByText('2 found').waitFor();
    await main.getByRole('checkbox', { name: /all/i }).check();
    await bar.getByText('2 selected').waitFor();
    await bar.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText(messages.categories.confirmDeleteMany(2), { exact: true }).waitFor();
    await office.withFailingRequests('**/categories/admin/delete', async () => {
      await office.confirm();
      await office.seesAndClosesToast(failed);
    });
    await office.confirm();
    await page.getByRole('button', { name: messages.trash.restore('all 2') }).click();
    await office.seesAndClosesToast(messages.trash.restored(2));
    await main.getByText('2 found').waitFor();
    // It says what becomes of its products.
    await office
      .row(category.name)
      .getByRole('button', { name: /^delete/i })
      .click();
    await dialog.getByText(messages.categories.leavesProducts(2)).waitFor();
    await office.confirm();
    await main.getByText('1 found').waitFor();
    await office.open(`/admin/products?q=${mark}`);
    await eventually(() => office.row(messages.categories.deleted).count()).toBe(2);
  });

  test('a category shows its products and has a size guide, which shoppers read', async ({
    visit,
  }) => {
    const { category, products } = await newGoods(2);
    const { name } = category;
    const { office, main, dialog, page } = await openOffice(visit, '', { width });
    const asking = page.waitForRequest('**/categories/all');
    await office.open(`/admin/category/${category._id}?sort=nonsense-asc`);
    // Past what the site and the browser keep, which may be seconds old.
    const asked = await (await asking).allHeaders();
    expect([asked['cache-control'], asked['if-none-match']]).toEqual(['no-cache', undefined]);
    await office.withFailingRequests('**/categories/all', async () => {
      await page.reload();
      await main.getByText(messages.loading.failed('category')).waitFor();
    });
    await main.getByRole('button', { name: 'Try again' }).click();
    await office.heading(name);
    await main.getByText('2 in all').waitFor();
    await main.getByText('Nothing was sold yet.').waitFor();
    await main.getByRole('searchbox').fill('zzzzqq');
    await main.getByText(messages.products.nothingFound).waitFor();

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
    await waitForFocus(guide.getByLabel('Chest of size M'));
    await guide.getByLabel('Chest of size M').fill('91-97');
    const failed = messages.sizeGuides.failed;
    await office.pressTwice(save, '**/size-guide', failed, messages.sizeGuides.saved);
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
    await table.getByRole('radio', { name: 'Inches' }).check();
    await table.getByRole('row', { name: 'M 40 36–38 38–40½' }).waitFor();
    await table.getByRole('link', { name: 'How to measure' }).click();
    await shop.arriveAt('/sizes');
    await shop.heading(name);
    // One switch for all tables.
    await shop.main.getByRole('radio', { name: 'Inches' }).check();
    const own = shop.main.getByRole('region', { name: `Sizes of ${name}` });
    await own.getByRole('row', { name: 'M 40 36–38 38–40½' }).waitFor();

    await guide.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText(messages.sizeGuides.confirmDelete, { exact: true }).waitFor();
    await office.confirm();
    await office.seesAndClosesToast(messages.sizeGuides.removed);
    await eventually(async () => {
      await shop.open(`/product/${products[0]._id}/-`);
      return shop.main.getByRole('link', { name: 'Size guide' }).count();
    }).toBe(1);
    await main.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByPlaceholder('Edit Name').fill(`${name}, long`);
    await dialog.getByRole('button', { name: 'Update' }).click();
    await office.seesAndClosesToast(messages.categories.updated);
    await office.heading(`${name}, long`);
  });
});
