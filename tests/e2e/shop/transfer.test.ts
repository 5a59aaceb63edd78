import { expect, onTestFinished } from 'vitest';
import { paymentMethodMessages } from '#shared/payment-method-messages.ts';
import { termsMessages } from '#shared/terms-messages.ts';
import { transferMessages } from '#shared/transfer-messages.ts';
import { sql } from '../../api/client.ts';
import { test } from '../../support/browser.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { newGoods } from '../../support/goods.ts';
import { mailedText } from '../../support/mailbox.ts';
import { eventually } from '../../support/shop.ts';
import { openOffice, openShop } from '../../support/signed-in.ts';

const width = 390;

test('an order by bank transfer, which the office has switched on and put first, says how to pay, in euros with a QR code, and is Paid once the bank’s file is matched; another is paid on delivery', async ({
  visit,
}) => {
  const [account] = await sql<{ value: string }[]>`
    select value #>> '{}' as value from shop_settings where name = 'bank_account'`;
  const payTo = (text: string) =>
    sql`update shop_settings set value = to_jsonb(${text}::text) where name = 'bank_account'`;
  onTestFinished(async () => {
    await sql`update payment_methods set is_on = provider = 'paystack',
      position = case provider when 'paystack' then 1 else 2 end`;
    await payTo(account?.value ?? '');
  });
  await payTo('Hemline Ltd.\nIBAN DE75 5121 0800 1245 1261 99');

  const settings = await openOffice(visit, '/admin/settings', { width });
  await settings.main.getByRole('link', { name: 'Payments' }).click();
  await settings.office.arriveAt('/admin/settings/payments');
  const titles = settings.main.getByRole('heading', { level: 2 });
  const method = (name: string) =>
    settings.main
      .getByRole('listitem')
      .filter({ has: settings.page.getByRole('heading', { name, level: 2 }) });
  const choose = async (name: string, isOn: boolean) => {
    await method(name).getByRole('checkbox', { name: 'At the checkout' }).setChecked(isOn);
    await settings.office.seesAndClosesToast(paymentMethodMessages.saved);
  };
  await method('Paystack').getByText('Test: no money moves').waitFor();
  await method('Bank transfer').getByRole('button', { name: 'Check' }).click();
  await method('Bank transfer').getByText(paymentMethodMessages.hasAccount).waitFor();
  await choose('Bank transfer', true);
  await method('Bank transfer').getByRole('button', { name: 'Move up' }).focus();
  await eventually(async () => {
    await settings.page.keyboard.press('Enter');
    return titles.first().innerText();
  }).toBe('Bank transfer');
  await settings.office.seesAndClosesToast(paymentMethodMessages.saved);
  await expectNoFaults(settings.page, 'the ways to pay');

  const { page, shop, main, customer, expectAnswer } = await openShop(visit, { width });
  const { products } = await newGoods();
  await shop.putIntoCart(products[0]);
  await shop.checkOut();
  const byPaystack = main.getByRole('button', { name: 'Pay with Paystack' });
  await eventually(() => main.getByRole('button', { name: /^Pay / }).allInnerTexts()).toEqual([
    'Pay by bank transfer',
    'Pay with Paystack',
  ]);
  // Meanwhile it is switched off: the order is kept, and can be paid in the other way.
  await choose('Paystack', false);
  expectAnswer(409, /\/orders\/place-order$/);
  await byPaystack.click();
  await main.getByText(/^This way to pay is not offered now\./).waitFor();
  await main.getByText(/^You pay by bank transfer\./).waitFor();
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
  await main.getByText('€20.00', { exact: true }).first().waitFor();
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
  const upload = (csv: ReturnType<typeof file>) => desk.getByLabel('CSV file').setInputFiles(csv);
  await upload(file('Datum;Betrag;Verwendungszweck'));
  await desk.getByText(transferMessages.noLines).waitFor();
  const line = `2026-11-28;15,00;Coat ${order?.number.replace('-', ' ')}`;
  await upload(file('Wann;Wieviel;Verwendungszweck', line, '2026-11-28;-4,10;Porto'));
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
  await desk.getByRole('button', { name: 'Record 1 payment' }).click();
  await office.seesToast(transferMessages.booked(1));
  await row.getByText('Recorded: the order is paid').waitFor();
  await row.getByRole('link', { name: order?.number ?? '' }).click();
  await desk.getByText('Paid', { exact: true }).first().waitFor();

  await shop.open(`/user/all-orders/${order?.id}`);
  await main.getByText(/^Paid by transfer on /).waitFor();

  await choose('Cash on delivery', true);
  await choose('Bank transfer', false);
  await shop.putIntoCart(products[0]);
  await shop.checkOut();
  await main.getByText('You pay when your order is delivered.').waitFor();
  await shop.payNow.click();
  await shop.arriveAt(/^\/checkout\/complete/);
  await shop.sees(
    'We are packing your order. You pay when it arrives.',
    'To pay on delivery: $20.00',
  );
  await expectNoFaults(page, 'the page after an order to be paid on delivery');
});
