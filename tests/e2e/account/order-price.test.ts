import { afterAll, beforeAll, expect } from 'vitest';
import { reverseCharge } from '#shared/domain/order-sums.ts';
import { shippingMessages } from '#shared/shipping-messages.ts';
import { orderingMessages } from '#shared/ordering-messages.ts';
import { termsMessages } from '#shared/terms-messages.ts';
import { sql } from '../../api/client.ts';
import { test } from '../../support/browser.ts';
import { companyMember } from '../../support/company.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { newGoods } from '../../support/goods.ts';
import { eventually, paste, Shop, waitForFocus } from '../../support/shop.ts';
import { openOffice, openShop } from '../../support/signed-in.ts';
import { phoneFirst } from '../../support/widths.ts';

// Irish shoppers pay 25 % tax, which the prices include, and delivery.
beforeAll(async () => {
  await sql`insert into tax_rates (country, rate) values ('IE', 25)`;
  await sql`
    with zone as (insert into shipping_zones (name, countries) values ('Ireland', '{IE}') returning id)
    insert into shipping_methods (zone_id, name, price, days_from, days_to)
    select id, m.name, price, days_from, days_to from zone,
      (values ('Standard', 4.9, 3, 5), ('Express', 14.5, 1, 1)) m (name, price, days_from, days_to)`;
  await sql`insert into vouchers (code, kind, value) values ('MARCH25', 'percent', 25)`;
  await sql`update shop_settings set value = '"DE"' where name = 'seller_country'`;
});
afterAll(async () => {
  await sql`delete from tax_rates where country = 'IE'`;
  await sql`delete from shipping_zones where name = 'Ireland'`;
  await sql`delete from vouchers where code = 'MARCH25'`;
  await sql`update shop_settings set value = '""' where name = 'seller_country'`;
});

const freeFrom = (dollars: number | null) =>
  sql`update shipping_methods set free_from = ${dollars} where name = 'Standard'`;

phoneFirst('On a $name', ({ width }) => {
  test('an order costs what cart, checkout, account and invoice say, with delivery, voucher and tax', async ({
    visit,
  }) => {
    const { shop, main, page, customer } = await openShop(visit, { width });
    const { products } = await newGoods();
    await shop.putIntoCart(products[0]);
    const liveIn = (country: string) =>
      sql`update profiles set country = ${country} where email = ${customer.email}`;
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
    await freeFrom(25);
    await shop.open('/cart');
    await main.getByText('$5.00 more for free shipping.').waitFor();
    await freeFrom(null);
    // Without a country there is no price; one without delivery is said at the address.
    await liveIn('');
    await shop.checkOut();
    await said('Shipping: After your address');
    await main.getByLabel('Country').fill('Éire');
    await shop.payNow.click();
    await main.getByText(shippingMessages.newTotal).waitFor();
    await said('Shipping, Standard: $4.90', 'Total: $24.90');
    await liveIn('日本国');
    await shop.checkOut();
    await main.getByRole('alert').getByText('We do not deliver to Japan.').waitFor();
    await said('Shipping: Not available');
    await liveIn(customer.country);
    await freeFrom(16);
    await shop.checkOut();
    await main.getByRole('radio', { name: 'Another address' }).check();
    const elsewhere = main.getByLabel('Country');
    await elsewhere.fill('Japan');
    await elsewhere.blur();
    await main.getByText('We do not deliver to Japan.').waitFor();
    expect(await elsewhere.getAttribute('aria-invalid')).toBe('true');
    await said('Shipping: Not available');
    await main.getByRole('radio', { name: 'Your address' }).check();
    const part = (name: string) => main.getByRole('region', { name });
    const voucher = part('Payment').getByRole('textbox', { name: 'Voucher code' });
    await voucher.fill('april');
    await voucher.press('Enter');
    const refusal = main.getByRole('status').filter({ hasText: 'We do not know this' });
    await refusal.getByText('We do not know this voucher code.').waitFor();
    expect(await voucher.getAttribute('aria-invalid')).toBe('true');
    await expectNoFaults(page, 'the checkout with a voucher that is refused');
    await voucher.fill(' march25 ');
    const apply = main.getByRole('button', { name: 'Apply' });
    await shop.offline(async () => {
      await apply.click();
      await main
        .getByRole('alert')
        .getByText(/could not be reached/)
        .waitFor();
    });
    await apply.click();
    await waitForFocus(main.getByRole('paragraph').filter({ hasText: 'MARCH25 applied' }));
    const summary = part('Order summary');
    await summary
      .getByText('With the voucher, your order is $1.00 short of free shipping.')
      .waitFor();
    await summary.getByText('We bill in US dollars.').waitFor();
    await freeFrom(null);
    await part('Delivery').getByRole('radio', { name: 'Express 1 day' }).check();
    await said('Voucher MARCH25: -$5.00', 'Shipping, Express: $14.50', 'Total: $29.50');
    await main.getByText('Includes $5.90 tax').waitFor();
    await expectNoFaults(page, 'the checkout with delivery and voucher');

    await shop.goToCardPage();
    await page.goBack();
    await said('Voucher MARCH25: -$5.00', 'Shipping, Express: $14.50', 'Total: $29.50');
    await shop.goToCardPage();
    await shop.payByCard();
    await said('Voucher MARCH25: -$5.00', 'Shipping, Express: $14.50', 'Total: $29.50');
    await shop.sees('Confirmation sent to', customer.email, 'Express, 1 day', customer.address);

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

  test('a company orders 40 sizes and colors on terms without tax, and pays by transfer', async ({
    visit,
  }) => {
    const shop = new Shop((await visit({ width })).page);
    const { main, page } = shop;
    const { products, change } = await newGoods();
    const sizes = ['34', '36', '38', '40', '42', '44', '46', '48'];
    await change(products[0], { sizes, colors: ['navy', 'white', 'black', 'red', 'green'] });
    const { customer, name } = await companyMember({ percent: 25 });
    await sql`update companies set vat_id = 'IE6388047V', tax_free = true, terms_days = 30,
      credit_limit = 2500 where name = ${name}`;
    await shop.signIn(customer);
    await shop.open(`/product/${products[0]._id}/-`);
    const table = main.getByRole('table', { name: 'Order by size and color' });
    await paste(
      table.getByRole('textbox', { name: 'Navy, 34', exact: true }),
      '1\t2\t3\t4\t5\t6\t7\t8\n'.repeat(5),
    );
    await shop.sees('Excluding tax.', '180 pieces, $2,160.00');
    await main.getByRole('button', { name: 'Add to Cart', exact: true }).last().click();
    await shop.seesToast(orderingMessages.added(180));

    await shop.open('/checkout');
    await main.getByText(reverseCharge).waitFor();
    await main.getByText('40 lines, 180 pieces').click();
    await main.getByText(/^SKU HM\d+-NAVY-34/).waitFor();
    const payLater = main.getByRole('radio', { name: 'Pay within 30 days' });
    await main.getByText('Available credit $2,500.00').waitFor();
    await payLater.check();
    await main.getByText('You pay by transfer within 30 days.').waitFor();
    await main.getByLabel('Purchase order number').fill('PO-40');
    await expectNoFaults(page, 'the checkout on terms');
    await main.getByRole('button', { name: 'Place order' }).click();
    const account = /Harbour Savings Bank/;
    await shop.sees('You pay later, by bank transfer.', /^On terms, due /, account);
    await expectNoFaults(page, 'the page after an order on terms');
    const elsewhere = new Shop((await visit({ width })).page);
    await elsewhere.open(page.url());
    await elsewhere.heading('Please sign in');
    await elsewhere.main.getByRole('link', { name: 'Sign in' }).click();
    await elsewhere.enterCredentials(customer);
    await elsewhere.main.getByText('You pay later, by bank transfer.').waitFor();

    await main.getByRole('link', { name: 'View your orders' }).click();
    await shop.sees(/^On terms, due /, 'Purchase order PO-40');
    await shop.open('/user/company');
    await shop.sees(/^On terms, due /, '$2,500.00');
    await shop.open('/user/all-orders');
    await main.getByRole('link', { name: /^HM-/ }).click();
    await shop.sees(account, /^Payable by bank transfer by /);
    await main.getByRole('link', { name: 'Invoice', exact: true }).click();
    await main.getByText(/^Payable by bank transfer by /).waitFor();
    await shop.sees(name, 'VAT number IE6388047V', reverseCharge, account);
    await main.getByText(/^SKU HM\d+-NAVY-34/).waitFor();
    await eventually(() => main.getByRole('table').first().innerText()).toContain('$2,163.92');

    // What is left of the credit is not enough for the same again.
    await shop.open('/user/all-orders');
    await main.getByRole('button', { name: /^Order again/ }).click();
    await shop.seesToast(orderingMessages.added(180));
    await shop.open('/checkout');
    await main.getByText('Available credit $336.08: not enough for this order').waitFor();
    expect(await payLater.isDisabled()).toBe(true);

    const [order] = await sql<{ id: string }[]>`
      update orders set due_at = now() - interval '1 day' where email = ${customer.email} returning id`;
    const { office } = await openOffice(visit, '', { width });
    await office.openTable('/admin/companies', name);
    await office.row(name).getByRole('link', { name }).click();
    const unpaid = office.main.locator('dt:has-text("Unpaid on terms") + dd');
    await unpaid.getByText('$2,163.92').waitFor();
    await office.open('/admin/dashboard');
    await office.main.getByRole('link', { name: /overdue$/ }).click();
    await office.sees(/^Overdue since /);
    await office.open(`/admin/orders/${order?.id}`);
    await office.main.getByRole('button', { name: 'Mark as paid' }).click();
    const form = office.page.getByRole('dialog');
    await form.getByRole('textbox', { name: 'Note' }).fill('Statement 12');
    await expectNoFaults(office.page, 'the form of a transfer');
    await form.getByRole('button', { name: '$2,163.92 has arrived' }).click();
    await office.page.getByText(termsMessages.marked.paid).waitFor();
    await office.main.getByText(/Paid: Statement 12/).waitFor();
    await office.open('/admin/dashboard');
    const figures = office.main.getByRole('region', { name: 'Companies' }).getByRole('row');
    await figures.filter({ hasText: name }).filter({ hasText: '$2,163.92' }).waitFor();
    await expectNoFaults(office.page, 'the dashboard with companies');

    await shop.open('/checkout');
    await main.getByText('Available credit $2,500.00').waitFor();
    expect(await payLater.isDisabled()).toBe(false);
  });
});
