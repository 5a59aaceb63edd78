import { readFile } from 'node:fs/promises';
import { describe, expect } from 'vitest';
import { messages } from '#shared/messages.ts';
import { returnMessages } from '#shared/return-messages.ts';
import { BackOffice } from '../../support/back-office.ts';
import { test, type Visitor } from '../../support/browser.ts';
import { garmentInStock, registeredCustomer } from '../../support/customers.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { purchase } from '../../support/purchases.ts';
import { eventually, Shop } from '../../support/shop.ts';

/** The API goes away for calls of these paths until it is let back. */
async function breakCalls({ page }: Visitor, path: string): Promise<() => Promise<void>> {
  await page.route(path, (route) => route.abort());
  return () => page.unroute(path);
}

/** Answers the question with Yes, once an earlier Yes has been dealt with. */
async function confirm({ dialog, page }: BackOffice): Promise<void> {
  const yes = dialog.getByRole('button', { name: 'Yes' });
  await yes.and(page.locator('[aria-busy="false"]')).click();
}

describe.each([
  ['desk', 1440],
  ['phone', 390],
])('Orders at a %s', (_, width) => {
  test('are searched, filtered, sorted and looked at, their payment settled and given back', async ({
    visit,
  }) => {
    const [customer, garment] = await Promise.all([registeredCustomer(), garmentInStock()]);
    const first = await purchase(customer, garment);
    await purchase(customer, garment);
    const visitor = await visit({ width });
    const office = new BackOffice(visitor.page);
    const { main, page } = office;
    await office.returnAs();
    await office.open('/admin/orders');
    await main.getByRole('searchbox').fill(customer.email);
    await main.getByText('2 found').waitFor();
    await main.getByText('Card page opened').first().waitFor();
    await office.openFilters();
    await main.getByRole('combobox', { name: 'Status' }).selectOption('Paid');
    await main.getByText(messages.products.nothingFound).waitFor();
    expect(new URL(page.url()).searchParams.get('status')).toBe('Paid');
    await main.getByRole('combobox', { name: 'Status' }).selectOption('Pending');
    await main.getByText('2 found').waitFor();
    await main.getByRole('button', { name: 'Created' }).click();
    await eventually(() => new URL(page.url()).searchParams.get('sort')).toBe('created-asc');
    await eventually(() =>
      main.getByRole('link', { name: 'Details' }).first().getAttribute('href'),
    ).toBe(`/admin/orders/${first.id}`);

    const saving = page.waitForEvent('download');
    await main.getByRole('button', { name: 'Export CSV' }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe('orders.csv');
    expect((await readFile(await saved.path(), 'utf8')).trim().split('\r\n')).toHaveLength(3);

    // The list is as it was after a reload: all of it is in the address.
    await page.reload();
    await main.getByText('2 found').waitFor();
    await main.getByRole('link', { name: 'Details' }).first().click();
    await office.arriveAt(`/admin/orders/${first.id}`);
    await office.heading(new RegExp(`^HM-\\d+, ${customer.firstname}`));
    await main.getByText('Not paid yet.').waitFor();

    const ask = main.getByRole('button', { name: 'Check payment' });
    const back = await breakCalls(visitor, '**/check-payment');
    await ask.click();
    await office.seesToast('The shop could not be reached.');
    await back();
    await ask.click();
    await office.seesToast(messages.orders.checked.failed);
    await first.pay();
    await eventually(async () => {
      await ask.click();
      return main.getByText('Paid in full, in the right currency.').count();
    }).toBe(1);
    await office.seesToast(messages.orders.checked.paid);
    await main.getByText('The order became Paid').waitFor();

    await main.getByRole('button', { name: 'Refund', exact: true }).click();
    const form = page.getByRole('dialog', { name: /^Refund to / });
    const question = page.getByRole('alertdialog', { name: /^Refund \$/ });
    visitor.expectAnswer(400, /\/refund$/);
    const amount = form.getByRole('textbox', { name: 'Amount' });
    await amount.fill('9999');
    await form.getByRole('button', { name: 'Refund $9,999.00' }).click();
    await question.getByText(messages.orders.confirmRefund).waitFor();
    await question.getByRole('button', { name: 'Yes' }).click();
    await office.fieldError(/^Between 0.01 and /).waitFor();
    await amount.fill('1.5');
    const send = form.getByRole('button', { name: 'Refund $1.50' });
    await send.click();
    await question.getByRole('button', { name: 'No' }).click();
    const refundBack = await breakCalls(visitor, '**/refund');
    const failed = page.waitForEvent('requestfailed', (it) => it.url().endsWith('/refund'));
    await send.click();
    await question.getByRole('button', { name: 'Yes' }).click();
    await failed;
    await refundBack();
    await send.click();
    await question.getByRole('button', { name: 'Yes' }).click();
    await eventually(() => form.count()).toBe(0);
    await main.getByText('A refund was requested: $1.50').waitFor();
    await main.getByRole('button', { name: 'Refund', exact: true }).click();
    await form.getByRole('button', { name: /^Refund \$/ }).click();
    await question.getByRole('button', { name: 'Yes' }).click();
    await eventually(() => form.count()).toBe(0);
    await page
      .getByText(messages.orders.refundUnderWay)
      .or(page.getByText(messages.orders.refunded))
      .first()
      .waitFor();
    await eventually(async () => {
      await ask.click();
      return main.getByText('Refunded', { exact: true }).count();
    }).toBeGreaterThan(0);
    expect(await main.getByRole('button', { name: 'Refund', exact: true }).count()).toBe(0);

    await main.getByRole('link', { name: 'Invoice' }).click();
    await office.arriveAt(`/admin/orders/${first.id}/invoice`);
    await office.heading('Invoice');
    await main.getByText('Paid by card, refunded in full').waitFor();
    await main.getByRole('button', { name: 'Print' }).waitFor();

    const shop = new Shop((await visit({ width })).page);
    await shop.returnAs(customer);
    await shop.open(`/checkout/complete?reference=${first.reference}`);
    await shop.heading('Your payment was refunded');
    expect(await shop.main.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  });

  test('are deleted singly and in bulk, and restored', async ({ visit }) => {
    const [customer, garment] = await Promise.all([registeredCustomer(), garmentInStock()]);
    const paid = await purchase(customer, garment);
    await purchase(customer, garment);
    const visitor = await visit({ width });
    const office = new BackOffice(visitor.page);
    const { main, dialog } = office;
    await office.returnAs();
    await office.open(`/admin/orders?q=${customer.email}`);
    await main.getByText('2 found').waitFor();

    const back = await breakCalls(visitor, '**/orders/admin/delete');
    await main.getByRole('button', { name: 'Delete', exact: true }).first().click();
    await dialog.getByText(messages.orders.confirmDelete).waitFor();
    await confirm(office);
    await office.seesAndClosesToast(messages.orders.removeFailed);
    await back();
    await confirm(office);
    await office.seesToast(messages.orders.removed);
    await main.getByText('1 found').waitFor();
    await office.page.getByRole('button', { name: 'Undo' }).click();
    await office.seesAndClosesToast(messages.trash.restored(1));
    await main.getByText('2 found').waitFor();

    await paid.pay();
    await main.getByRole('checkbox', { name: /all/i }).check();
    const bar = main.getByRole('region', { name: 'Selected rows' });
    await bar.getByText('2 selected').waitFor();
    const saving = office.page.waitForEvent('download');
    await bar.getByRole('button', { name: 'Export' }).click();
    expect((await saving).suggestedFilename()).toBe('orders.csv');
    const check = bar.getByRole('button', { name: 'Check payments' });
    await office.withFailingRequests('**/orders/admin/check-payments', async () => {
      await check.click();
      await office.seesAndClosesToast(
        'The shop could not be reached. Check your connection and try again.',
      );
    });
    await check.click();
    const counts = { paid: 1, held: 0, pending: 0, failed: 1, unreachable: 0 };
    await office.seesAndClosesToast(messages.orders.checkedMany(counts));
    const status = office.row(customer.email).locator('.status');
    await eventually(() => status.allInnerTexts()).toContain('Paid');
    await expectNoFaults(office.page, 'the bulk actions of orders');
    await bar.getByRole('button', { name: 'Cancel orders' }).click();
    await dialog.getByText(messages.orders.confirmCancelMany(2)).waitFor();
    await confirm(office);
    await office.seesAndClosesToast(messages.orders.cancelledMany(1, 1));
    await eventually(() => status.allInnerTexts()).toContain('Cancelled');

    await main.getByRole('checkbox', { name: /all/i }).check();
    await bar.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText(messages.orders.confirmDeleteMany(2)).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await bar.getByRole('button', { name: 'Delete' }).click();
    await confirm(office);
    await office.seesToast(messages.orders.removedMany(2));
    await main.getByText(messages.products.nothingFound).waitFor();
    await office.page.getByRole('button', { name: 'Undo' }).click();
    await office.seesAndClosesToast(messages.trash.restored(2));
    await main.getByText('2 found').waitFor();

    await office.open(`/admin/orders/${paid.id}`);
    await main.getByRole('button', { name: 'Cancel order' }).click();
    await office.page.getByText(returnMessages.confirmCancel).waitFor();
    await office.page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
    await main.getByText('There is nothing to send').waitFor();
    expect(await main.getByRole('button', { name: 'Cancel order' }).count()).toBe(0);
  });

  test('that cannot be loaded, or are not there, say so', async ({ visit }) => {
    const visitor = await visit({ width });
    visitor.expectAnswer(404, /\/orders\/admin\//);
    const office = new BackOffice(visitor.page);
    const { main } = office;
    await office.returnAs();
    const back = await breakCalls(visitor, '**/orders/admin/list**');
    await office.open('/admin/orders');
    await main.getByText(messages.loading.failed('list')).waitFor();
    await main.getByText(messages.orders.empty).waitFor();
    await back();
    await main.getByRole('button', { name: 'Try again' }).click();
    await main.getByRole('table').waitFor();
    await office.open(`/admin/orders/${crypto.randomUUID()}`);
    await main.getByText(messages.orders.unknown).waitFor();
    await office.open(`/admin/orders/${crypto.randomUUID()}/invoice`);
    await main.getByText(messages.orders.unknown).waitFor();
  });

  test('of one customer stand on cards; customers are filtered and deleted', async ({ visit }) => {
    const [customer, idler, garment] = await Promise.all([
      registeredCustomer(),
      registeredCustomer(),
      garmentInStock(),
    ]);
    const { id } = await purchase(customer, garment);
    const visitor = await visit({ width });
    const office = new BackOffice(visitor.page);
    const { main, dialog } = office;
    await office.returnAs();
    await office.open(`/admin/customers?q=${customer.email}`);
    await office.openFilters();
    await main.getByRole('combobox', { name: 'Orders' }).selectOption('none');
    await main.getByText(messages.products.nothingFound).waitFor();
    await main.getByRole('combobox', { name: 'Orders' }).selectOption('unpaid');
    await main.getByText('1 found').waitFor();
    await main.getByRole('link', { name: 'View Orders' }).click();
    await office.arriveAt(/^\/admin\/[^/]+\/orders$/);
    await main.getByText(garment.title).waitFor();
    await office.openFilters();
    await main.getByRole('combobox', { name: 'Status' }).selectOption('Paid');
    await main.getByText(messages.products.nothingFound).waitFor();
    await main.getByRole('combobox', { name: 'Status' }).selectOption('Pending');
    await main.getByRole('link', { name: /^Details/ }).click();
    await office.arriveAt(`/admin/orders/${id}`);
    await main.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText(messages.orders.confirmDelete).waitFor();
    await confirm(office);
    await office.seesToast(messages.orders.removed);
    await office.arriveAt('/admin/orders');

    await office.open(`/admin/customers?q=${idler.email}`);
    await main.getByText('1 found').waitFor();
    await main.getByRole('link', { name: 'View Orders' }).click();
    await main.getByText(messages.orders.emptyForUser).waitFor();

    await office.open(`/admin/customers?q=${idler.email}`);
    await main.getByText('1 found').waitFor();
    const back = await breakCalls(visitor, '**/users/admin/delete');
    await main.getByRole('checkbox', { name: /all/i }).check();
    await main
      .getByRole('region', { name: 'Selected rows' })
      .getByRole('button', { name: 'Delete' })
      .click();
    await dialog.getByText(messages.users.confirmDeleteMany(1)).waitFor();
    await confirm(office);
    await office.seesToast(messages.users.removeFailed);
    await back();
    await confirm(office);
    await office.seesToast(messages.users.removed);
    await main.getByText(messages.products.nothingFound).waitFor();
  });
});
