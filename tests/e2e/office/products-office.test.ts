import { expect } from 'vitest';
import { messages } from '#shared/messages.ts';
import { openOffice } from '../../support/signed-in.ts';
import { test } from '../../support/browser.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { newGoods } from '../../support/goods.ts';
import { eventually, waitForFocus } from '../../support/shop.ts';
import { deskFirst } from '../../support/widths.ts';

deskFirst('Products on a $name', ({ width }) => {
  test('are changed in bulk, all or none, deleted, and restored', async ({ visit }) => {
    const elsewhere = (await newGoods()).category.name;
    const { mark, products, read } = await newGoods(2);
    // A sort that no column has is as if it were not there.
    const path = `/admin/products?q=${mark}&sort=nonsense-asc`;
    const { office, bar, main, dialog, page, expectAnswer } = await openOffice(visit, path, {
      width,
    });
    expectAnswer(409, /\/price-preview$/);
    const all = main.getByRole('checkbox', { name: /all/i });
    const ask = async (action: string) => {
      await eventually(() => dialog.count()).toBe(0);
      await all.check();
      await bar.getByText('2 selected').waitFor();
      await bar.getByRole('button', { name: action }).click();
    };
    const update = dialog.getByRole('button', { name: 'Update' });
    const undo = page.getByRole('button', { name: messages.trash.undo });
    const cells = (text: string) => main.locator('td').getByText(text, { exact: true });
    await main.getByText('2 found').waitFor();
    await ask('Set as draft');
    await office.seesAndClosesToast(messages.products.updated);
    await eventually(() => cells('Draft').count()).toBe(2);
    await ask('Publish');
    await office.seesAndClosesToast(messages.products.updated);
    await eventually(() => cells('Draft').count()).toBe(0);

    await ask('Availability');
    await office.heading('Change the availability of 2 products');
    await dialog.getByLabel('Availability').selectOption('OutofStock');
    await update.click();
    await office.seesAndClosesToast(messages.products.updated);
    await ask('Category');
    await dialog.getByLabel('Select Category').selectOption({ label: elsewhere });
    await update.click();
    await office.seesAndClosesToast(messages.products.updated);
    await ask('Price');
    const percent = dialog.getByLabel('Percent');
    const preview = dialog.getByRole('button', { name: 'Preview' });
    await percent.fill('-100');
    await preview.click();
    expect(await percent.evaluate((it: HTMLInputElement) => it.validity.valid)).toBe(false);
    await dialog.getByLabel('Change by').selectOption('amount');
    await dialog.getByLabel('Amount').fill('-25');
    await preview.click();
    await office.seesAndClosesToast(
      `${products[0].title} would cost less than nothing. Nothing was changed.`,
    );
    await dialog.getByLabel('Change by').selectOption('percent');
    await percent.fill('-10');
    await preview.click();
    const shown = dialog.getByRole('listitem').filter({ hasText: products[0].title });
    expect(await shown.innerText()).toMatch(/\$20\.00\s+becomes\s+\$18\.00/);
    await expectNoFaults(page, 'new prices');
    await office.withFailingRequests('**/products/admin/bulk', async () => {
      await update.click();
      await office.seesToast(messages.products.updateFailed);
    });
    expect(await percent.inputValue()).toBe('-10');
    await update.click();
    await office.seesToast(messages.products.updated);
    expect(await office.notice(messages.products.updateFailed).count()).toBe(0);
    await eventually(() => cells('$18.00').count()).toBe(2);
    const changed = { price: 18, availability: 'OutofStock', category: { name: elsewhere } };
    for (const product of products) {
      expect(await read(product)).toMatchObject({ ...changed, title: product.title });
    }
    await undo.click();
    await eventually(() => cells('$20.00').count()).toBe(2);
    await office.seesAndClosesToast(messages.products.updated);

    await ask('Delete');
    await office.heading('Delete 2 products');
    await dialog.getByText(messages.products.confirmDeleteMany(2), { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'No' }).click();
    await bar.getByText('2 selected').waitFor();
    await ask('Delete');
    await office.withFailingRequests('**/products/admin/bulk', async () => {
      await office.confirm();
      await office.seesToast(messages.products.removeFailed);
      await expectNoFaults(page, 'a refused deletion of several');
      await office.seesAndClosesToast(messages.products.removeFailed);
    });
    await office.confirm();
    await office.seesToast(messages.products.removed);
    await main.getByText(messages.products.nothingFound).waitFor();
    await expectNoFaults(page, 'a deletion that can be undone');
    await undo.click();
    await office.seesAndClosesToast(messages.trash.restored(2));
    await main.getByText('2 found').waitFor();
    const { _id, title } = products[0];
    const link = main.getByRole('link', { name: title });
    expect(await link.getAttribute('href')).toBe(`/admin/products/${_id}`);

    await office.remove(title, messages.products.confirmDelete);
    await main.getByText('1 found').waitFor();
    await main.getByRole('button', { name: 'Recently deleted' }).click();
    await dialog.getByText(messages.trash.kept).waitFor();
    const kept = dialog.getByRole('listitem').filter({ hasText: title });
    const restore = kept.getByRole('button', { name: 'Restore' });
    await office.withFailingRequests('**/trash/restore', async () => {
      await restore.click();
      await office.seesAndClosesToast(messages.trash.restoreFailed);
    });
    await restore.click();
    await waitForFocus(dialog.getByRole('list'));
    await office.seesAndClosesToast(messages.trash.restored(1));
    await eventually(() => kept.count()).toBe(0);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await main.getByText('2 found').waitFor();
    expect(await read(products[0])).toMatchObject({ _id, title, sizes: ['M', 'L'] });
  });

  test('that another administrator changed meanwhile are reported, and nothing is lost', async ({
    visit,
  }) => {
    const { mark, products, change, read } = await newGoods();
    const [product] = products;
    const { office, dialog, page, expectAnswer } = await openOffice(visit, '', { width });
    expectAnswer(409, /\/products\/update\//);
    await office.openTable('/admin/products', mark);
    await office.row(mark).getByRole('button', { name: 'Edit' }).click();
    await dialog.getByLabel('Product Price').fill('25');
    await dialog.getByLabel('Product Description').fill('Mine, and long.');
    await change(product, { price: '30', colors: ['red'] });
    await dialog.getByRole('button', { name: 'Update' }).click();

    const told = dialog.getByRole('alert').filter({ hasText: messages.products.conflict(true) });
    await told.waitFor();
    await waitForFocus(told);
    const field = (name: string) => dialog.getByRole('group', { name });
    const mine = (name: string) => field(name).getByRole('radio', { name: /^Yours/ });
    const theirs = (name: string) => field(name).getByRole('radio', { name: /^In the shop now/ });
    expect(await field('Product Price').innerText()).toMatch(/\$30\.00[^]*\$25\.00/);
    for (const name of ['Product Price', 'Product Description']) {
      expect(await mine(name).isChecked(), name).toBe(true);
    }
    expect(await theirs('Product Color').isChecked()).toBe(true);
    await expectNoFaults(page, 'an edit that met another');
    await theirs('Product Price').check();

    // Neither Close nor Escape drops it without a word.
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await office.keepEditing();
    await page.keyboard.press('Escape');
    await office.keepEditing();

    // Once more, while the choice is made.
    await change(product, { sizes: ['XL'] });
    const save = dialog.getByRole('button', { name: 'Save this' });
    await save.click();
    await eventually(() => theirs('Product Size').count()).toBe(1);
    expect(await theirs('Product Size').isChecked()).toBe(true);
    expect(await mine('Product Description').isChecked()).toBe(true);
    await office.withFailingRequests('**/products/update/*', async () => {
      await save.click();
      await office.seesAndClosesToast(messages.products.updateThrew);
    });
    await save.click();
    await office.seesAndClosesToast(messages.products.updated);
    await eventually(() => dialog.count()).toBe(0);
    expect(await read(product)).toMatchObject({
      title: product.title,
      price: 30,
      colors: ['red'],
      sizes: ['XL'],
      description: 'Mine, and long.',
    });
  });
});
