import { expect } from 'vitest';
import { priceListMessages } from '#shared/price-list-messages.ts';
import { adminToken, good } from '../../api/client.ts';
import { openOffice } from '../../support/signed-in.ts';
import { test } from '../../support/browser.ts';
import { companyMember } from '../../support/company.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { newGoods } from '../../support/goods.ts';
import { eventually } from '../../support/shop.ts';
import { deskFirst } from '../../support/widths.ts';

deskFirst('On a $name', ({ width }) => {
  test('A price list is made, gets the prices of a product, is exported, imported and deleted', async ({
    visit,
  }) => {
    const [{ products }, company] = await Promise.all([newGoods(), companyMember()]);
    const [cape] = products;
    const name = `Boutiques ${crypto.randomUUID().slice(0, 8)}`;
    const path = '/admin/price-lists';
    const { office, dialog, main, page, expectAnswer } = await openOffice(visit, path, { width });
    expectAnswer(409, /\/price-lists\/(create|prices\/.*)$/);
    const button = (text: string) => dialog.getByRole('button', { name: text, exact: true });
    const field = (text: string) => dialog.getByLabel(text, { exact: true });
    await main.getByRole('button', { name: 'Add New' }).click();
    await field('Name').fill(name);
    await field('Percent off').fill('101');
    await button('Add').click();
    await dialog.getByText('At most 100').waitFor();
    await expectNoFaults(page, 'the form of price lists');
    await field('Percent off').fill('15');
    const failed = priceListMessages.failed;
    await office.pressTwice(button('Add'), '**/create', failed, priceListMessages.created);
    await main.getByRole('button', { name: 'Add New' }).click();
    await field('Name').fill(name);
    await button('Add').click();
    await office.fieldError(priceListMessages.nameTaken).waitFor();
    await page.keyboard.press('Escape');
    await office.leaveWithoutSaving();
    // What is used is not deleted without a word of who buys by it.
    const used = office.row(company.name);
    await used.getByRole('button', { name: /^delete/i }).click();
    await dialog.getByText(priceListMessages.usedBy(1)).waitFor();
    await button('No').click();

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
    await expectNoFaults(page, 'the prices of a product in a list');
    await field('From quantity, row 2').fill('10');
    await button('Save').click();
    await office.seesAndClosesToast(priceListMessages.pricesSaved);
    const row = office.row(cape.title);
    for (const text of ['1+ $17.00, 10+ $15.00', '12', '6']) {
      await row.getByText(text, { exact: true }).waitFor();
    }
    await expectNoFaults(page, 'a price list');

    // Somebody else changes a price meanwhile.
    await row.getByRole('button', { name: 'Edit' }).click();
    await field('Price, row 2').fill('14');
    const token = await adminToken();
    const at = `/price-lists/prices?list=${list}&product=${cape._id}`;
    const { listPrices } = await good('GET', at, { token });
    const prices = [{ variant: null, quantity: 10, price: 15.5 }];
    await good('PUT', `/price-lists/prices/${list}`, {
      token,
      json: { ...listPrices, prices, known: listPrices },
    });
    await button('Save').click();
    await dialog.getByText('Somebody else saved: All sizes and colors, 10+ $15.50').waitFor();
    await expectNoFaults(page, 'prices that somebody else has changed');
    await office.seesAndClosesToast(
      'Somebody else changed these prices meanwhile. Nothing was saved.',
    );
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

    // Order quantities for all lists are set on the screen of a product.
    await office.open(`/admin/products/${cape._id}`);
    const open = () => main.getByRole('button', { name: 'Order quantities' }).click();
    await main.getByRole('button', { name: 'Edit sizes and stock' }).click();
    await open();
    await field('Minimum quantity').fill('12');
    await field('Pack of').fill('x');
    await button('Save').click();
    await dialog.getByText('A whole number', { exact: true }).waitFor();
    await expectNoFaults(page, 'order quantities');
    await field('Pack of').fill('6');
    await button('Save').click();
    await office.seesAndClosesToast(priceListMessages.quantitiesSaved);
    await open();
    await eventually(() => field('Minimum quantity').inputValue()).toBe('12');
  });
});
