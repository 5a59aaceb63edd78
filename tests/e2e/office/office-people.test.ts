import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { customerMessages } from '#shared/customer-messages.ts';
import { importedOrderMessages } from '#shared/imported-order-messages.ts';
import { messages } from '#shared/messages.ts';
import { sql } from '../../api/client.ts';
import { openOffice, openShop } from '../../support/signed-in.ts';
import { test } from '../../support/browser.ts';
import { mailedText } from '../../support/mailbox.ts';
import { registeredCustomer } from '../../support/customers.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { newGoods } from '../../support/goods.ts';
import { purchase } from '../../support/purchases.ts';
import { eventually, Shop } from '../../support/shop.ts';
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

test('Customers of another shop are imported, and one of them chooses a password', async ({
  visit,
}) => {
  const mark = crypto.randomUUID().slice(0, 13);
  const email = `mara.${mark}@example.com`;
  const path = `/admin/customers?q=${mark}`;
  const { office, main, dialog, page } = await openOffice(visit, path, { width: 390 });
  await main.getByRole('button', { name: 'Import CSV' }).click();
  const lines = ['Vorname,Nachname,E-Mail,Kundengruppe', `Mara,Lind ${mark},${email},A`];
  await dialog.getByLabel('CSV file').setInputFiles({
    ...{ name: 'kunden.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) },
  });
  await dialog.getByText('3 imported, 0 left out, 1 not recognized').waitFor();
  await dialog.getByRole('button', { name: 'Leave out what is not recognized' }).click();
  await dialog.getByRole('button', { name: 'Show changes' }).click();
  await dialog.getByText('0 wrong, 1 new, 0 changed, 0 unchanged.').waitFor();
  await expectNoFaults(page, 'the import of customers');
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await office.seesAndClosesToast('1 created, 0 changed.');

  await main.getByRole('checkbox', { name: /all/i }).check();
  await office.withFailingRequests('**/users/admin/invite', async () => {
    await main.getByRole('button', { name: 'Invite' }).click();
    await office.seesAndClosesToast(customerMessages.inviteFailed);
  });
  await office.row(email).getByRole('link', { name: 'View Orders' }).click();
  const details = main.getByRole('region', { name: 'Details' });
  await details.getByText('None yet').waitFor();
  await details.getByRole('button', { name: 'Invite' }).click();
  await office.seesToast(customerMessages.invited(1));
  await details.getByRole('button', { name: 'Invite again' }).waitFor();

  const [link = ''] =
    /http\S+#invitation=\S+/.exec(await mailedText(email, 'Your account at')) ?? [];
  const customer = await visit({ width: 390 });
  customer.expectAnswer(404, /\/auth\/accept-invitation$/);
  const shop = new Shop(customer.page);
  await customer.page.goto(link);
  const password = shop.main.getByLabel('New password');
  const save = shop.main.getByRole('button', { name: 'Save' });
  await password.fill('a-first-one-1');
  await save.click();
  await shop.seesToast(messages.password.updated);
  await shop.arriveAt('/login');
  expect(await shop.main.getByLabel('Email').inputValue()).toBe(email);
  await customer.page.goto(link);
  await password.fill('another-one-1');
  await save.click();
  await shop.main.getByText(customerMessages.invitationEnded).waitFor();
});

test('Orders of another shop are imported, shown to their customer, and deleted', async ({
  visit,
}) => {
  const customer = await registeredCustomer();
  const mark = crypto.randomUUID().slice(0, 13);
  const path = `/admin/orders/imported?q=${mark}`;
  const { office, main, dialog, page } = await openOffice(visit, path, { width: 390 });
  await main.getByText(messages.products.nothingFound).waitFor();
  await office.open('/admin/orders');
  await main.getByRole('link', { name: 'Orders of another shop' }).click();
  await office.open(path);
  await main.getByRole('button', { name: 'Import CSV' }).click();
  const lines = [
    'Order number,Date,Email,Total,Item,Quantity,Unit price',
    `${mark}-1,2024-03-01,${customer.email},"1,075.00",Linen shirt,1,1000`,
    `${mark}-1,,,,Socks,2,35`,
    `${mark}-2,2024-03-02,,5,Cap,1,5`,
  ];
  await dialog.getByLabel('CSV file').setInputFiles({
    ...{ name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) },
  });
  await dialog.getByText('0 wrong, 2 new, 0 changed, 0 unchanged.').waitFor();
  await expectNoFaults(page, 'the import of orders');
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await office.seesAndClosesToast('2 created, 0 changed.');
  await office.row(`${mark}-1`).getByRole('button', { name: 'Details' }).click();
  await dialog.getByText('2 × Socks').waitFor();
  await expectNoFaults(page, 'an order of another shop');
  await page.keyboard.press('Escape');

  await sql`update imported_orders o set user_id = p.id from profiles p
    where o.number = ${`${mark}-1`} and p.email = ${customer.email}`;
  const shop = await openShop(visit, { width: 390 }, customer);
  await shop.shop.open('/user/all-orders');
  await shop.main.getByRole('heading', { name: 'Earlier orders' }).waitFor();
  await shop.main.getByText(`${mark}-1`).click();
  await shop.main.getByText('2 × Socks').waitFor();
  await expectNoFaults(shop.page, 'earlier orders');

  await office.withFailingRequests('**/imported-orders/delete', async () => {
    await office.remove(`${mark}-2`, importedOrderMessages.confirmDelete);
    await office.seesAndClosesToast(importedOrderMessages.removeFailed);
  });
  await office.confirm();
  await office.seesAndClosesToast(importedOrderMessages.removed(1));
  await main.getByRole('checkbox', { name: /all/i }).check();
  await main.getByRole('button', { name: 'Delete' }).first().click();
  await dialog.getByText(importedOrderMessages.confirmDeleteMany(1)).waitFor();
  await office.confirm();
  await office.seesAndClosesToast(importedOrderMessages.removed(1));
  await main.getByText(messages.products.nothingFound).waitFor();
});
