import type { Page } from 'playwright';
import postgres from 'postgres';
import { afterAll, beforeAll, expect } from 'vitest';
import { messages } from '#shared/messages.ts';
import { addProduct } from '../../sql/goods.ts';
import { test } from '../../support/browser.ts';
import { garmentInStock, registeredCustomer } from '../../support/customers.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { purchase } from '../../support/purchases.ts';
import { eventually, Shop } from '../../support/shop.ts';
import { stack } from '../../support/stack.ts';
import { phoneFirst } from '../../support/widths.ts';

let sql: postgres.Sql;
beforeAll(() => {
  sql = postgres(stack().dbUrl, { max: 1 });
});
afterAll(() => sql.end());

/** A garment of a test's own, gone from the shop when the test is over. */
async function withApron(work: (apron: { _id: string; title: string }) => Promise<void>) {
  const title = `Apron ${crypto.randomUUID().slice(0, 8)}`;
  const _id = await addProduct(sql, { title, price: '31.50' });
  try {
    await work({ _id, title });
  } finally {
    await sql`delete from products where id = ${_id}`;
  }
}

/** Answers to these calls stay on their way until what is returned is called. */
async function hold(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await page.route(`**/api/v1${path}`, async (route) => {
    await promise;
    await route.continue();
  });
  return () => resolve(undefined);
}

phoneFirst('On a $name', ({ width }) => {
  test('what takes long shows that it is under way, and what failed can be tried again', async ({
    visit,
  }) => {
    const { page } = await visit({ width });
    const shop = new Shop(page);
    const { main } = shop;
    await shop.open('/login');
    const letIn = await hold(page, '/auth/user-login');
    await shop.enterCredentials(await registeredCustomer());
    const busy = main.getByRole('button', { name: 'Logging in…' });
    await busy.waitFor();
    expect(await busy.getAttribute('aria-busy')).toBe('true');
    letIn();
    await shop.arriveAt('/');

    const bringCart = await hold(page, '/cart/get-cart');
    await shop.open('/cart');
    await main.getByRole('status').getByText('Loading your cart').waitFor();
    bringCart();
    await main.getByText(messages.cart.empty).waitFor();

    const orders = '**/api/v1/orders/user-orders*';
    await page.route(orders, (route) => route.abort());
    await shop.open('/user/all-orders');
    await main.getByText(/could not be reached/).waitFor();
    await page.unroute(orders);
    const bringOrders = await hold(page, '/orders/user-orders*');
    await main.getByRole('button', { name: 'Try again' }).click();
    await main.getByRole('status').getByText('Loading…').waitFor();
    bringOrders();
    await main.getByText(messages.orders.none).waitFor();
    await shop.open('/user/pending-orders');
    await main.getByText(messages.orders.nonePending).waitFor();
  });

  test('an order is refused, waits for its payment, and is paid', async ({ visit }) => {
    const visitor = await visit({ width });
    visitor.expectAnswer(409, /\/orders\/place-order$/);
    const { page } = visitor;
    const shop = new Shop(page);
    const { main } = shop;
    await shop.open('/checkout/complete');
    await shop.heading(messages.checkout.empty);
    await shop.open('/checkout/complete?reference=some-payment');
    await shop.heading('Please sign in');

    await shop.returnAs(await registeredCustomer());
    await withApron(async (apron) => {
      await shop.putIntoCart(apron);
      await shop.checkOut();
      await sql`update products set availability = 'OutofStock' where id = ${apron._id}`;
      await shop.payNow.click();
      await main.getByRole('alert').getByText(messages.checkout.soldOut).waitFor();
      await expectNoFaults(page, 'an order that was refused');
      await sql`update products set availability = 'InStock' where id = ${apron._id}`;
      await shop.checkOut();
      await shop.goToCardPage();
    });

    const terms = page.getByText('Reference', { exact: true });
    const reference = await terms.locator('xpath=following-sibling::dd').innerText();
    await shop.open(`/checkout/complete?reference=${encodeURIComponent(reference.trim())}`);
    await shop.heading('Your payment did not go through');
    await expectNoFaults(page, 'a payment that failed');
    await shop.open('/user/pending-orders');
    const card = main.getByRole('listitem').filter({ hasText: '$31.50' });
    await card.getByText('Pending', { exact: true }).waitFor();
    await expectNoFaults(page, 'a pending order');
    await card.getByText(/ago$|^just now$/).waitFor();
    await card.getByRole('button', { name: 'Pay now' }).click();
    await shop.payByCard();
    await shop.heading('Thank you');
    await shop.open('/user/all-orders');
    await card.getByText('Paid', { exact: true }).waitFor();
    await card.getByRole('link', { name: 'Invoice of $31.50' }).click();
    await shop.arriveAt(/^\/user\/invoice\//);
    await main.getByRole('row', { name: /^Total .*\$31\.50$/ }).waitFor();
    await main.getByText(/^Paid by card on /).waitFor();
    await main.getByRole('button', { name: 'Print' }).waitFor();
    await main.getByRole('link', { name: 'Back to your orders' }).click();
    await shop.arriveAt('/user/all-orders');
    await shop.open('/user/pending-orders');
    await main.getByText(messages.orders.nonePending).waitFor();
  });

  test('a payment that takes its time is asked after again, and one of another amount is looked at', async ({
    visit,
  }) => {
    const { page } = await visit({ width });
    const shop = new Shop(page);
    const { main } = shop;
    const [customer, garment] = await Promise.all([registeredCustomer(), garmentInStock()]);
    await shop.returnAs(customer);
    const [slow, short] = [await purchase(customer, garment), await purchase(customer, garment)];
    const provider = postgres(stack().dbUrl.replace(/\/postgres$/, '/sandbox'), { max: 1 });
    try {
      // As a bank that wants to know more before it lets the money go.
      await provider`update transactions set status = 'ongoing' where reference = ${slow.reference}`;
      await shop.open(`/checkout/complete?reference=${slow.reference}`);
      await shop.heading('Your payment is on its way');
      await expectNoFaults(page, 'a payment on its way');
      await page.clock.install();
      await shop.open(`/checkout/complete?reference=${slow.reference}`);
      await shop.heading('Your payment is on its way');
      await main.getByText('You do not need to pay again.').waitFor();
      await main.getByText('Pending', { exact: true }).waitFor();
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
    } finally {
      await provider.end();
    }
  });

  test('the banners move every 4.5 seconds until they are paused', async ({ visit }) => {
    const { page } = await visit({ width, reducedMotion: 'no-preference' });
    const shop = new Shop(page);
    await page.clock.install();
    await shop.open('/');
    const pause = shop.main.getByRole('button', { name: 'Pause slides' });
    await pause.waitFor();
    const shown = () =>
      shop.main.locator('[aria-label^="Go to slide"][aria-current]').getAttribute('aria-label');
    await page.clock.pauseAt(new Date(await page.evaluate(() => Date.now() + 60_000)));
    /** Time stands still but for what the test lets pass; it passes in quarters of a second until the next banner comes. */
    const next = async () => {
      const before = await shown();
      await eventually(async () => {
        await page.clock.runFor(250);
        return shown();
      }).not.toBe(before);
    };
    await next();
    const fresh = await shown();
    await page.clock.runFor(4249);
    expect(await shown()).toBe(fresh);
    await next();
    await pause.press('Enter');
    await shop.main.getByRole('button', { name: 'Play slides' }).waitFor();
    const second = await shown();
    await page.clock.runFor(9000);
    expect(await shown()).toBe(second);
  });
});
