import { expect, onTestFinished } from 'vitest';
import { messages } from '#shared/messages.ts';
import { printMessages } from '#shared/order-messages.ts';
import { taxMessages } from '#shared/tax-messages.ts';
import { parcelMessages } from '#shared/parcel-messages.ts';
import { shippingMessages } from '#shared/shipping-messages.ts';
import { sql } from '../../api/client.ts';
import { openOffice } from '../../support/signed-in.ts';
import { test } from '../../support/browser.ts';
import { registeredCustomer } from '../../support/customers.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { newGoods } from '../../support/goods.ts';
import { purchase } from '../../support/purchases.ts';
import { eventually, waitForFocus } from '../../support/shop.ts';
import { deskFirst } from '../../support/widths.ts';

deskFirst('To send on a $name', ({ width }) => {
  test('many orders have a pick list and slips, are packed and sent at once, and one parcel has a slip', async ({
    visit,
  }) => {
    const [customer, { products }] = await Promise.all([registeredCustomer(), newGoods()]);
    const bought = [await purchase(customer, products[0]), await purchase(customer, products[0])];
    await Promise.all(bought.map((it) => it.pay()));
    const id = bought[0]?.id;
    const path = `/admin/orders?q=${customer.email}`;
    const { office, bar, main, dialog, page } = await openOffice(visit, path, { width });
    const sheets = main.getByRole('article');
    const all = main.getByRole('checkbox', { name: /all/i });
    const both = (status: string) =>
      eventually(() => office.row(customer.email).getByText(status).count()).toBe(2);
    await both('Paid');
    await all.check();
    await bar.getByRole('link', { name: 'Pick list' }).click();
    await office.arriveAt('/admin/print/pick-list');
    await office.heading('Pick list');
    const picked = main.getByRole('row').filter({ hasText: products[0].title });
    await picked.getByRole('cell', { name: '2', exact: true }).waitFor();

    await page.goBack();
    await all.check();
    await bar.getByRole('link', { name: 'Packing slips' }).click();
    await office.arriveAt('/admin/print/slips');
    await eventually(() => sheets.count()).toBe(2);
    await sheets.first().getByText(customer.firstname).waitFor();
    expect((await sheets.allInnerTexts()).join()).not.toContain('$');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await main.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
    await eventually(() => sheets.first().evaluate((it) => getComputedStyle(it).color)).toBe(
      'rgb(0, 0, 0)',
    );
    await page.emulateMedia({ media: 'screen' });

    await office.open(`/admin/orders/${id}`);
    await main.getByRole('button', { name: 'Pack', exact: true }).click();
    await dialog.getByRole('button', { name: 'Pack' }).click();
    await main.getByRole('link', { name: 'Packing slip of Parcel 1' }).click();
    await sheets.getByText('Parcel 1').waitFor();
    await main.getByRole('link', { name: 'Back to the order' }).click();
    await main.getByRole('link', { name: 'Packing slip', exact: true }).click();
    await sheets.getByText('Parcel 1').waitFor();
    await page.goto(`/admin/print/pick-list#${id}`);
    await main.getByText(printMessages.nothingToPick).waitFor();
    await office.open('/admin/print/pick-list');
    await main.getByText(printMessages.noneChosen).waitFor();

    await office.open('/admin/dashboard');
    const toDo = main.getByRole('region', { name: 'To do' }).getByRole('link').first();
    await eventually(() => toDo.innerText()).toMatch(/orders? to send$/);
    await office.open(path);
    await all.check();
    await bar.getByRole('button', { name: 'Mark as packed' }).click();
    await office.seesAndClosesToast(parcelMessages.many('pack', 1, 1));
    await both('Packed');
    await all.check();
    await bar.getByRole('button', { name: 'Mark as sent' }).click();
    await office.seesAndClosesToast(parcelMessages.many('send', 2, 0));
    await both('Sent');
  });
});

deskFirst('Taxes and shipping on a $name', ({ width }) => {
  test('a rate is added once, and deleted; invoices get a tax ID', async ({ visit }) => {
    const path = '/admin/settings';
    const { office, main, dialog, expectAnswer } = await openOffice(visit, path, { width });
    expectAnswer(409, /\/taxes\/rates$/);
    await main.getByRole('link', { name: 'Taxes' }).click();
    await office.arriveAt('/admin/settings/taxes');
    await main.getByText(taxMessages.none).or(main.getByRole('listitem')).first().waitFor();
    const panel = main.getByRole('form', { name: 'Invoices' });
    const save = panel.getByRole('button', { name: 'Save' });
    const before = await panel.getByLabel('Tax ID').inputValue();
    await panel.getByLabel('Tax ID').fill('GB 123 4567 89');
    const failed = taxMessages.failed;
    await office.pressTwice(save, '**/taxes/settings', failed, taxMessages.settingsSaved);
    await panel.getByLabel('Tax ID').fill(before);
    await save.click();
    await office.seesAndClosesToast(taxMessages.settingsSaved);
    const add = dialog.getByRole('button', { name: 'Add' });
    const rate = dialog.getByLabel('Rate in percent');
    await main.getByRole('button', { name: 'Add rate' }).click();
    await dialog.getByLabel('Country').selectOption('Tonga');
    await rate.fill('200');
    await add.click();
    await dialog.getByText('At most 100').waitFor();
    await rate.fill('15');
    await add.click();
    await office.seesAndClosesToast(taxMessages.saved);
    const tonga = main.getByRole('listitem').filter({ hasText: 'Tonga · 15%' });
    await tonga.waitFor();
    await main.getByRole('button', { name: 'Add rate' }).click();
    await dialog.getByLabel('Country').selectOption('Tonga');
    await rate.fill('5');
    await add.click();
    await office.fieldError(taxMessages.taken).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await office.leaveWithoutSaving();
    await tonga.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText(taxMessages.confirmDelete).waitFor();
    await office.confirm();
    await office.seesAndClosesToast(taxMessages.removed);
    await eventually(() => tonga.count()).toBe(0);
  });

  test('a zone with a method is added, changed and deleted', async ({ visit }) => {
    // Left behind, its price would be asked of all orders.
    onTestFinished(async () => void (await sql`delete from shipping_zones`));
    const path = '/admin/settings';
    const { office, main, page, dialog } = await openOffice(visit, path, { width });
    const name = dialog.getByRole('textbox', { name: 'Name' });
    const press = (label: string) =>
      dialog.getByRole('button', { name: label, exact: true }).click();
    await main.getByRole('link', { name: 'Shipping' }).click();
    await office.arriveAt('/admin/settings/shipping');
    await main.getByText(shippingMessages.free).waitFor();

    await main.getByRole('button', { name: 'Add zone' }).click();
    await name.fill('British Isles');
    await dialog.getByText('this zone covers everywhere else').waitFor();
    const search = dialog.getByRole('searchbox', { name: 'Find a country' });
    await search.fill('uk');
    await dialog.getByRole('checkbox').first().check();
    await search.fill('Ireland');
    await dialog.getByRole('checkbox', { name: 'Ireland', exact: true }).check();
    await dialog.getByText('2 chosen.').waitFor();
    await expectNoFaults(page, 'countries of a zone');
    await press('Add');
    await office.seesAndClosesToast(shippingMessages.saved);
    const zone = main.getByRole('region', { name: 'British Isles' });
    await zone.getByText('Ireland, United Kingdom').waitFor();

    await main.getByRole('button', { name: 'Add zone' }).click();
    await search.fill('Great Britain');
    const taken = dialog.getByRole('checkbox', { name: 'United Kingdom (in British Isles)' });
    expect(await taken.isDisabled()).toBe(true);
    await press('Close');
    await main.getByText(shippingMessages.free).waitFor();

    await zone.getByRole('button', { name: 'Add method' }).click();
    await name.fill('Standard');
    await dialog.getByLabel('Price ($)').fill('5');
    await dialog.getByLabel('Free from ($)').fill('100');
    await dialog.getByRole('button', { name: 'Add a price by weight' }).click();
    await dialog.getByLabel('Over (g)').fill('1500');
    await dialog.getByLabel('Price ($)').last().fill('9.5');
    await dialog.getByLabel('Days from').fill('4');
    await dialog.getByLabel('Days to').fill('2');
    await press('Add');
    await dialog.getByText('Not before the first day').waitFor();
    await expectNoFaults(page, 'a shipping method');
    await dialog.getByLabel('Days from').fill('2');
    await dialog.getByLabel('Days to').fill('4');
    await office.withFailingRequests('**/shipping/zones/*/methods', async () => {
      await press('Add');
      await office.seesAndClosesToast(messages.settings.failed);
    });
    await press('Add');
    await office.seesAndClosesToast(shippingMessages.saved);
    const method = zone.getByRole('listitem').filter({ hasText: 'Standard' });
    await method.getByText('$5.00 · over 1.5 kg $9.50 · free from $100.00 · 2–4 days').waitFor();
    await main.getByText(shippingMessages.notElsewhere).waitFor();
    await expectNoFaults(page, 'shipping');

    await zone.getByRole('button', { name: 'Edit zone' }).click();
    await search.fill('Ireland');
    await dialog.getByRole('checkbox', { name: 'Ireland', exact: true }).uncheck();
    await press('Close');
    await office.leaveWithoutSaving();
    await method.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByLabel('Over (g)').fill('1600');
    await press('Close');
    await office.keepEditing();
    await dialog.getByLabel('Free from ($)').fill('');
    await dialog.getByRole('button', { name: 'Remove heavier price 1' }).click();
    await press('Update');
    await method.getByText('$5.00 · 2–4 days').waitFor();
    await method.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText(shippingMessages.confirmMethod).waitFor();
    await office.confirm();
    await waitForFocus(zone.getByRole('list'));
    await office.seesAndClosesToast(shippingMessages.removed);
    await main.getByText(shippingMessages.free).waitFor();
    await zone.getByRole('button', { name: 'Delete zone' }).click();
    await dialog.getByText(shippingMessages.confirmZone).waitFor();
    await office.confirm();
    await eventually(() => zone.count()).toBe(0);
  });
});
