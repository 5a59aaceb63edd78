import { expect } from 'vitest';
import { priceListMessages } from '#shared/price-list-messages.ts';
import { adminToken, good } from '../../api/client.ts';
import { BackOffice } from '../../support/back-office.ts';
import { test } from '../../support/browser.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { newGoods } from '../../support/goods.ts';
import { eventually } from '../../support/shop.ts';
import { widths } from '../../support/widths.ts';

test('A price list is made, gets the prices of a product, is exported, imported and deleted', async ({
  visit,
}) => {
  const { products } = await newGoods();
  const [cape] = products;
  const name = `Boutiques ${crypto.randomUUID().slice(0, 8)}`;
  const visitor = await visit();
  visitor.expectAnswer(409, /\/price-lists\/(create|prices\/.*)$/);
  visitor.expectAnswer(404, /\/price-lists\/read\//);
  const { page } = visitor;
  const office = new BackOffice(page);
  const { dialog, main } = office;
  const button = (text: string) => dialog.getByRole('button', { name: text, exact: true });
  const field = (text: string) => dialog.getByLabel(text, { exact: true });
  const atBoth = async (what: string) => {
    for (const { width } of widths) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoFaults(page, what);
    }
  };
  await office.returnAs();
  await office.open('/admin/price-lists');
  await main.getByRole('button', { name: 'Add New' }).click();
  await field('Name').fill(name);
  await field('Percent off').fill('101');
  await button('Add').click();
  await dialog.getByText('At most 100').waitFor();
  await field('Percent off').fill('15');
  await office.withFailingRequests('**/price-lists/create', async () => {
    await button('Add').click();
    await office.seesAndClosesToast(priceListMessages.failed);
  });
  await atBoth('the form of price lists');
  await button('Add').click();
  await office.seesAndClosesToast(priceListMessages.created);
  await main.getByRole('button', { name: 'Add New' }).click();
  await field('Name').fill(name);
  await button('Add').click();
  await office.fieldError(priceListMessages.nameTaken).waitFor();
  await page.keyboard.press('Escape');
  await office.leaveWithoutSaving();
  await atBoth('the table of price lists');

  await office.row(name).getByRole('link', { name }).click();
  await main.getByText(priceListMessages.noPrices).waitFor();
  const list = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await main.getByRole('button', { name: 'Add product' }).click();
  await field('Search products').fill(cape.title);
  await button(cape.title).click();
  const price = async (row: number, quantity: string, dollars: string) => {
    await button('+ Add price').click();
    await field(`From quantity, row ${row}`).fill(quantity);
    await field(`Price, row ${row}`).fill(dollars);
  };
  await price(1, '1', '17');
  await price(2, '1', 'x');
  await field('Minimum quantity').fill('12');
  await field('Pack of').fill('6');
  await button('Save').click();
  await dialog.getByText('Row 2: Not a price').waitFor();
  await field('Price, row 2').fill('15');
  await button('Save').click();
  await dialog.getByText('Row 2: There is already a price for this quantity').waitFor();
  await atBoth('the prices of a product in a list');
  await field('From quantity, row 2').fill('10');
  await button('Save').click();
  await office.seesAndClosesToast(priceListMessages.pricesSaved);
  const row = office.row(cape.title);
  for (const text of ['1+ $17.00, 10+ $15.00', '12', '6']) {
    await row.getByText(text, { exact: true }).waitFor();
  }
  await atBoth('a price list');

  // Somebody else changes a price meanwhile.
  await row.getByRole('button', { name: 'Edit' }).click();
  await field('Price, row 2').fill('14');
  const token = await adminToken();
  const at = `/price-lists/prices/${list}`;
  const { listPrices } = await good('GET', `/price-lists/prices?list=${list}&product=${cape._id}`, {
    token,
  });
  const theirs = { ...listPrices, prices: [{ variant: null, quantity: 10, price: 15.5 }] };
  await good('PUT', at, { token, json: { ...theirs, known: listPrices } });
  await button('Save').click();
  await dialog.getByText('Somebody else saved: All sizes and colors, 10+ $15.50').waitFor();
  await atBoth('prices that somebody else has changed');
  await button('Save').click();
  await office.seesAndClosesToast(priceListMessages.pricesSaved);
  await row.getByText('1+ $17.00, 10+ $14.00').waitFor();

  await main.getByRole('button', { name: 'Export and import' }).click();
  const download = page.waitForEvent('download');
  await button('Export prices').click();
  expect((await download).suggestedFilename()).toBe('prices.csv');
  const csv = `Product,Minimum quantity,Price\n${cape._id},10,13.50\nnobody,1,2`;
  const choose = (text: string) =>
    dialog
      .getByLabel('CSV file')
      .setInputFiles({ name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await choose(csv);
  await dialog.getByText('Product: Not a valid id').waitFor();
  await choose(csv.replace('\nnobody,1,2', ''));
  await dialog.getByText('0 wrong, 0 new, 1 changed, 0 unchanged.').waitFor();
  await button('Import').click();
  await row.getByText('1+ $17.00, 10+ $13.50').waitFor();

  await main.getByRole('button', { name: 'Edit list' }).click();
  await field('Percent off').fill('20');
  await button('Update').click();
  await office.seesAndClosesToast(priceListMessages.updated);
  await main.getByText('Products that are not listed cost 20% less').waitFor();
  await main.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByText(priceListMessages.confirmDelete).waitFor();
  await office.confirm();
  await office.seesToast(priceListMessages.removed);
  await office.open(`/admin/price-lists/${list}`);
  await main.getByText(priceListMessages.deleted).waitFor();
});

test('Deleting a price list says how many companies buy by it; the first list is waited for', async ({
  visit,
}) => {
  const office = new BackOffice((await visit({ width: 390 })).page);
  await office.returnAs();
  const answer = (priceLists: object[]) =>
    office.page.route('**/price-lists/admin/list*', (route) =>
      route.fulfill({ json: { priceLists, total: priceLists.length } }),
    );
  await answer([]);
  await office.open('/admin/price-lists');
  await office.main.getByText(priceListMessages.empty).waitFor();
  const list = { _id: crypto.randomUUID(), name: 'Boutiques', percent: 15, prices: 2 };
  await answer([{ ...list, companies: 3, createdAt: new Date().toISOString() }]);
  await office.open('/admin/price-lists');
  await office
    .row('Boutiques')
    .getByRole('button', { name: /^delete/i })
    .click();
  await office.dialog.getByText(priceListMessages.usedBy(3)).waitFor();
});

test('Order quantities for all lists are set on the screen of a product', async ({ visit }) => {
  const { products } = await newGoods();
  const office = new BackOffice((await visit()).page);
  const { dialog, main, page } = office;
  await office.returnAs();
  await office.open(`/admin/products/${products[0]._id}`);
  const open = () => main.getByRole('button', { name: 'Order quantities' }).click();
  await main.getByRole('button', { name: 'Edit sizes and stock' }).click();
  await open();
  await dialog.getByLabel('Minimum quantity').fill('12');
  await dialog.getByLabel('Pack of').fill('x');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('A whole number', { exact: true }).waitFor();
  await dialog.getByLabel('Pack of').fill('6');
  for (const { width } of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoFaults(page, 'order quantities');
  }
  await dialog.getByRole('button', { name: 'Save' }).click();
  await office.seesAndClosesToast(priceListMessages.quantitiesSaved);
  await open();
  await eventually(() => dialog.getByLabel('Minimum quantity').inputValue()).toBe('12');
});
