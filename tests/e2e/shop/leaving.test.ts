import { expect } from 'vitest';
import { sql } from '../../api/client.ts';
import { test } from '../../support/browser.ts';
import { demoGarment } from '../../support/customers.ts';
import { eventually, Shop } from '../../support/shop.ts';
import { openShop } from '../../support/signed-in.ts';
import { phoneFirst } from '../../support/widths.ts';
import { stack } from '../../support/stack.ts';

const departures = async (email: string) =>
  (
    await sql`select from cart_departures d join profiles p on p.id = d.user_id
      where p.email = ${email}`
  ).length;

phoneFirst('Leaving the shop ($name)', ({ width }) => {
  test('is noted, and taken back by who comes back', async ({ visit }) => {
    const { page, shop, customer } = await openShop(visit, { width });
    const { email } = customer;
    const garment = await demoGarment();
    await shop.putIntoCart(garment);

    // A move inside the shop is no leave.
    await shop.header.getByRole('link', { name: 'Hemline' }).click();
    await shop.arriveAt('/');
    await eventually(() => shop.cartCount()).toBe(1);
    expect(await departures(email)).toBe(0);

    // A reload may look like one, and be heard of late; the page that is open then takes it back.
    await page.clock.install();
    await page.reload();
    await eventually(() => shop.cartCount()).toBe(1);
    await sql`insert into cart_departures (user_id, left_at)
      select id, now() from profiles where email = ${email} on conflict do nothing`;
    await eventually(async () => {
      await page.clock.fastForward(5 * 60_000);
      return departures(email);
    }).toBe(0);

    // A choice changes the address, which is no move inside the shop.
    await shop.open(`/product/${garment._id}/-`);
    await shop.choose();
    expect(new URL(page.url()).search).toMatch(/^\?(color|size)=/);
    await page.goto(`${stack().url}/mailbox`);
    await eventually(() => departures(email)).toBe(1);
    await shop.open('/cart');
    await eventually(() => shop.cartCount()).toBe(1);
    await eventually(() => departures(email)).toBe(0);
  });

  test('is neither closing a second tab nor going to the card page', async ({ visit }) => {
    const { page, shop, customer } = await openShop(visit, { width });
    await shop.putIntoCart(await demoGarment());
    // A request that a page sends at its very end is seen by nobody but the page.
    await page.context().addInitScript(() => {
      const send = window.fetch;
      window.fetch = (input, init) => {
        if (String(input).includes('reason=leave')) localStorage.setItem('left', '1');
        return send(input, init);
      };
    });
    await page.reload();
    await shop.ready();
    const hasLeft = () => page.evaluate(() => localStorage.getItem('left') !== null);

    const second = new Shop(await page.context().newPage());
    await second.open('/cart');
    await eventually(() => second.cartCount()).toBe(1);
    await second.page.goto(`${stack().url}/mailbox`);
    expect(await hasLeft()).toBe(false);
    await second.page.close();

    await shop.checkOut();
    // An address that was typed looks like a leave, until the page there asks for the cart.
    await page.evaluate(() => localStorage.removeItem('left'));
    await shop.goToCardPage();
    await page.goto('/cart');
    await eventually(() => shop.cartCount()).toBe(1);
    expect(await hasLeft()).toBe(false);

    // The last tab is another matter.
    await page.goto(`${stack().url}/mailbox`);
    await eventually(() => departures(customer.email)).toBe(1);
  });
});
