import postgres from 'postgres';
import { expect, onTestFinished } from 'vitest';
import { messages } from '#shared/messages.ts';
import { printMessages } from '#shared/order-messages.ts';
import { taxMessages } from '#shared/tax-messages.ts';
import { parcelMessages } from '#shared/stock-messages.ts';
import { shippingMessages } from '#shared/shipping-messages.ts';
import { BackOffice } from '../../support/back-office.ts';
import { test } from '../../support/browser.ts';
import { garmentInStock, registeredCustomer } from '../../support/customers.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { purchase } from '../../support/purchases.ts';
import { eventually, Shop, waitForFocus } from '../../support/shop.ts';
import { deskFirst } from '../../support/widths.ts';
import { stack } from '../../support/stack.ts';

deskFirst('To send on a $name', ({ width }) => {
  test('many orders have a pick list and slips, are packed and sent at once, and one parcel has a slip', async ({
    visit,
  }) => {
    const [customer, garment] = await Promise.all([registeredCustomer(), garmentInStock()]);
    const bought = [await purchase(customer, garment), await purchase(customer, garment)];
    await Promise.all(bought.map((it) => it.pay()));
    const [first] = bought;
    const office = new BackOffice((await visit({ width })).page);
    const { main, page } = office;
    const sheets = main.getByRole('article');
    await office.returnAs();
    await office.open(`/admin/orders?q=${customer.email}`);
    await eventually(() => office.row(customer.email).getByText('Paid').count()).toBe(2);
    await main.getByRole('checkbox', { name: /all/i }).check();
    const bar = main.getByRole('region', { name: 'Selected rows' });
    await bar.getByRole('link', { name: 'Pick list' }).click();
    await office.arriveAt('/admin/print/pick-list');
    await office.heading('Pick list');
    const picked = main.getByRole('row').filter({ hasText: garment.title });
    await picked.getByRole('cell', { name: '2', exact: true }).waitFor();
    await expectNoFaults(page, 'a pick list');

    await page.goBack();
    await main.getByRole('checkbox', { name: /all/i }).check();
    await bar.getByRole('link', { name: 'Packing slips' }).click();
    await office.arriveAt('/admin/print/slips');
    await eventually(() => sheets.count()).toBe(2);
    await sheets.first().getByText(customer.firstname).waitFor();
    expect((await sheets.allInnerTexts()).join()).not.toContain('$');
    await expectNoFaults(page, 'packing slips');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const isHidden = async () => !(await main.getByRole('button', { name: 'Print' }).isVisible());
    expect(await isHidden()).toBe(true);
    expect(await sheets.first().evaluate((it) => getComputedStyle(it).color)).toBe('rgb(0, 0, 0)');
    await page.emulateMedia({ media: 'screen' });

    await office.open(`/admin/orders/${first?.id}`);
    await main.getByRole('button', { name: 'Pack', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Pack' }).click();
    await main.getByRole('link', { name: 'Packing slip of Parcel 1' }).click();
    await sheets.getByText('Parcel 1').waitFor();
    await main.getByRole('link', { name: 'Back to the order' }).click();
    await main.getByRole('link', { name: 'Packing slip', exact: true }).click();
    await sheets.getByText('Parcel 1').waitFor();
    await page.goto(`/admin/print/pick-list#${first?.id}`);
    await main.getByText(printMessages.nothingToPick).waitFor();
    await office.open('/admin/print/pick-list');
    await main.getByText(printMessages.noneChosen).waitFor();

    await office.open('/admin/dashboard');
    const toDo = main.getByRole('region', { name: 'To do' }).getByRole('link').first();
    await eventually(() => toDo.innerText()).toMatch(/orders? to send$/);
    await office.open(`/admin/orders?q=${customer.email}`);
    await main.getByRole('checkbox', { name: /all/i }).check();
    await bar.getByRole('button', { name: 'Mark as packed' }).click();
    await office.seesAndClosesToast(parcelMessages.many('pack', 1, 1));
    await eventually(() => office.row(customer.email).getByText('Packed').count()).toBe(2);
    await main.getByRole('checkbox', { name: /all/i }).check();
    await bar.getByRole('button', { name: 'Mark as sent' }).click();
    await office.seesAndClosesToast(parcelMessages.many('send', 2, 0));
    await eventually(() => office.row(customer.email).getByText('Sent').count()).toBe(2);
  });
});

deskFirst('Asked after on a $name', ({ width }) => {
  test('a payment is under way, is not what was asked for, or was never begun', async ({
    visit,
  }) => {
    const [customer, garment] = await Promise.all([registeredCustomer(), garmentInStock()]);
    const [slow, short] = [await purchase(customer, garment), await purchase(customer, garment)];
    const office = new BackOffice((await visit({ width })).page);
    const { main, page } = office;
    const { dbUrl } = stack();
    const shop = postgres(dbUrl, { max: 1 });
    const provider = postgres(dbUrl.replace(/\/postgres$/, '/sandbox'), { max: 1 });
    const ask = main.getByRole('button', { name: 'Check payment' });
    try {
      await office.returnAs();
      // As a bank that wants to know more before it lets the money go.
      await provider`update transactions set status = 'ongoing' where reference = ${slow.reference}`;
      await office.open(`/admin/orders/${slow.id}`);
      await ask.click();
      await office.seesAndClosesToast(messages.orders.checked.pending);
      await provider`update transactions set status = 'abandoned' where reference = ${slow.reference}`;
      await shop`delete from payment_attempts where reference = ${slow.reference}`;
      await page.reload();
      await main.getByText(messages.orders.notBegun, { exact: true }).waitFor();
      await shop`update orders set status = 'Paid' where id = ${slow.id}`;
      await page.reload();
      await main.getByText(messages.orders.noCardPayment, { exact: true }).waitFor();

      await provider`update transactions set amount = amount - 100 where reference = ${short.reference}`;
      await short.pay();
      await office.open(`/admin/orders/${short.id}`);
      await eventually(async () => {
        await ask.click();
        return main.getByText('Held', { exact: true }).count();
      }).toBeGreaterThan(0);
      await office.seesToast(messages.orders.checked.held);
    } finally {
      await Promise.all([shop.end(), provider.end()]);
    }
  });
});

deskFirst('Taxed on a $name', ({ width }) => {
  test('an order has an invoice with its tax, and its refund a credit note', async ({ visit }) => {
    const [customer, garment] = await Promise.all([registeredCustomer(), garmentInStock()]);
    const sql = postgres(stack().dbUrl, { max: 1 });
    const visitor = await visit({ width });
    const office = new BackOffice(visitor.page);
    const { main, page, dialog } = office;
    await office.returnAs();
    await office.open('/admin/settings');
    await main.getByRole('link', { name: 'Open taxes and invoices' }).click();
    await office.arriveAt('/admin/settings/taxes');
    await main.getByText(taxMessages.none).or(main.getByRole('listitem')).first().waitFor();
    const panel = main.getByRole('form', { name: 'Invoices' });
    await panel.getByLabel('Address').fill('1 Mill Lane');
    await office.withFailingRequests('**/taxes/settings', async () => {
      await panel.getByRole('button', { name: 'Save' }).click();
      await office.seesAndClosesToast(taxMessages.failed);
    });
    await panel.getByRole('button', { name: 'Save' }).click();
    await office.seesAndClosesToast(taxMessages.settingsSaved);
    await main.getByRole('button', { name: 'Add rate' }).click();
    await dialog.getByLabel('Country').selectOption('Tonga');
    await dialog.getByLabel('Rate in percent').fill('200');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.getByText('At most 100').waitFor();
    await dialog.getByLabel('Rate in percent').fill('15');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await office.seesAndClosesToast(taxMessages.saved);
    const tonga = main.getByRole('listitem').filter({ hasText: 'Tonga · 15%' });
    await tonga.waitFor();
    await expectNoFaults(page, 'taxes and invoices');

    // The checkout writes the country into the profile.
    await sql`update profiles set country = 'Tonga' where email = ${customer.email}`;
    await sql.end();
    const bought = await purchase(customer, garment);
    await bought.pay();
    await office.open(`/admin/orders/${bought.id}`);
    await eventually(async () => {
      await main.getByRole('button', { name: 'Check payment' }).click();
      return main.getByText('Paid in full, in the right currency.').count();
    }).toBe(1);
    await main.getByRole('button', { name: 'Refund', exact: true }).click();
    const form = page.getByRole('dialog', { name: /^Refund to / });
    await form.getByRole('spinbutton').fill('1');
    await form.getByText('Leave empty to refund what was paid for the selection').waitFor();
    await form.getByRole('button', { name: /^Refund \$/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
    await eventually(async () => {
      await main.getByRole('button', { name: 'Check payment' }).click();
      return main.getByText('Refunded', { exact: true }).count();
    }).toBeGreaterThan(0);

    const shop = new Shop((await visit({ width })).page);
    await shop.returnAs(customer);
    await shop.open(`/user/invoice/${bought.id}`);
    await shop.heading('Invoice');
    await shop.main.getByText(/^INV-\d+/).waitFor();
    await shop.main.getByText('1 Mill Lane').waitFor();
    const taxed = shop.main.getByRole('row', { name: /^15% \$/ });
    const sums = await taxed.innerText();
    await expectNoFaults(shop.page, 'an invoice with tax');
    await shop.main.getByRole('link', { name: /^CN-\d+$/ }).click();
    await shop.heading('Credit note');
    expect(await taxed.innerText()).toBe(sums);
    await expectNoFaults(shop.page, 'a credit note');
    await shop.main.getByRole('link', { name: /^INV-\d+$/ }).click();
    await shop.heading('Invoice');

    await office.open('/admin/settings/taxes');
    visitor.expectAnswer(409, /\/taxes\/rates$/);
    await main.getByRole('button', { name: 'Add rate' }).click();
    await dialog.getByLabel('Country').selectOption('Tonga');
    await dialog.getByLabel('Rate in percent').fill('5');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await office.fieldError(taxMessages.taken).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await office.leaveWithoutSaving();
    await tonga.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText(taxMessages.confirmDelete).waitFor();
    await dialog.getByRole('button', { name: 'Yes' }).click();
    await office.seesAndClosesToast(taxMessages.removed);
    await eventually(() => tonga.count()).toBe(0);
  });
});

deskFirst('Shipping on a $name', ({ width }) => {
  test('a zone with a method is added, changed and deleted', async ({ visit }) => {
    // Left behind, its price would be asked of all orders.
    onTestFinished(async () => {
      const sql = postgres(stack().dbUrl, { max: 1 });
      await sql`delete from shipping_zones`;
      await sql.end();
    });
    const office = new BackOffice((await visit({ width })).page);
    const { main, page, dialog } = office;
    const name = dialog.getByRole('textbox', { name: 'Name' });
    const press = (label: string) =>
      dialog.getByRole('button', { name: label, exact: true }).click();
    await office.returnAs();
    await office.open('/admin/settings');
    await main.getByRole('link', { name: 'Open shipping' }).click();
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
