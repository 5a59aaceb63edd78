import { afterEach, expect } from 'vitest';
import { messages } from '#shared/messages.ts';
import { parcelMessages } from '#shared/parcel-messages.ts';
import { returnMessages } from '#shared/return-messages.ts';
import { visitorMessages } from '#shared/visitor-messages.ts';
import { adminToken, good } from '../../api/client.ts';
import { test } from '../../support/browser.ts';
import { buyAsGuest } from '../../support/buy-as-guest.ts';
import { demoGarment, newCustomer, registeredCustomer } from '../../support/customers.ts';
import { mailedText } from '../../support/mailbox.ts';
import { eventually, Shop } from '../../support/shop.ts';
import { openOffice } from '../../support/signed-in.ts';
import { phoneFirst } from '../../support/widths.ts';

afterEach(async () => {
  const token = await adminToken();
  await good('PUT', '/shop/checkout', { token, json: { whoMayOrder: 'customers' } });
});

const linkIn = (text: string) => /http\S+\/order\/[\w.-]+/.exec(text)?.[0] ?? '';

phoneFirst('Without an account on a $name', ({ width }) => {
  test('a visitor buys, follows and exchanges by the link, and becomes a customer', async ({
    visit,
  }) => {
    const { office, main: desk } = await openOffice(visit);
    await office.open('/admin/settings');
    await desk.getByText('Who may order: customers with an account.').waitFor();
    await desk.getByRole('link', { name: 'Checkout' }).click();
    await office.arriveAt('/admin/settings/checkout');
    await desk.getByLabel('Who may order').selectOption('Everybody');
    await desk.getByRole('button', { name: 'Save' }).click();
    await office.seesToast(visitorMessages.saved);

    const visitor = await visit({ width });
    const { page } = visitor;
    const shop = new Shop(page);
    const { email, password } = newCustomer();
    await shop.open('/checkout');
    await shop.sees(messages.checkout.empty);
    const garment = await demoGarment();
    expect(await buyAsGuest(shop, garment._id, email)).toBeLessThanOrEqual(8);
    await eventually(() => shop.cartCount()).toBe(0);

    await office.open('/admin/orders');
    const row = office.row(email);
    await row.getByText(/^Guest · /).waitFor();
    await row.getByRole('link', { name: /^HM-/ }).click();
    await desk.getByText(/ \(guest\)$/).waitFor();
    await desk.getByRole('button', { name: 'Pack', exact: true }).click();
    const parcel = office.page.getByRole('dialog', { name: 'Pack a parcel' });
    await parcel.getByLabel('Carrier').fill('UPS');
    await parcel.getByRole('button', { name: 'Pack' }).click();
    await desk.getByRole('button', { name: 'Mark as sent' }).click();
    await office.seesToast(parcelMessages.sent);

    const reader = (await visit({ width })).page;
    const address = linkIn(await mailedText(email, 'Thank you for your order'));
    const token = address.split('/').at(-1);
    await reader.goto(address);
    const link = new Shop(reader);
    await link.ready();
    await reader.getByRole('link', { name: 'Invoice' }).click();
    await reader.waitForURL(`/order/${token}/invoice`);
    await link.heading('Invoice');
    await link.sees('4 Mill Lane');
    await reader.getByRole('link', { name: 'Back to the order' }).click();
    await link.ready();
    await link.main.getByRole('button', { name: /^Return or exchange pieces of HM-/ }).click();
    const returning = reader.getByRole('dialog', { name: 'Return or exchange' });
    const exchange = returning.getByLabel(/^For .* you get$/);
    const other = exchange.locator('optgroup option:not([disabled])').first();
    await exchange.selectOption(await other.getAttribute('value'));
    await returning.getByRole('button', { name: 'Continue' }).click();
    await returning.getByText('We hold the new pieces for you now', { exact: false }).waitFor();
    await returning.getByRole('button', { name: 'Confirm return' }).click();
    await link.seesToast(returnMessages.requested);
    await link.sees(/^Return requested/);
    await link.sees(/^In exchange: 1 × /);
    expect(await link.main.getByRole('button').count()).toBe(0);

    visitor.expectAnswer(400, /keep-account$/);
    await shop.main.getByLabel('Password', { exact: true }).fill('short');
    await shop.main.getByRole('button', { name: 'Create account' }).click();
    await shop.main.locator('.field__error').waitFor();
    await shop.main.getByLabel('Password', { exact: true }).fill(password);
    await shop.main.getByRole('button', { name: 'Create account' }).click();
    await shop.seesToast(visitorMessages.registered);
    await shop.arriveAt(/^\/user\/all-orders\/./);
    await shop.sees(/^Return requested/);
    expect(await page.context().cookies()).not.toContainEqual(
      expect.objectContaining({ name: 'hemline_visitor' }),
    );
  });

  test('the cart is in all tabs and joins the account at the login, and so do earlier orders by mail', async ({
    visit,
  }) => {
    const token = await adminToken();
    await good('PUT', '/shop/checkout', { token, json: { whoMayOrder: 'everybody' } });
    const customer = await registeredCustomer();
    const garment = await demoGarment();
    const visitor = await visit({ width });
    const shop = new Shop(visitor.page);
    await buyAsGuest(shop, garment._id, customer.email);
    visitor.expectAnswer(409, /keep-account$/);
    await shop.main.getByLabel('Password', { exact: true }).fill(customer.password);
    await shop.main.getByRole('button', { name: 'Create account' }).click();
    await shop.main.getByRole('alert').getByRole('link', { name: 'Log in' }).waitFor();

    const other = new Shop(await visitor.page.context().newPage());
    await other.open('/cart');
    await shop.putIntoCart(garment);
    await other.line(garment.title).waitFor();
    await other.page.goto('about:blank');
    await shop.page.goto('about:blank');
    await shop.open('/shop');
    await eventually(() => shop.cartCount()).toBe(1);
    await shop.checkOut();
    await shop.main.getByRole('link', { name: 'Log in' }).click();
    await shop.arriveAt('/login');
    await shop.enterCredentials(customer);
    await shop.arriveAt('/checkout');
    await shop.main.getByText(customer.email).waitFor();
    await shop.sees(garment.title);

    visitor.expectAnswer(404, /guest-orders$/);
    await shop.open('/user/all-orders?token=x');
    await shop.seesAndClosesToast(visitorMessages.linkEnded);
    expect(new URL(shop.page.url()).search).toBe('');
    await shop.sees(messages.orders.none);
    await shop.main.getByRole('button', { name: 'Email me a link' }).click();
    await shop.seesAndClosesToast(visitorMessages.linkSent);
    const mail = await mailedText(customer.email, 'Add your earlier orders');
    const claim = /http\S+\/user\/all-orders\?token=\S+/.exec(mail)?.[0] ?? '';
    await shop.open(claim);
    await shop.seesAndClosesToast(visitorMessages.claimed(1));
    await shop.main.getByRole('link', { name: /^HM-/ }).waitFor();
    await shop.open(claim);
    await shop.seesToast(visitorMessages.noneFound);
  });
});
