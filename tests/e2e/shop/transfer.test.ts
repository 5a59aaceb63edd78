import { expect, onTestFinished } from 'vitest';
import { termsMessages } from '#shared/terms-messages.ts';
import { transferMessages } from '#shared/transfer-messages.ts';
import { sql } from '../../api/client.ts';
import { test } from '../../support/browser.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { newGoods } from '../../support/goods.ts';
import { mailedText } from '../../support/mailbox.ts';
import { openOffice, openShop } from '../../support/signed-in.ts';

const width = 390;

test('an order by bank transfer says how to pay, in euros with a QR code, and is Paid once the bank’s file is matched', async ({
  visit,
}) => {
  const [account] = await sql<{ value: string }[]>`
    select value #>> '{}' as value from shop_settings where name = 'bank_account'`;
  const payTo = (text: string) =>
    sql`update shop_settings set value = to_jsonb(${text}::text) where name = 'bank_account'`;
  const only = (provider: string) => sql`update payment_methods set is_on = provider = ${provider}`;
  await sql`insert into payment_methods (provider, position) values ('transfer', 2)
    on conflict do nothing`;
  onTestFinished(async () => {
    await only('paystack');
    await payTo(account?.value ?? '');
  });
  await payTo('Hemline Ltd.\nIBAN DE75 5121 0800 1245 1261 99');
  await only('transfer');

  const { page, shop, main, customer } = await openShop(visit, { width });
  const { products } = await newGoods();
  await shop.putIntoCart(products[0]);
  await shop.checkOut();
  await shop.payNow.click();
  await shop.arriveAt(/^\/checkout\/complete/);
  await shop.heading('Thank you');
  await shop.sees(
    'Please transfer the amount below',
    /IBAN DE75/,
    'Waiting for your bank transfer',
  );
  const [order] = await sql<{ id: string; number: string }[]>`
    update orders set currency = 'EUR' where email = ${customer.email} returning id, number`;
  await sql`update payment_attempts set currency = 'EUR' where order_id = ${order?.id ?? ''}`;
  await page.reload();
  await main.getByRole('img', { name: 'QR code for banking apps' }).waitFor();
  await main.getByText('€20.00', { exact: true }).waitFor();
  await expectNoFaults(page, 'the page after an order by transfer');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await main.getByRole('button', { name: 'Copy the reference' }).click();
  await main.getByText('Copied.').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(order?.number);

  await shop.open(`/user/all-orders/${order?.id}`);
  await main.getByText('Payable by bank transfer').waitFor();
  await main.getByRole('img', { name: 'QR code for banking apps' }).waitFor();
  await expectNoFaults(page, 'an order by transfer in the account');
  const mail = await mailedText(customer.email, 'Please transfer the amount');
  const [link = ''] = /http\S+\/order\/[\w.-]+/.exec(mail) ?? [];
  await shop.open(link);
  await main.getByRole('img', { name: 'QR code for banking apps' }).waitFor();
  const picture = await page.request.get(`${link}/transfer.png`);
  expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png']);

  const {
    office,
    main: desk,
    dialog,
  } = await openOffice(visit, `/admin/orders/${order?.id}`, { width });
  await desk.getByText(/^Waiting for a transfer since/).waitFor();
  await desk.getByRole('button', { name: 'Mark as paid' }).click();
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('5');
  await dialog.getByText('A part: €15.00 will still be due').waitFor();
  await dialog.getByRole('button', { name: '€5.00 has arrived' }).click();
  await office.page.getByText(termsMessages.marked.part).waitFor();
  await desk.getByText(/^€5.00 of €20.00 have arrived/).waitFor();

  await office.open('/admin/orders');
  await desk.getByRole('link', { name: 'Match transfers' }).click();
  await office.arriveAt('/admin/orders/transfers');
  await office.heading('Match transfers');
  const file = (header: string, ...lines: string[]) => ({
    ...{ name: 'statement.csv', mimeType: 'text/csv' },
    buffer: Buffer.from([header, ...lines].join('\n')),
  });
  const choose = (csv: ReturnType<typeof file>) => desk.getByLabel('CSV file').setInputFiles(csv);
  await choose(file('Datum;Betrag;Verwendungszweck'));
  await desk.getByText(transferMessages.noLines).waitFor();
  const line = `2026-11-28;15,00;Coat ${order?.number.replace('-', ' ')}`;
  await choose(file('Wann;Wieviel;Verwendungszweck', line, '2026-11-28;-4,10;Porto'));
  await desk.getByText(transferMessages.columnsMissing).waitFor();
  await desk.getByLabel('Date').selectOption('Wann');
  await desk.getByLabel('Amount').selectOption('Wieviel');
  const row = desk.getByRole('row').filter({ hasText: order?.number ?? '' });
  await row.getByText('Exact').waitFor();
  await desk.getByText('Not incoming').waitFor();
  await expectNoFaults(office.page, 'the preview of a bank’s file');
  const box = row.getByRole('checkbox', { name: 'Record row 2' });
  await box.uncheck();
  expect(await desk.getByRole('button', { name: 'Record 0 payments' }).isDisabled()).toBe(true);
  await box.check();
  // Another payment was recorded while the preview was shown.
  const received = (cents: number) =>
    sql`update payment_attempts set paid_minor = ${cents} where order_id = ${order?.id ?? ''}`;
  await received(1000);
  await desk.getByRole('button', { name: 'Record 1 payment' }).click();
  await office.seesAndClosesToast(transferMessages.nothingBooked);
  await row.getByText('Too much: €5.00 more than due').waitFor();
  await received(500);
  await desk.getByLabel('Name').selectOption('Verwendungszweck');
  await row.getByText('Exact').waitFor();
  const done = office.seesToast(transferMessages.booked(1));
  await Promise.all([done, desk.getByRole('button', { name: 'Record 1 payment' }).click()]);
  await row.getByText('Recorded: the order is paid').waitFor();
  await row.getByRole('link', { name: order?.number ?? '' }).click();
  await desk.getByText('Paid', { exact: true }).first().waitFor();

  await shop.open(`/user/all-orders/${order?.id}`);
  await main.getByText(/^Paid by transfer on /).waitFor();
});
