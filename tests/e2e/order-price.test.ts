import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, inject } from 'vitest';
import { test } from '../support/browser.ts';
import { registeredCustomer } from '../support/customers.ts';
import { expectNoFaults } from '../support/faults.ts';
import { newGoods } from '../support/goods.ts';
import { eventually, Shop } from '../support/shop.ts';

let sql: postgres.Sql;

// Irish shoppers pay 25 % tax, which the prices include, and delivery.
beforeAll(async () => {
  sql = postgres(inject('stack').dbUrl, { max: 1 });
  await sql`insert into tax_rates (country, rate) values ('IE', 25)`;
  await sql`
    with zone as (insert into shipping_zones (name, countries) values ('Ireland', '{IE}') returning id)
    insert into shipping_methods (zone_id, name, price, days_from, days_to)
    select id, m.name, price, days_from, days_to from zone,
      (values ('Standard', 4.9, 3, 5), ('Express', 14.5, 1, 1)) m (name, price, days_from, days_to)`;
  await sql`insert into vouchers (code, kind, value) values ('MARCH25', 'percent', 25)`;
});
afterAll(async () => {
  await sql`delete from tax_rates`;
  await sql`delete from shipping_zones`;
  await sql`delete from vouchers`;
  await sql.end();
});

describe.for([{ width: 1440 }, { width: 390 }])('At $width pixels', ({ width }) => {
  test('an order costs what cart, checkout, account and invoice say, with delivery, voucher and tax', async ({
    visit,
  }) => {
    const shop = new Shop((await visit({ width })).page);
    const { main, page } = shop;
    const { products } = await newGoods();
    await shop.returnAs(await registeredCustomer());
    await shop.putIntoCart(products[0]);
    /** The rows of a summary, as "name: value". */
    const rows = () =>
      main
        .locator('dl > div')
        .evaluateAll((all) =>
          all.map((it) => [...it.children].map((cell) => cell.textContent).join(': ')),
        );
    const said = (...expected: string[]) =>
      eventually(rows).toEqual(expect.arrayContaining(expected));

    await shop.open('/cart');
    await said('Shipping, Standard: $4.90', 'Total: $24.90');
    await main.getByText('Includes $4.98 tax').waitFor();

    await shop.checkOut();
    const voucher = main.getByRole('textbox', { name: 'Voucher code' });
    await voucher.fill('april');
    await voucher.press('Enter');
    await main.getByText('We do not know this voucher code.').waitFor();
    expect(await voucher.getAttribute('aria-invalid')).toBe('true');
    await expectNoFaults(page, 'the checkout with a voucher that is refused');
    await voucher.fill(' march25 ');
    await main.getByRole('button', { name: 'Apply' }).click();
    await main.getByText('MARCH25 applied').waitFor();
    await main.getByRole('radio', { name: /^Express/ }).check();
    await said('Voucher MARCH25: -$5.00', 'Shipping, Express: $14.50', 'Total: $29.50');
    await main.getByText('Includes $5.90 tax').waitFor();
    await expectNoFaults(page, 'the checkout with delivery and voucher');

    await shop.goToCardPage();
    await page.goBack();
    await said('Voucher MARCH25: -$5.00', 'Shipping, Express: $14.50', 'Total: $29.50');
    await shop.goToCardPage();
    await shop.payByCard();
    await said('Voucher MARCH25: -$5.00', 'Shipping, Express: $14.50', 'Total: $29.50');

    await main.getByRole('link', { name: 'Invoice' }).click();
    const invoice = main.getByRole('table').first();
    await eventually(() => invoice.innerText()).toContain('$29.50');
    for (const text of ['-$5.00', 'Shipping, Express', '$14.50', 'Includes $5.90 tax']) {
      expect(await invoice.innerText()).toContain(text);
    }
    // The next order begins without the voucher.
    await shop.putIntoCart(products[0]);
    await shop.open('/cart');
    await said('Shipping, Standard: $4.90', 'Total: $24.90');
  });
});
