import { readFile } from 'node:fs/promises';
import postgres from 'postgres';
import { expect, onTestFinished } from 'vitest';
import { messages } from '#shared/messages.ts';
import { handlingMessages } from '#shared/order-messages.ts';
import { returnMessages } from '#shared/return-messages.ts';
import { parcelMessages } from '#shared/parcel-messages.ts';
import { adminToken, good } from '../../api/client.ts';
import { openOffice } from '../../support/signed-in.ts';
import { test } from '../../support/browser.ts';
import { registeredCustomer } from '../../support/customers.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { newGoods } from '../../support/goods.ts';
import { purchase } from '../../support/purchases.ts';
import { eventually, Shop } from '../../support/shop.ts';
import { stack } from '../../support/stack.ts';
import { deskFirst } from '../../support/widths.ts';

const unreachable = 'The shop could not be reached. Check your connection and try again.';

/** The databases of the shop and of the payment provider. */
function databases() {
  const { dbUrl } = stack();
  const shop = postgres(dbUrl, { max: 1 });
  const provider = postgres(dbUrl.replace(/\/postgres$/, '/sandbox'), { max: 1 });
  onTestFinished(async () => {
    await Promise.all([shop.end(), provider.end()]);
  });
  return { shop, provider };
}

/** A customer in Tonga, where orders are taxed until the end of the test. */
async function taxedCustomer(sql: postgres.Sql) {
  const token = await adminToken();
  const json = { country: 'TO', class: 'standard', rate: 15 };
  const { rate } = await good('POST', '/taxes/rates', { token, json });
  onTestFinished(async () => {
    await good('DELETE', `/taxes/rates/${rate._id}`, { token });
  });
  const customer = await registeredCustomer();
  // The checkout writes the country into the profile.
  await sql`update profiles set country = 'Tonga' where email = ${customer.email}`;
  return customer;
}

deskFirst('Orders at a $name', ({ width }) => {
  test('are searched, filtered, sorted and looked at, their payment checked and given back with its tax', async ({
    visit,
  }) => {
    const { shop: sql, provider } = databases();
    const [customer, goods] = await Promise.all([taxedCustomer(sql), newGoods()]);
    const order = () => purchase(customer, goods.products[0]);
    const [first, second, short] = [await order(), await order(), await order()];
    const atProvider = (status: string) =>
      provider`update transactions set status = ${status} where reference = ${first.reference}`;
    const path = '/admin/orders';
    const { office, main, page, expectAnswer } = await openOffice(visit, path, { width });
    await main.getByRole('searchbox').fill(customer.email);
    await main.getByText('3 found').waitFor();
    await main.getByText('Payment page opened').first().waitFor();
    await office.openFilters();
    await main.getByRole('combobox', { name: 'Status' }).selectOption('Paid');
    await main.getByText(messages.products.nothingFound).waitFor();
    expect(new URL(page.url()).searchParams.get('status')).toBe('Paid');
    await main.getByRole('combobox', { name: 'Status' }).selectOption('Pending');
    await main.getByText('3 found').waitFor();
    await main.getByRole('button', { name: 'Created' }).click();
    await eventually(() => new URL(page.url()).searchParams.get('sort')).toBe('created-asc');
    const details = main.getByRole('link', { name: /^HM-/ }).first();
    await eventually(() => details.getAttribute('href')).toBe(`/admin/orders/${first.id}`);
    const saving = page.waitForEvent('download');
    await main.getByRole('button', { name: 'Export CSV' }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe('orders.csv');
    expect((await readFile(await saved.path(), 'utf8')).trim().split('\r\n')).toHaveLength(4);
    // The list is as it was after a reload: all of it is in the address.
    await page.reload();
    await main.getByText('3 found').waitFor();
    await details.click();
    await office.arriveAt(`/admin/orders/${first.id}`);
    await office.heading(new RegExp(`^HM-\\d+, ${customer.firstname}`));
    await main.getByText('Not paid yet.').waitFor();

    // The button says what it does, also to those who do not see the words beside it.
    const ask = main.getByRole('button', {
      name: 'Check payment',
      description: 'Asks the payment provider whether this order was paid or refunded.',
    });
    const untilItSays = (words: string) =>
      eventually(async () => {
        await ask.click();
        return main.getByText(words, { exact: true }).count();
      }).toBeGreaterThan(0);
    // As a bank that wants to know more before it lets the money go.
    await atProvider('ongoing');
    const pending = messages.orders.checked.pending;
    await office.pressTwice(ask, '**/check-payment', unreachable, pending);
    await atProvider('abandoned');
    await ask.click();
    await office.seesAndClosesToast(messages.orders.checked.failed);
    await first.pay();
    await untilItSays('Paid in full, in the right currency.');
    await office.seesAndClosesToast(messages.orders.checked.paid);
    await main.getByText('The order became Paid').waitFor();

    const give = main.getByRole('button', { name: 'Refund', exact: true });
    await give.click();
    const form = page.getByRole('dialog', { name: /^Refund to / });
    const question = page.getByRole('alertdialog', { name: /^Refund \$/ });
    const yes = question.getByRole('button', { name: 'Yes' });
    expectAnswer(400, /\/refund$/);
    const amount = form.getByRole('textbox', { name: 'Amount' });
    await form.getByRole('spinbutton').fill('1');
    await form.getByText('Leave empty to refund what was paid for the selection').waitFor();
    await amount.fill('9999');
    await form.getByRole('button', { name: 'Refund $9,999.00' }).click();
    await question.getByText(messages.orders.confirmRefund).waitFor();
    await yes.click();
    await office.fieldError(/^Between 0.01 and /).waitFor();
    await office.seesAndClosesToast('amount: Between 0.01 and 20');
    await amount.fill('1.5');
    const send = form.getByRole('button', { name: 'Refund $1.50' });
    await send.click();
    await question.getByRole('button', { name: 'No' }).click();
    await office.withFailingRequests('**/refund', async () => {
      await send.click();
      await yes.click();
      await office.seesAndClosesToast(unreachable);
    });
    await send.click();
    await yes.click();
    await eventually(() => form.count()).toBe(0);
    await main.getByText('A refund was requested: $1.50').waitFor();
    await give.click();
    await form.getByRole('button', { name: /^Refund \$/ }).click();
    const underWay = page.getByText(messages.orders.refundUnderWay);
    const done = page.getByText(messages.orders.refunded);
    await Promise.all([underWay.or(done).first().waitFor(), yes.click()]);
    await eventually(() => form.count()).toBe(0);
    await untilItSays('Refunded');
    expect(await give.count()).toBe(0);
    await main.getByRole('link', { name: 'Invoice' }).click();
    await office.arriveAt(`/admin/orders/${first.id}/invoice`);
    await office.heading('Invoice');
    await main.getByText('Paid by card, refunded in full').waitFor();

    const shop = new Shop((await visit({ width })).page);
    await shop.returnAs(customer);
    await shop.open(`/checkout/complete?reference=${first.reference}`);
    await shop.heading('Your payment was refunded');
    expect(await shop.main.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await shop.open(`/user/invoice/${first.id}`);
    await shop.heading('Invoice');
    await shop.main.getByText(/^INV-\d+/).waitFor();
    await shop.main.getByText('Mill Lane\nHebden Bridge').waitFor();
    await shop.main.getByRole('row', { name: /^15% \$/ }).waitFor();
    await shop.main
      .getByRole('link', { name: /^CN-\d+$/ })
      .first()
      .click();
    await shop.heading('Credit note');
    await shop.main.getByRole('row', { name: /^15% \$/ }).waitFor();
    await expectNoFaults(shop.page, 'a credit note');
    await shop.main.getByRole('link', { name: /^INV-\d+$/ }).click();
    await shop.heading('Invoice');

    await sql`delete from payment_attempts where reference = ${second.reference}`;
    await office.open(`/admin/orders/${second.id}`);
    await main.getByText(messages.orders.notBegun, { exact: true }).waitFor();
    await sql`update orders set status = 'Paid' where id = ${second.id}`;
    await page.reload();
    await main.getByText(messages.orders.noCardPayment, { exact: true }).waitFor();
    await provider`update transactions set amount = amount - 100 where reference = ${short.reference}`;
    await short.pay();
    await office.open(`/admin/orders/${short.id}`);
    await untilItSays('Held');
    await office.seesToast(messages.orders.checked.held);
  });

  test('are deleted singly and in bulk, and restored', async ({ visit }) => {
    const [customer, goods] = await Promise.all([registeredCustomer(), newGoods()]);
    const paid = await purchase(customer, goods.products[0]);
    await purchase(customer, goods.products[0]);
    const path = `/admin/orders?q=${customer.email}`;
    const { office, bar, main, dialog, page } = await openOffice(visit, path, { width });
    const undo = page.getByRole('button', { name: messages.trash.undo });
    await main.getByText('2 found').waitFor();
    await main.getByRole('button', { name: 'Delete', exact: true }).first().click();
    await dialog.getByText(messages.orders.confirmDelete).waitFor();
    await office.withFailingRequests('**/orders/admin/delete', async () => {
      await office.confirm();
      await office.seesAndClosesToast(messages.orders.removeFailed);
    });
    await office.confirm();
    await office.seesToast(messages.orders.removed);
    await main.getByText('1 found').waitFor();
    await undo.click();
    await office.seesAndClosesToast(messages.trash.restored(1));
    await main.getByText('2 found').waitFor();

    await paid.pay();
    await main.getByRole('checkbox', { name: /all/i }).check();
    await bar.getByText('2 selected').waitFor();
    const saving = page.waitForEvent('download');
    await bar.getByRole('button', { name: 'Export' }).click();
    expect((await saving).suggestedFilename()).toBe('orders.csv');
    const check = bar.getByRole('button', {
      name: 'Check payments',
      description:
        'Check payments asks the payment provider whether these orders were paid or refunded.',
    });
    const counts = { paid: 1, held: 0, pending: 0, failed: 1, unreachable: 0 };
    const checked = messages.orders.checkedMany(counts);
    await office.pressTwice(check, '**/check-payments', unreachable, checked);
    const status = office.row(customer.email).locator('.status');
    await eventually(() => status.allInnerTexts()).toContain('Paid');
    // One press to the next step, from the list.
    const rows = office.row(customer.email);
    await rows.getByRole('button', { name: 'Mark as packed' }).click();
    await office.seesAndClosesToast(parcelMessages.many('pack', 1, 0));
    await rows.getByRole('button', { name: 'Mark as sent' }).waitFor();
    await bar.getByRole('button', { name: 'Cancel orders' }).click();
    await dialog.getByText(messages.orders.confirmCancelMany(2)).waitFor();
    await office.confirm();
    await office.seesAndClosesToast(messages.orders.cancelledMany(1, 1));
    await eventually(() => status.allInnerTexts()).toContain('Cancelled');

    await main.getByRole('checkbox', { name: /all/i }).check();
    await bar.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText(messages.orders.confirmDeleteMany(2)).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await bar.getByRole('button', { name: 'Delete' }).click();
    await office.confirm();
    await office.seesToast(messages.orders.removedMany(2));
    await main.getByText(messages.products.nothingFound).waitFor();
    await undo.click();
    await office.seesAndClosesToast(messages.trash.restored(2));
    await main.getByText('2 found').waitFor();

    await office.open(`/admin/orders/${paid.id}`);
    const { firstname } = (await good('GET', '/users/admin/details', { token: await adminToken() }))
      .admin;
    await main.getByRole('button', { name: 'Hand over' }).click();
    await dialog.getByRole('button', { name: `${firstname} (` }).click();
    await office.seesAndClosesToast(handlingMessages.handed(1, true));
    await main.getByText(`Handed to ${firstname}`).waitFor();
    const notes = main.getByRole('region', { name: 'Notes' });
    await notes.getByLabel('New note').fill('Ring twice');
    await notes.getByRole('button', { name: 'Add note' }).click();
    await office.seesToast(messages.notes.added);
    await notes.getByRole('listitem').filter({ hasText: 'Ring twice' }).waitFor();
    expect(await main.getByText('–', { exact: true }).count()).toBe(0);
    await expectNoFaults(page, 'the page of an order');
    await main.getByRole('button', { name: 'Cancel order' }).click();
    await page.getByText(returnMessages.confirmCancel).waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
    await main.getByText('There is nothing to send').waitFor();
    expect(await main.getByRole('button', { name: 'Cancel order' }).count()).toBe(0);

    const [height, least] = width < 600 ? [844, 4] : [900, 10];
    await page.setViewportSize({ width, height });
    await office.open('/admin/orders');
    await main.getByRole('link', { name: /^HM-/ }).first().waitFor();
    const ends = await main
      .locator('tbody tr')
      .evaluateAll((rows) => rows.map((it) => it.getBoundingClientRect().bottom));
    expect(ends.filter((it) => it <= height).length).toBeGreaterThanOrEqual(least);
  });
});
