import postgres from 'postgres';
import { Stripe } from 'stripe';
import { expect, onTestFinished } from 'vitest';
import { colourName } from '#shared/domain/colour-name.ts';
import { messages } from '#shared/messages.ts';
import { returnMessages } from '#shared/return-messages.ts';
import { offer, sql } from '../../api/client.ts';
import { test } from '../../support/browser.ts';
import { demoGarment } from '../../support/customers.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { newGoods } from '../../support/goods.ts';
import { purchase } from '../../support/purchases.ts';
import { eventually } from '../../support/shop.ts';
import { openOffice, openShop } from '../../support/signed-in.ts';
import { stack } from '../../support/stack.ts';

const width = 390;

test('a declined card keeps the order, another try pays it, and it has an invoice until it is cancelled', async ({
  visit,
}) => {
  const { page, shop, main } = await openShop(visit, { width });
  const { products } = await newGoods();
  await shop.putIntoCart(products[0]);
  await shop.checkOut();
  await shop.goToCardPage();
  await shop.haveCardDeclined();
  await shop.heading('Your payment did not go through');
  await main.getByRole('button', { name: 'Try again' }).click();
  await shop.payByCard();
  await shop.heading('Thank you');

  await shop.open('/user/all-orders');
  const card = main.getByRole('listitem').filter({ hasText: '$20.00' });
  await card.getByText('Paid', { exact: true }).waitFor();
  expect(await main.getByText('Pending', { exact: true }).count()).toBe(0);
  await card.getByRole('link', { name: /^HM-/ }).click();
  await shop.arriveAt(/^\/user\/all-orders\/./);
  await main.getByRole('link', { name: /^Invoice INV-/ }).waitFor();
  await main.getByRole('link', { name: 'Invoice', exact: true }).click();
  await shop.arriveAt(/^\/user\/invoice\//);
  await main.getByRole('row', { name: /^Total .*\$20\.00$/ }).waitFor();
  await main.getByText(/^Paid by card on /).waitFor();
  await main.getByRole('button', { name: 'Print' }).waitFor();
  await main.getByRole('link', { name: 'Back to the order' }).click();
  await shop.arriveAt(/^\/user\/all-orders\/./);

  // Nothing of it is packed: it can be cancelled.
  const question = page.getByRole('dialog', { name: 'Cancel the order' });
  await main.getByRole('button', { name: 'Cancel order' }).click();
  await question.getByText(returnMessages.confirmCancel).waitFor();
  await question.getByRole('button', { name: 'Yes' }).click();
  await shop.seesToast(returnMessages.cancelled);
  await eventually(async () => {
    await page.reload();
    return main.getByText('Refunded', { exact: true }).count();
  }).toBeGreaterThan(0);
  expect(await main.getByRole('button', { name: 'Cancel order' }).count()).toBe(0);
});

test('with Stripe, a refused card, 3-D Secure, a wallet and an expired page are told and paid, and a dispute stops the order', async ({
  visit,
}) => {
  onTestFinished(await offer('stripe'));
  const { page, shop, main, expectAnswer } = await openShop(visit, { width });
  // Declined, and expired.
  for (const status of [402, 410]) expectAnswer(status, /\/stripe\/pay\//);
  const { products } = await newGoods();
  const byCard = main.getByRole('button', { name: 'Pay by card or wallet' });
  const fill = async (cardNumber: string) => {
    await page.getByLabel(/card number/i).fill(cardNumber);
    await page.getByLabel(/expiry/i).fill('12/39');
    await page.getByLabel(/cvv/i).fill('123');
    await page.getByRole('button', { name: /^Pay \$20/ }).click();
  };
  await shop.putIntoCart(products[0]);
  await shop.checkOut();
  await main.getByRole('button', { name: 'Pay with Paystack' }).waitFor();
  await byCard.click();
  await fill('4000 0000 0000 0002');
  await page
    .getByRole('alert')
    .getByText(/declined/i)
    .waitFor();
  await fill('4000 0025 0000 3155');
  await page.getByRole('button', { name: 'Fail authentication' }).click();
  await page.getByRole('alert').waitFor();
  await fill('4000 0025 0000 3155');
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await shop.heading('Thank you');

  await shop.putIntoCart(products[0]);
  await shop.checkOut();
  await byCard.click();
  await page.getByRole('button', { name: 'Apple Pay' }).waitFor();
  const expired = page.url();
  const { hostname: host, port } = new URL(stack().url);
  const stripe = new Stripe(stack().stripeSecretKey, { host, port, protocol: 'http' });
  await stripe.checkout.sessions.expire(expired.slice(expired.lastIndexOf('/') + 1));
  await page.reload();
  await page.getByRole('link', { name: 'Back to the shop' }).click();
  await shop.heading('Your payment did not go through');
  await byCard.click();
  await page.getByRole('button', { name: 'Apple Pay' }).click();
  await shop.heading('Thank you');
  expect(page.url()).not.toBe(expired);

  // The bank of the customer takes the money back.
  const reference = new URL(page.url()).searchParams.get('reference') ?? '';
  const [order] = await sql<{ id: string }[]>`
    insert into payment_disputes
      (provider, provider_id, reference, order_id, reason, amount_minor, currency, respond_by)
    select 'stripe', reference, reference, order_id, 'product_not_received', 2000, 'USD', '2027-01-03'
    from payment_attempts where reference = ${reference} returning order_id as id`;
  const { office, main: desk } = await openOffice(visit, '/admin/dashboard', { width });
  await desk.getByRole('link', { name: /disputed payments? to answer$/ }).click();
  await office.arriveAt('/admin/orders');
  const row = office.row(reference);
  await row.getByText('Disputed: to answer').waitFor();
  expect(await row.getByRole('button', { name: 'Mark as packed' }).count()).toBe(0);
  await office.open(`/admin/orders/${order?.id}`);
  const dispute = desk.getByRole('note').filter({ hasText: 'The payment is disputed' });
  await dispute.getByText(/\$20\.00, product not received\.$/).waitFor();
  await dispute.getByText(/^Answer at Stripe by January 3, 2027/).waitFor();
  await desk.getByText('Not packed because of the dispute.').waitFor();
  expect(await desk.getByRole('button', { name: 'Pack', exact: true }).count()).toBe(0);
  await expectNoFaults(office.page, 'a disputed order');
});

test('an order that was left on the card page stays Pending, the only one after two clicks, and gives way to that of the changed cart', async ({
  visit,
}) => {
  const { page, shop, main, expectAnswer } = await openShop(visit, { width });
  const garment = await demoGarment();
  await shop.putIntoCart(garment);
  await shop.checkOut();
  await shop.payNow.dblclick();
  await page.getByLabel(/card number/i).waitFor();
  await shop.open('/user/pending-orders');
  await eventually(() => shop.cartCount()).toBe(1);
  const card = main.getByRole('listitem').filter({ hasText: /HM-\d+/ });
  await card.getByText('Pending', { exact: true }).waitFor();
  await card.getByText(/ago$|^just now$/).waitFor();
  await card.getByText(/^[A-Z]\w+ \d+, \d{4}$/).waitFor();
  const picture = card.locator('img');
  expect(await picture.getAttribute('src')).toContain(`/${garment.colors[0]}-front.`);
  await eventually(() =>
    picture.evaluate((it) => it.getBoundingClientRect().width),
  ).toBeGreaterThanOrEqual(40);
  await expectNoFaults(page, 'pending orders');
  const toOrder = main.getByRole('link', { name: /^HM-/ });
  await toOrder.click();
  await shop.arriveAt(/^\/user\/all-orders\/./);
  await main.getByText(`${colourName(garment.colors[0] ?? '')}, ${garment.sizes[0]}`).waitFor();
  await eventually(() => main.getByRole('button').allInnerTexts()).toEqual([
    'Logout',
    'Pay now',
    'Cancel order',
  ]);
  await expectNoFaults(page, 'a pending order');
  const choice = new URLSearchParams({
    color: garment.colors[0] ?? '',
    size: garment.sizes[0] ?? '',
  });
  const product = main.getByRole('link', { name: garment.title });
  expect(await product.getAttribute('href')).toMatch(new RegExp(`/product/.*\\?${choice}$`));
  await main.getByRole('link', { name: 'Order', exact: true }).click();
  await shop.arriveAt(/^\/user\/invoice\//);
  await shop.heading('Order');
  await main.getByText('Not paid yet').waitFor();
  expectAnswer(404, /\/orders\/user-orders\//);
  const nowhere = crypto.randomUUID();
  for (const path of [`/user/invoice/${nowhere}`, `/user/all-orders/${nowhere}`]) {
    await shop.open(path);
    await main.getByText(messages.orders.unknown).waitFor();
  }

  // Another browser that knows nothing of it finds the same order, and it can be paid and cancelled.
  await page.evaluate(() => sessionStorage.clear());
  await shop.checkOut();
  await shop.goToCardPage();
  await shop.open('/user/pending-orders');
  await toOrder.first().waitFor();
  expect(await toOrder.count()).toBe(1);
  await main.getByRole('button', { name: 'Pay now' }).click();
  await page.getByLabel(/card number/i).waitFor();
  // A changed cart takes the place of that order instead of adding one.
  await shop.open('/cart');
  await main.getByRole('button', { name: 'Increase quantity' }).click();
  await shop.checkOut();
  await shop.goToCardPage();
  await shop.open('/user/pending-orders');
  await main.getByText('2 pieces').waitFor();
  await toOrder.click();
  const cancel = main.getByRole('button', { name: 'Cancel order' });
  const question = page.getByRole('dialog', { name: 'Cancel the order' });
  await cancel.click();
  await question.getByText(messages.orders.confirmCancel).waitFor();
  await question.getByRole('button', { name: 'No' }).click();
  await cancel.click();
  await question.getByRole('button', { name: 'Yes' }).click();
  await shop.seesToast(messages.orders.cancelled);
  await eventually(() => cancel.count()).toBe(0);
  await shop.open('/user/pending-orders');
  await main.getByText(messages.orders.nonePending).waitFor();
  await shop.open('/user/all-orders');
  await eventually(() => main.getByText('Cancelled', { exact: true }).count()).toBe(2);
});

test('a total below the minimum is reported before anything is ordered; a free order needs no card', async ({
  visit,
}) => {
  const { shop, main, expectAnswer } = await openShop(visit, { width });
  expectAnswer(409, /\/orders\/place-order$/);
  const { products, change } = await newGoods();
  const [sample] = products;
  await change(sample, { price: 0.5 });
  await shop.putIntoCart(sample);
  await shop.checkOut();
  await shop.payNow.click();
  await main.getByText('The smallest amount that can be paid by card is $2.00.').waitFor();

  await change(sample, { price: 0 });
  await shop.checkOut();
  await main.getByText('There is nothing to pay.').waitFor();
  await shop.payNow.click();
  await shop.arriveAt('/checkout/complete');
  await shop.heading('Thank you');
  await main.getByText('There was nothing to pay. We are packing your order.').waitFor();
  await eventually(() => shop.cartCount()).toBe(0);
  const reference = new URL(shop.page.url()).searchParams.get('reference') ?? '';

  // The next one is another order, though it is the same to the letter.
  await shop.putIntoCart(sample);
  await shop.checkOut();
  await shop.payNow.click();
  await shop.heading('Thank you');
  await shop.open('/user/all-orders');
  await eventually(() => main.getByText('Paid', { exact: true }).count()).toBe(2);
  expect(await main.getByText('Pending', { exact: true }).count()).toBe(0);

  const { office } = await openOffice(visit);
  await office.openTable('/admin/orders', reference);
  await office.row(reference).getByRole('link', { name: /^HM-/ }).click();
  const payments = office.main.getByRole('region', { name: 'Payments' });
  await payments.getByText('$0.00 · Nothing to pay').waitFor();
  await office.main.getByText('No payment was due').waitFor();
  await payments.getByRole('button', { name: 'Refund' }).click();
  const { page } = office;
  await page.getByRole('dialog').getByRole('button', { name: 'Refund', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: /^Refund \$0.00 to / });
  await question.getByRole('button', { name: 'Yes' }).click();
  await office.seesToast(messages.orders.wasFree);
  await payments.getByText('$0.00 · Refunded').waitFor();
  expect(await payments.getByRole('button', { name: 'Refund' }).count()).toBe(0);
});

test('a payment that takes its time is asked after again, and one of another amount is looked at', async ({
  visit,
}) => {
  const { page, shop, main, customer } = await openShop(visit, { width });
  const garment = await demoGarment();
  const [slow, short] = [await purchase(customer, garment), await purchase(customer, garment)];
  const provider = postgres(stack().dbUrl.replace(/\/postgres$/, '/sandbox'), { max: 1 });
  onTestFinished(() => provider.end());
  // As a bank that wants to know more before it lets the money go.
  await provider`update transactions set status = 'ongoing' where reference = ${slow.reference}`;
  await page.clock.install();
  await shop.open(`/checkout/complete?reference=${slow.reference}`);
  await shop.heading('Your payment is on its way');
  await main.getByText('You do not need to pay again.').waitFor();
  await main.getByText('Pending', { exact: true }).waitFor();
  await expectNoFaults(page, 'a payment on its way');
  // The page asks by itself, and when it is told to.
  const second = page.waitForResponse(/\/orders\/settle$/);
  await page.clock.fastForward(3000);
  expect(await (await second).json()).toMatchObject({ outcome: 'pending' });
  await provider`update transactions set status = 'abandoned' where reference = ${slow.reference}`;
  await slow.pay();
  const again = main.getByRole('button', { name: 'Check again' });
  await eventually(async () => {
    await again.evaluateAll((buttons) => {
      for (const button of buttons) if (button instanceof HTMLElement) button.click();
    });
    return page.getByRole('heading', { name: 'Thank you' }).count();
  }).toBe(1);

  await provider`update transactions set amount = amount - 100 where reference = ${short.reference}`;
  await short.pay();
  await shop.open(`/checkout/complete?reference=${short.reference}`);
  await shop.heading('We are reviewing your payment');
  await main.getByText('Held', { exact: true }).waitFor();
  await expectNoFaults(page, 'a payment that is held');
  await main.getByRole('link', { name: 'View your orders' }).click();
  await shop.arriveAt('/user/all-orders');
  await main.getByText('Held', { exact: true }).waitFor();
});
