import { expect } from 'vitest';
import { customFieldMessages } from '#shared/custom-field-messages.ts';
import { test } from '../../support/browser.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { newGoods } from '../../support/goods.ts';
import { eventually, Shop } from '../../support/shop.ts';
import { openOffice } from '../../support/signed-in.ts';

test('a field of products is added, filled in, seen and filtered by in the shop, and deleted and restored', async ({
  visit,
}) => {
  const { mark, category, products } = await newGoods();
  const [product] = products;
  const name = `Season of ${mark}`;
  const { office, main, dialog, page, expectAnswer } = await openOffice(
    visit,
    '/admin/settings/custom-fields',
    { width: 390 },
  );
  expectAnswer(409, /\/custom-fields\/update\//);
  const fields = main.getByRole('region', { name: 'Products' });
  await fields.getByRole('button', { name: 'Add field' }).click();
  const add = dialog.getByRole('button', { name: 'Add' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Kind').selectOption('Choice');
  await add.click();
  await dialog.getByText('Add a choice').waitFor();
  await dialog.getByLabel('Choices').fill('Winter\nSummer');
  await dialog.getByLabel('A filter in lists of products').check();
  await expectNoFaults(page, 'the form of a custom field');
  await add.click();
  await office.seesAndClosesToast(customFieldMessages.created);
  const row = fields.getByRole('listitem').filter({ hasText: name });
  await row.getByText(/^Choice: Winter, Summer · key \w+ · shown · filter$/).waitFor();
  await expectNoFaults(page, 'the custom fields');

  await office.open(`/admin/products/${product._id}`);
  const own = main.getByRole('region', { name: 'Custom fields' });
  await own.getByLabel(name).selectOption('Winter');
  await own.getByRole('button', { name: 'Save fields' }).click();
  await office.seesAndClosesToast(customFieldMessages.saved);

  const shop = new Shop((await visit({ width: 1440 })).page);
  const facts = shop.main.locator('details').filter({ hasText: name });
  await eventually(async () => {
    await shop.open(`/product/${product._id}/-`);
    return facts.count();
  }).toBe(1);
  await facts.getByText('Details').click();
  await expectNoFaults(shop.page, 'a product with custom fields');
  expect(await facts.innerText()).toMatch(new RegExp(`${name}\\s+Winter`));
  await shop.open(`/category/${category._id}`);
  const filter = shop.main.getByRole('group', { name });
  await filter.getByLabel('Winter').check();
  await shop.main.getByRole('link', { name: 'Remove filter Winter' }).waitFor();
  await eventually(() => shop.main.getByRole('article').count()).toBe(1);

  await office.open('/admin/settings/custom-fields');
  await row.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel('Choices').fill('Summer');
  await dialog.getByRole('button', { name: 'Update' }).click();
  const asked = page.getByRole('alertdialog', { name: customFieldMessages.dropQuestion });
  await asked.getByRole('button', { name: customFieldMessages.dropNo }).click();
  await dialog.getByRole('button', { name: 'Update' }).click();
  await asked.getByRole('button', { name: customFieldMessages.dropYes }).click();
  await office.seesAndClosesToast(customFieldMessages.updated);
  await row.getByText(/^Choice: Summer · key \w+ · shown · filter$/).waitFor();
  await row.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByText(customFieldMessages.confirmDelete).waitFor();
  await dialog.getByRole('button', { name: 'Yes' }).click();
  await office.seesToast(customFieldMessages.removed);
  await eventually(() => row.count()).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await row.getByText(/^Choice: Summer/).waitFor();
});
