import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { messages } from '#shared/messages.ts';
import { openOffice } from '../../support/signed-in.ts';
import { test } from '../../support/browser.ts';
import { registeredCustomer } from '../../support/customers.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { newGoods } from '../../support/goods.ts';
import { purchase } from '../../support/purchases.ts';
import { eventually } from '../../support/shop.ts';
import { deskFirst } from '../../support/widths.ts';

deskFirst('On a $name', ({ width }) => {
  test('the page of a customer shows details, orders and what was spent, and keeps notes', async ({
    visit,
  }) => {
    const [{ email }, idler, { products }] = await Promise.all([
      registeredCustomer(),
      registeredCustomer(),
      newGoods(),
    ]);
    const [product] = products;
    const path = `/admin/customers?q=${idler.email}`;
    const { office, bar, main, dialog, page } = await openOffice(visit, path, { width });
    await office.openFilters();
    const withOrders = main.getByRole('combobox', { name: 'Orders' });
    await withOrders.selectOption('unpaid');
    await main.getByText(messages.products.nothingFound).waitFor();
    await withOrders.selectOption('none');
    await main.getByText('1 found').waitFor();
    const saving = page.waitForEvent('download');
    await main.getByRole('button', { name: 'Export CSV' }).click();
    const rows = (await readFile(await (await saving).path(), 'utf8')).trim().split('\r\n');
    expect(rows.map((it) => it.split(',')[2])).toEqual(['Email', idler.email]);
    await office.row(idler.email).getByText('0 · $0.00').waitFor();
    await office.row(idler.email).getByRole('link', { name: 'View Orders' }).click();
    await office.arriveAt(/^\/admin\/[^/]+\/orders$/);
    const details = main.getByRole('region', { name: 'Details' });
    await details.getByText(idler.email).waitFor();
    await details.getByText('$0.00').waitFor();
    await main.getByText(messages.orders.emptyForUser).waitFor();
    const notes = main.getByRole('region', { name: 'Notes' });
    await notes.getByText(messages.notes.empty).waitFor();
    await notes.getByLabel('New note').fill('Prefers wool');
    const add = notes.getByRole('button', { name: 'Add note' });
    await office.pressTwice(add, '**/notes', messages.notes.failed, messages.notes.added);
    const note = notes.getByRole('listitem').filter({ hasText: 'Prefers wool' });
    await note.waitFor();
    expect(await notes.getByLabel('New note').inputValue()).toBe('');
    await expectNoFaults(page, 'the page of a customer');
    await note.getByRole('button', { name: 'Delete' }).click();
    await office.seesToast(messages.notes.removed);
    await eventually(() => note.count()).toBe(0);
    await page.getByRole('button', { name: messages.trash.undo }).click();
    await office.seesAndClosesToast(messages.trash.restored(1));
    await note.waitFor();

    const { id } = await purchase(idler, product);
    await page.reload();
    await main.getByText(product.title).waitFor();
    await office.openFilters();
    await main.getByRole('combobox', { name: 'Status' }).selectOption('Paid');
    await main.getByText(messages.products.nothingFound).waitFor();
    await main.getByRole('combobox', { name: 'Status' }).selectOption('Pending');
    await main.getByRole('link', { name: /^Details/ }).click();
    await office.arriveAt(`/admin/orders/${id}`);
    await main.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText(messages.orders.confirmDelete).waitFor();
    await office.confirm();
    await office.seesToast(messages.orders.removed);
    await office.arriveAt('/admin/orders');

    // A customer is deleted for good, alone or with others.
    await office.openTable('/admin/customers', email);
    const question = messages.users.confirmDelete;
    await office.withFailingRequests('**/users/admin/delete', async () => {
      await office.remove(email, question);
      await office.seesAndClosesToast(messages.users.removeFailed);
    });
    await office.confirm();
    await office.seesAndClosesToast(messages.users.removed);
    await eventually(() => office.row(email).count()).toBe(0);
    await office.open(`/admin/customers?q=${idler.email}`);
    await main.getByText('1 found').waitFor();
    await main.getByRole('checkbox', { name: /all/i }).check();
    await bar.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText(messages.users.confirmDeleteMany(1)).waitFor();
    await office.confirm();
    await office.seesToast(messages.users.removed);
    await main.getByText(messages.products.nothingFound).waitFor();
  });
});
