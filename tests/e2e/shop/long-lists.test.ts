import { afterAll, beforeAll, expect } from 'vitest';
import { sql } from '../../api/client.ts';
import { addProduct } from '../../sql/goods.ts';
import { test } from '../../support/browser.ts';
import { registeredCustomer, type Customer } from '../../support/customers.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { eventually, Shop, waitForFocus } from '../../support/shop.ts';
import { openShop } from '../../support/signed-in.ts';

let garment: string;
let customer: Customer;

/** Fifteen reviews of one garment and fifteen orders of one customer, all but one of them paid. */
beforeAll(async () => {
  customer = await registeredCustomer();
  garment = await addProduct(sql, { title: `Apron ${crypto.randomUUID().slice(0, 8)}` });
  await sql`
    insert into reviews (product_id, user_id, rating, comment, created_at)
    select ${garment}, p.id, 1 + i % 5, 'Review number ' || i, now() - i * interval '1 hour'
    from profiles p, generate_series(1, 15) i where p.email = ${customer.email}`;
  await sql`
    insert into orders (user_id, firstname, lastname, email, total_price, status, created_at)
    select p.id, p.firstname, p.lastname, p.email, 100 + i,
      (case when i = 15 then 'Pending' else 'Paid' end)::order_status, now() - i * interval '1 day'
    from profiles p, generate_series(1, 15) i where p.email = ${customer.email}`;
});
afterAll(async () => void (await sql`delete from products where id = ${garment}`));

test('many reviews are shown part by part, and counted as a whole', async ({ visit }) => {
  const shop = new Shop((await visit({ width: 390 })).page);
  const { main, page } = shop;
  await shop.open(`/product/${garment}/-`);
  await main.getByRole('link', { name: '15 reviews' }).click();
  await shop.islandsHydrated();
  const reviews = main.getByRole('listitem').filter({ hasText: 'Review number' });
  expect(await reviews.count()).toBe(12);
  // The mouse may pass over the form on its way, whose script cannot come while the browser is offline.
  await main.getByLabel('Comment').hover();
  await eventually(() => main.locator('astro-island[client="touch"][ssr]').count()).toBe(0);
  const more = main.getByRole('button', { name: 'Show more reviews' });
  await shop.offline(async () => {
    await more.click();
    await shop.seesToast('could not be reached');
  });
  await more.click();
  await eventually(() => reviews.count()).toBe(15);
  await waitForFocus(reviews.nth(12));
  expect(await more.count()).toBe(0);
  await expectNoFaults(page, 'a garment with all its reviews');

  // The newest are read without JavaScript, and what is missing is said.
  const html = await (await page.request.get(`/product/${garment}/-`)).text();
  expect(html).toMatch(/Review number 12<[^]*Loading more needs JavaScript/);
});

test('an order further down that is cancelled on its page says so in the list, which is not read from the start', async ({
  visit,
}) => {
  const { page, shop, main } = await openShop(visit, { width: 390 }, customer);
  await shop.open('/user/all-orders');
  const orders = main.getByRole('listitem').filter({ hasText: 'Reference ID' });
  await eventually(() => orders.count()).toBe(12);
  const more = main.getByRole('button', { name: 'Show more orders' });
  await shop.offline(async () => {
    await more.click();
    await shop.seesToast('could not be reached');
  });
  await more.click();
  await eventually(() => orders.count()).toBe(15);
  await waitForFocus(orders.nth(12));
  expect(await more.count()).toBe(0);
  const last = orders.filter({ hasText: '$115.00' });
  const tab = await page.context().newPage();
  await tab.goto(
    new URL((await last.getByRole('link').getAttribute('href')) ?? '', page.url()).href,
  );
  await tab.getByRole('button', { name: 'Cancel order' }).click();
  await tab.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  await tab.getByText('Cancelled').first().waitFor();
  await tab.close();
  await page.clock.setSystemTime(Date.now() + 60_000);
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
  await last.getByText('Cancelled').waitFor();
  expect(await orders.count()).toBe(15);
});
