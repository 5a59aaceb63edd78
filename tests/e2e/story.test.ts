import { describe, expect } from 'vitest';
import { messages } from '../../supabase/functions/_shared/messages.ts';
import { returnMessages } from '../../supabase/functions/_shared/return-messages.ts';
import { parcelMessages } from '../../supabase/functions/_shared/stock-messages.ts';
import { good } from '../api/client.ts';
import { BackOffice } from '../support/back-office.ts';
import { test } from '../support/browser.ts';
import { garmentInStock, newCustomer, registeredCustomer } from '../support/customers.ts';
import { expectNoFaults } from '../support/faults.ts';
import { newGoods } from '../support/goods.ts';
import { eventually, Shop } from '../support/shop.ts';
import { widths } from '../support/widths.ts';

describe.for(widths)('From a stranger to a paid order ($name)', ({ width }) => {
  test('register, sign in, find a garment, buy it; the administrator sends it, and it can be followed', async ({
    visit,
  }) => {
    const { page } = await visit({ width });
    const shop = new Shop(page);
    const customer = newCustomer();
    const garment = await garmentInStock();

    await shop.register(customer);
    await shop.seesToast(messages.auth.registered);
    await shop.arriveAt('/login');
    await shop.enterCredentials(customer);
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

    await shop.open('/user/all-orders');
    await shop.main.getByText('Paid').first().waitFor();

    const staff = await visit({ width });
    staff.expectAnswer(409, /\/parcels$/);
    const office = new BackOffice(staff.page);
    await office.signIn();
    await office.open('/admin/orders');
    const row = office.row(customer.email);
    await row.getByText(garment.title).waitFor();
    await row.getByText('Paid').waitFor();

    await row.getByRole('link', { name: /^details/i }).click();
    await office.main.getByText('1 piece to pack').waitFor();
    await office.main.getByRole('button', { name: 'Pack', exact: true }).click();
    const parcel = office.page.getByRole('dialog', { name: 'Pack a parcel' });
    await parcel.getByLabel('Carrier').fill('UPS');
    await parcel.getByLabel('Tracking number').fill('1Z 999');
    await parcel.getByLabel(garment.title).fill('2');
    await parcel.getByRole('button', { name: 'Pack' }).click();
    await office.seesToast('There is not so much left to pack of this order.');
    await parcel.getByLabel(garment.title).fill('1');
    await parcel.getByRole('button', { name: 'Pack' }).click();
    await office.seesToast(parcelMessages.packed);
    await office.main.getByRole('button', { name: 'Cancel Parcel 1' }).click();
    await office.dialog.getByText(parcelMessages.confirmCancel).waitFor();
    await office.dialog.getByRole('button', { name: 'Yes' }).click();
    await office.seesToast(parcelMessages.parcelCancelled);
    await office.main.getByRole('button', { name: 'Pack', exact: true }).click();
    await parcel.getByLabel('Carrier').fill('UPS');
    await parcel.getByLabel('Tracking number').fill('1Z 999');
    await parcel.getByRole('button', { name: 'Pack' }).click();
    await office.main.getByRole('button', { name: 'Mark as sent' }).click();
    await office.seesToast(parcelMessages.sent);
    await office.main.getByText('The order was sent').waitFor();

    await shop.open('/user/all-orders');
    await shop.main.getByText('Paid, sent').waitFor();
    const follow = shop.main.getByRole('link', { name: '1Z 999' });
    expect(await follow.getAttribute('href')).toBe('https://www.ups.com/track?tracknum=1Z%20999');

    await shop.main.getByRole('button', { name: /^Return pieces of HM-/ }).click();
    const returning = page.getByRole('dialog', { name: 'Return pieces' });
    const pieces = returning.getByLabel(garment.title);
    const next = returning.getByRole('button', { name: 'Continue' });
    await pieces.selectOption('Keep');
    await next.click();
    await returning.getByText('Choose at least one piece').waitFor();
    await pieces.selectOption('1 piece');
    await returning.getByLabel('Reason').fill('It is too small');
    await next.click();
    await returning.getByText(`1 × ${garment.title}`).waitFor();
    await expectNoFaults(page, 'return of pieces');
    await returning.getByRole('button', { name: 'Confirm return' }).click();
    await shop.seesToast(returnMessages.requested);
    await shop.main.getByText(/^Return requested/).waitFor();
    expect(await shop.main.getByRole('button', { name: /^Return pieces/ }).count()).toBe(0);

    await office.open('/admin/dashboard');
    await office.main.getByRole('link', { name: /returns? to answer$/ }).click();
    await office
      .row(customer.email)
      .getByRole('link', { name: /^details/i })
      .click();
    const back = office.main.getByRole('region', { name: 'Returns' });
    await back.getByText('“It is too small”').waitFor();
    const { dialog } = office;
    await back.getByRole('button', { name: 'Refuse Return 1' }).click();
    await dialog.getByRole('button', { name: 'Refuse' }).click();
    await eventually(() => dialog.getByLabel('Reason').getAttribute('aria-invalid')).toBe('true');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await back.getByRole('button', { name: 'Approve Return 1' }).click();
    await dialog.getByLabel('Message to the customer').fill('Please send it to 12 Mill Lane.');
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await office.seesToast(returnMessages.approved);
    await back.getByRole('button', { name: 'Receive Return 1' }).click();
    await dialog.getByLabel('Restock').fill('0');
    await expectNoFaults(staff.page, 'received return');
    await dialog.getByRole('button', { name: 'Receive' }).click();
    await office.seesToast(returnMessages.received);
    await back.getByText('1 arrived, 0 back in stock').waitFor();
    await back.getByRole('button', { name: 'Refund Return 1' }).click();
    await dialog.getByRole('button', { name: /^Refund \$/ }).click();
    await office.page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
    await eventually(async () => {
      await office.main.getByRole('button', { name: 'Check payment' }).click();
      return back.getByText('· Refunded').count();
    }).toBe(1);
    await shop.open('/user/all-orders');
    await shop.main.getByText(/^Return refunded .* 1 × /).waitFor();
    await shop.main.getByText('Please send it to 12 Mill Lane.').waitFor();
  });
});

describe('Paying', () => {
  test('a declined card keeps the order, and another try pays it', async ({ visit }) => {
    const { page } = await visit();
    const shop = new Shop(page);
    await shop.returnAs(await registeredCustomer());
    await shop.putIntoCart(await garmentInStock());
    await shop.checkOut();
    await shop.goToCardPage();
    await shop.haveCardDeclined();
    await shop.heading('Your payment did not go through');
    await shop.main.getByRole('button', { name: 'Try again' }).click();
    await shop.payByCard();
    await shop.heading('Thank you');

    await shop.open('/user/all-orders');
    await shop.main.getByText('Paid').first().waitFor();
    expect(await shop.main.getByText('Pending', { exact: true }).count()).toBe(0);
  });

  test('a double click on Pay Now makes one order', async ({ visit }) => {
    const { page } = await visit();
    const shop = new Shop(page);
    await shop.returnAs(await registeredCustomer());
    await shop.putIntoCart(await garmentInStock());
    await shop.checkOut();
    await shop.payNow.dblclick();
    await page.getByLabel(/card number/i).waitFor();

    await shop.open('/user/account');
    await eventually(() => shop.main.innerText()).toMatch(/\b1\b[^\d]*orders?|orders?[^\d]*\b1\b/i);
  });

  test('an order that was left on the card page stays Pending, and the cart is kept', async ({
    visit,
  }) => {
    const { page } = await visit();
    const shop = new Shop(page);
    await shop.returnAs(await registeredCustomer());
    await shop.putIntoCart(await garmentInStock());
    await shop.checkOut();
    await shop.goToCardPage();
    await shop.open('/user/pending-orders');
    await shop.main.getByText('Pending', { exact: true }).first().waitFor();
    await eventually(() => shop.cartCount()).toBe(1);
    const reference = await shop.main.getByText(/^HM-\d+$/).innerText();

    const office = new BackOffice((await visit()).page);
    await office.returnAs();
    await office.openTable('/admin/orders', reference);
    await office.row(reference).getByText('Pending').waitFor();

    // Another browser that knows nothing of it finds the same order, and it can be cancelled.
    await page.evaluate(() => sessionStorage.clear());
    await shop.checkOut();
    await shop.goToCardPage();
    await shop.open('/user/pending-orders');
    const cancel = shop.main.getByRole('button', { name: 'Cancel order' });
    await cancel.first().waitFor();
    expect(await cancel.count()).toBe(1);
    // A changed cart takes the place of that order instead of adding one.
    await shop.open('/cart');
    await shop.main.getByRole('button', { name: 'Increase quantity' }).click();
    await shop.checkOut();
    await shop.goToCardPage();
    await shop.open('/user/pending-orders');
    await shop.main.getByText('× 2').waitFor();
    expect(await cancel.count()).toBe(1);
    const question = page.getByRole('dialog', { name: 'Cancel the order' });
    await cancel.click();
    await question.getByText(messages.orders.confirmCancel).waitFor();
    await question.getByRole('button', { name: 'No' }).click();
    await cancel.click();
    await question.getByRole('button', { name: 'Yes' }).click();
    await shop.seesToast(messages.orders.cancelled);
    await shop.main.getByText(messages.orders.nonePending).waitFor();
    await shop.open('/user/all-orders');
    await eventually(() => shop.main.getByText('Cancelled', { exact: true }).count()).toBe(2);
  });

  test('an address that is missing is asked for in place, and Change comes back', async ({
    visit,
  }) => {
    const { page } = await visit();
    const shop = new Shop(page);
    const customer = await registeredCustomer();
    const { UserauthToken: token } = await good('POST', '/auth/user-login', { json: customer });
    await good('PUT', '/users/profile', { token, json: { address: '', country: '' } });
    await shop.returnAs(customer);
    await shop.putIntoCart(await garmentInStock());
    await shop.checkOut();
    const address = shop.main.getByLabel('Street address');
    await address.waitFor();
    await shop.payNow.click();
    await eventually(() => address.evaluate((it) => it === document.activeElement)).toBe(true);
    await expectNoFaults(page, 'a checkout without an address');
    await address.fill('4 Mill Lane');
    await shop.main.getByLabel('Country').fill('Ireland');
    await shop.main.getByRole('button', { name: 'Save address' }).click();
    await eventually(() => address.count()).toBe(0);
    await shop.main.getByText('4 Mill Lane').waitFor();

    await shop.main.getByRole('link', { name: 'Change' }).click();
    await shop.arriveAt('/user/manage-account');
    await shop.main.getByLabel('State').fill('Munster');
    await shop.main.getByRole('button', { name: 'Update' }).click();
    await shop.arriveAt('/checkout');
    await shop.main.getByText('Munster').waitFor();
    await shop.goToCardPage();
  });

  test('a total below the minimum is reported before anything is ordered; a free order needs no card', async ({
    visit,
  }) => {
    const visitor = await visit();
    visitor.expectAnswer(409, /\/orders\/place-order$/);
    const shop = new Shop(visitor.page);
    const customer = await registeredCustomer();
    const { products, change } = await newGoods();
    const [sample] = products;
    await change(sample, { price: 0.5 });
    await shop.returnAs(customer);
    await shop.putIntoCart(sample);
    await shop.checkOut();
    await shop.payNow.click();
    await shop.main.getByText('The smallest amount that can be paid by card is $2.00.').waitFor();
    await shop.open('/user/pending-orders');
    await shop.heading('Pending');
    await shop.main.getByText(messages.orders.nonePending).waitFor();

    await change(sample, { price: 0 });
    await shop.checkOut();
    await shop.main.getByText('There is nothing to pay.').waitFor();
    await shop.payNow.click();
    await shop.arriveAt('/checkout/complete');
    await shop.heading('Thank you');
    await shop.main.getByText('There was nothing to pay. We are packing your order.').waitFor();
    await eventually(() => shop.cartCount()).toBe(0);
    const reference = new URL(shop.page.url()).searchParams.get('reference') ?? '';

    // The next one is another order, though it is the same to the letter.
    await shop.putIntoCart(sample);
    await shop.checkOut();
    await shop.payNow.click();
    await shop.heading('Thank you');
    await shop.open('/user/all-orders');
    await eventually(() => shop.main.getByText('Paid', { exact: true }).count()).toBe(2);

    const office = new BackOffice((await visit()).page);
    await office.returnAs();
    await office.openTable('/admin/orders', reference);
    await office
      .row(reference)
      .getByRole('link', { name: /^details/i })
      .click();
    const payments = office.main.getByRole('region', { name: 'Payments' });
    await payments.getByText('$0.00 · Nothing to pay').waitFor();
    expect(await payments.getByRole('button', { name: 'Refund' }).count()).toBe(0);
    await office.main.getByText('No payment was due').waitFor();
  });
});
