import { describe, expect } from 'vitest';
import { messages } from '#shared/messages.ts';
import { returnMessages } from '#shared/return-messages.ts';
import { good } from '../../api/client.ts';
import { BackOffice } from '../../support/back-office.ts';
import { test } from '../../support/browser.ts';
import { garmentInStock, registeredCustomer } from '../../support/customers.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { newGoods } from '../../support/goods.ts';
import { eventually, Shop, waitForFocus } from '../../support/shop.ts';

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

    // Nothing of it is packed: it can be cancelled.
    const question = page.getByRole('dialog', { name: 'Cancel the order' });
    await shop.main.getByRole('button', { name: 'Cancel order' }).click();
    await question.getByText(returnMessages.confirmCancel).waitFor();
    await question.getByRole('button', { name: 'Yes' }).click();
    await shop.seesToast(returnMessages.cancelled);
    await eventually(async () => {
      await page.reload();
      return shop.main.getByText('Refunded', { exact: true }).count();
    }).toBeGreaterThan(0);
    expect(await shop.main.getByRole('button', { name: 'Cancel order' }).count()).toBe(0);
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
    await waitForFocus(address);
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
