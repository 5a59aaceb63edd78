import { expect, onTestFinished } from 'vitest';
import { messages } from '#shared/messages.ts';
import { returnMessages } from '#shared/return-messages.ts';
import { shippingMessages } from '#shared/shipping-messages.ts';
import { parcelMessages } from '#shared/parcel-messages.ts';
import { sql } from '../../api/client.ts';
import { test } from '../../support/browser.ts';
import { demoGarment, newCustomer } from '../../support/customers.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { mailedText } from '../../support/mailbox.ts';
import { eventually, Shop, waitForFocus } from '../../support/shop.ts';
import { openOffice } from '../../support/signed-in.ts';
import { phoneFirst } from '../../support/widths.ts';

/** Sizes and colors of a product that nobody has ordered yet cost so much less, until the test ends. */
async function makeOthersCheaper(product: string, by: number) {
  onTestFinished(async () => {
    await sql`update product_variants set price_delta = 0 where product_id = ${product}`;
  });
  await sql`update product_variants v set price_delta = ${-by}
    where v.product_id = ${product} and not exists (select from order_items i where i.variant_id = v.id)`;
}

phoneFirst('From a stranger to a refunded return ($name)', ({ width }) => {
  test('register, sign in, find a garment, buy it; the administrator sends it, it is followed, returned and refunded', async ({
    visit,
  }) => {
    const { page } = await visit({ width });
    const shop = new Shop(page);
    const customer = newCustomer();
    const garment = await demoGarment();

    await shop.open('/register');
    const country = shop.main.getByRole('combobox', { name: 'Country' });
    const unknown = shop.main.getByText(shippingMessages.unknownCountry);
    await country.fill('Wakanda');
    await country.blur();
    await unknown.waitFor();
    await country.fill('Deutschland');
    await country.blur();
    await unknown.waitFor({ state: 'detached' });
    await eventually(() => shop.main.locator('datalist option').count()).toBeGreaterThan(240);
    await shop.fillRegistration({ ...customer, confirmation: customer.password });
    await shop.seesToast(messages.auth.registered);
    await shop.arriveAt('/login');
    const password = shop.main.getByLabel('Password', { exact: true });
    await waitForFocus(password);
    expect(await shop.main.getByLabel('Email').inputValue()).toBe(customer.email);
    await password.fill(customer.password);
    await page.keyboard.press('Enter');
    await shop.seesToast(messages.auth.userLoginDone);
    await shop.arriveAt('/');

    await shop.search(garment.title);
    await shop.openGarment(garment.title);
    await shop.choose();
    await shop.addToCart.click();
    await shop.seesToast(messages.cart.added);
    await eventually(() => shop.cartCount()).toBe(1);

    await shop.checkOut();
    await shop.main.getByText(customer.email).waitFor();
    await shop.goToCardPage();
    await shop.payByCard();
    await shop.heading('Thank you');
    const order = shop.main.getByRole('region', { name: 'Your order' });
    await order.getByText(garment.title).waitFor();
    await order.getByRole('link', { name: 'Invoice' }).waitFor();
    await eventually(() => shop.cartCount()).toBe(0);
    const mailed = (subject: string) => mailedText(customer.email, subject);
    expect(await mailed('Thank you for your order')).toContain(garment.title);

    const { office, dialog, ...staff } = await openOffice(visit, '', { width });
    staff.expectAnswer(409, /\/parcels$/);
    await office.open('/admin/orders');
    const row = office.row(customer.email);
    await row.getByText(garment.title).waitFor();
    await row.getByText('Paid').waitFor();

    await row.getByRole('link', { name: /^HM-/ }).click();
    await office.main.getByText('1 piece to pack').waitFor();
    await office.main.getByRole('button', { name: 'Pack', exact: true }).click();
    const parcel = office.page.getByRole('dialog', { name: 'Pack a parcel' });
    await parcel.getByLabel('Carrier').fill('UPS');
    await parcel.getByLabel('Tracking number').fill('1Z 999');
    await parcel.getByLabel(garment.title).fill('2');
    await parcel.getByRole('button', { name: 'Pack' }).click();
    // A toast over an open dialog can be used too.
    const refusal = office.notice('There is not so much left to pack of this order.');
    await refusal.getByRole('button', { name: 'Dismiss' }).click();
    await eventually(() => refusal.count()).toBe(0);
    await parcel.getByLabel(garment.title).fill('1');
    await parcel.getByRole('button', { name: 'Pack' }).click();
    await office.seesToast(parcelMessages.packed);
    await office.main.getByRole('button', { name: 'Cancel Parcel 1' }).click();
    await dialog.getByText(parcelMessages.confirmCancel).waitFor();
    await dialog.getByRole('button', { name: 'Yes' }).click();
    await office.seesToast(parcelMessages.parcelCancelled);
    await office.main.getByRole('button', { name: 'Pack', exact: true }).click();
    await parcel.getByLabel('Carrier').fill('UPS');
    await parcel.getByLabel('Tracking number').fill('1Z 999');
    await parcel.getByRole('button', { name: 'Pack' }).click();
    await office.main.getByRole('button', { name: 'Mark as sent' }).click();
    await office.seesToast(parcelMessages.sent);
    await office.main.getByText('The order was sent').waitFor();

    const [link = ''] = /http\S+\/order\/[\w.-]+/.exec(await mailed('Your parcel of order ')) ?? [];
    const reader = (await visit({ width })).page;
    await reader.goto(link);
    await reader.getByRole('link', { name: '1Z 999' }).waitFor();

    await shop.open(`/product/${garment._id}/-`);
    await shop.main.getByRole('link', { name: 'Ask about this garment' }).click();
    await shop.arriveAt('/contact');
    await shop.main.getByRole('link', { name: garment.title }).waitFor();
    await eventually(() => shop.main.getByLabel('Email').inputValue()).toBe(customer.email);
    expect(await shop.main.getByLabel('First name').inputValue()).toBe(customer.firstname);

    await shop.open('/user/all-orders');
    await shop.main.getByText('Paid, sent').waitFor();
    const track = shop.main.getByRole('link', { name: /^Track parcel/ });
    const tracking = 'https://www.ups.com/track?tracknum=1Z%20999';
    expect(await track.getAttribute('href')).toBe(tracking);
    await shop.main.getByRole('link', { name: /^HM-/ }).click();
    const follow = shop.main.getByRole('link', { name: '1Z 999' });
    expect(await follow.getAttribute('href')).toBe(tracking);

    await makeOthersCheaper(garment._id, 4);
    await shop.main.getByRole('button', { name: /^Return or exchange pieces of HM-/ }).click();
    const returning = page.getByRole('dialog', { name: 'Return or exchange' });
    const pieces = returning.getByLabel(garment.title).first();
    const next = returning.getByRole('button', { name: 'Continue' });
    await pieces.selectOption('Keep');
    await next.click();
    await returning.getByText('Choose at least one piece').waitFor();
    await pieces.selectOption('1 piece');
    const exchange = returning.getByLabel(/^For .* you get$/);
    const cheaper = exchange.locator('option', { hasText: '(we refund $4.00)' }).last();
    await exchange.selectOption(await cheaper.getAttribute('value'));
    await returning.getByLabel('Reason').selectOption('Too small');
    await returning.getByLabel('Comment').fill('It pinches');
    await next.click();
    await returning.getByText('Reason: Too small: It pinches').waitFor();
    await returning.getByText(`1 × ${garment.title}`).waitFor();
    await returning.getByText(/when yours have arrived\. We refund \$4\.00/).waitFor();
    await returning.getByText(/You pay for sending it\..*Hebden Bridge/s).waitFor();
    await expectNoFaults(page, 'return of pieces');
    await returning.getByRole('button', { name: 'Confirm return' }).click();
    await shop.seesToast(returnMessages.requested);
    await shop.main.getByText(/^Return requested/).waitFor();
    await shop.main.getByText(/Held for you\. .* We refund the difference of \$4\.00/).waitFor();
    await shop.main.getByRole('link', { name: /^Order HM-/ }).click();
    await shop.main.getByRole('button', { name: 'Cancel exchange' }).click();
    const cancelling = page.getByRole('dialog', { name: 'Cancel the exchange' });
    await cancelling.getByText(returnMessages.confirmCancelExchange).waitFor();
    await cancelling.getByRole('button', { name: 'No' }).click();
    await shop.main.getByRole('link', { name: /^order HM-/ }).click();
    await shop.main.getByText(/^Return requested/).waitFor();
    expect(await mailed('We have received your return request')).toContain('Too small: It pinches');
    expect(await shop.main.getByRole('button', { name: /^Return or exchange/ }).count()).toBe(0);

    await office.open('/admin/dashboard');
    await office.main.getByRole('link', { name: /returns? to answer$/ }).click();
    await office.row(customer.email).getByRole('link', { name: /^HM-/ }).click();
    const back = office.main.getByRole('region', { name: 'Returns' });
    await back.getByText('Reason: Too small').waitFor();
    await back.getByText('“It pinches”').waitFor();
    await back.getByText(/^In exchange for .*, held, \$4\.00 to refund$/).waitFor();
    await back.getByRole('button', { name: 'Refuse Return 1' }).click();
    await dialog.getByRole('button', { name: 'Refuse' }).click();
    await eventually(() => dialog.getByLabel('Reason').getAttribute('aria-invalid')).toBe('true');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await back.getByRole('button', { name: 'Approve Return 1' }).click();
    await dialog.getByLabel('Message to the customer').fill('Please send it to 12 Mill Lane.');
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await office.seesToast(returnMessages.approved);
    const approval = await mailed('Your return of order ');
    expect(approval).toMatch(/12 Mill Lane[^]*Send to[^]*Hebden Bridge[^]*Send by[^]*Paid by you/);
    const [shownAt = ''] = /http\S+\/order\/[\w.-]+/.exec(approval ?? '') ?? [];
    await page.goto(shownAt);
    await shop.sees(/^Return approved .* 1 × /, 'Hebden Bridge', 'Paid by you');
    await back.getByRole('button', { name: 'Receive Return 1' }).click();
    await dialog.getByLabel('Restock').fill('0');
    await expectNoFaults(staff.page, 'received return');
    await dialog.getByRole('button', { name: 'Receive' }).click();
    await office.seesToast(returnMessages.received);
    await back.getByText('1 arrived, 0 back in stock').waitFor();
    await back.getByRole('button', { name: 'Refund Return 1' }).click();
    await dialog.getByRole('button', { name: 'Refund $4.00' }).click();
    await office.page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
    await eventually(async () => {
      await office.main.getByRole('button', { name: 'Check payment' }).click();
      return back.getByText('· Exchanged').count();
    }).toBe(1);
    expect(await mailed('Your refund')).toMatch(/1 piece[^]*Refunded\s+\$/);
    await office.main.getByRole('button', { name: 'Mark as delivered' }).click();
    await office.seesToast(parcelMessages.delivered);
    await shop.open('/user/all-orders');
    await shop.main.getByRole('link', { name: /^HM-/ }).last().click();
    await shop.sees(/^Exchanged on .* 1 × /, 'Please send it to 12 Mill Lane.');
    await shop.main.getByRole('button', { name: /^Buy again: / }).click();
    await eventually(() => shop.cartCount()).toBe(1);
    await shop.main.getByRole('link', { name: `Write a review: ${garment.title}` }).click();
    await shop.arriveAt(/^\/product\//);
    expect(new URL(page.url()).hash).toBe('#reviews');
    await shop.main.getByRole('button', { name: 'Add review' }).waitFor();

    await shop.open('/user/all-orders');
    await shop.main.getByRole('link', { name: /^HM-/ }).first().click();
    await shop.main.getByText(/^In exchange for .* We are preparing it\.$/).waitFor();
    await expectNoFaults(page, 'order of an exchange');
    await shop.main.getByText('Nothing to pay').waitFor();
  });
});
