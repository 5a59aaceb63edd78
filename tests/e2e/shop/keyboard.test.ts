import { expect } from 'vitest';
import { messages } from '#shared/messages.ts';
import { test } from '../../support/browser.ts';
import { demoGarment, registeredCustomer } from '../../support/customers.ts';
import { eventually, Shop, testCard, waitForFocus } from '../../support/shop.ts';
import { openOffice } from '../../support/signed-in.ts';

test('a garment is found and bought by keyboard alone, and each step is announced', async ({
  visit,
}) => {
  const { page } = await visit();
  const { keyboard } = page;
  const shop = new Shop(page);
  const { header, main } = shop;
  const garment = await demoGarment();
  const customer = await registeredCustomer();
  const skip = async () => {
    await shop.tabTo(page.getByRole('link', { name: /^skip to/i }));
    await keyboard.press('Enter');
  };

  await shop.open('/login');
  await skip();
  await shop.tabTo(main.getByLabel('Email'));
  await keyboard.type(customer.email);
  await shop.tabTo(main.getByLabel('Password', { exact: true }));
  await keyboard.type(customer.password);
  await keyboard.press('Enter');
  await shop.seesToast(messages.auth.userLoginDone);
  await shop.arriveAt('/');

  await shop.tabTo(header.getByLabel('Search the shop'));
  await keyboard.type(garment.title);
  await keyboard.press('Enter');
  await shop.arriveAt('/search-results');
  await skip();
  await shop.tabTo(main.getByRole('link', { name: garment.title, exact: true }).first());
  await keyboard.press('Enter');
  await shop.arriveAt(/^\/product\//);

  const [colours, sizes] = ['Color', 'Size'].map((name) =>
    main.getByRole('group', { name: new RegExp(`^${name}`) }).getByRole('radio'),
  );
  await skip();
  for (const choices of [colours, sizes]) {
    if (!choices) continue;
    if (choices === sizes) {
      const opener = main.getByRole('button', { name: 'Size guide' });
      await shop.tabTo(opener);
      await keyboard.press('Enter');
      const guide = main.getByRole('dialog', { name: 'Size guide' });
      await shop.tabTo(guide.getByRole('radio', { name: 'Centimeters' }));
      await keyboard.press('ArrowRight');
      expect(await guide.getByRole('radio', { name: 'Inches' }).isChecked()).toBe(true);
      await keyboard.press('Escape');
      await guide.waitFor({ state: 'hidden' });
      await waitForFocus(opener);
    }
    await shop.tabTo(choices.first());
    await keyboard.press('ArrowRight');
    expect(await choices.nth((await choices.count()) > 1 ? 1 : 0).isChecked()).toBe(true);
  }
  await shop.tabTo(shop.addToCart);
  await keyboard.press('Enter');
  await shop.seesToast(messages.cart.added);
  await eventually(() => shop.cartCount()).toBe(1);

  await shop.tabTo(header.getByRole('link', { name: /^cart/i }));
  await keyboard.press('Enter');
  await shop.arriveAt('/cart');
  const line = shop.line(garment.title);
  await shop.tabTo(line.getByRole('button', { name: 'Increase quantity' }));
  await keyboard.press('Enter');
  const twice = `$${(garment.price * 2).toFixed(2)}`;
  await eventually(() => line.innerText()).toContain(twice);
  await shop.tabTo(main.getByRole('link', { name: 'Proceed to Checkout' }));
  await keyboard.press('Enter');

  await shop.arriveAt('/checkout');
  await main.getByText(customer.email).waitFor();
  await skip();
  await shop.tabTo(main.getByRole('checkbox', { name: /terms/ }));
  await keyboard.press('Space');
  await shop.tabTo(shop.payNow);
  await keyboard.press('Enter');
  await shop.tabTo(page.getByLabel(/card number/i));
  await keyboard.type(testCard.number);
  await keyboard.press('Tab');
  await keyboard.type(testCard.expiry);
  await keyboard.press('Tab');
  await keyboard.type(testCard.cvv);
  await keyboard.press('Enter');
  await shop.arriveAt('/checkout/complete');
  await page.getByRole('status').filter({ hasText: 'Thank you' }).waitFor();
});

test('the arrows of a question keep the focus where it is moved to', async ({ visit }) => {
  const { office, page } = await openOffice(visit);
  await office.open('/admin/faqs');
  const second = office.main.getByRole('row').nth(2);
  const question = (await second.getByRole('cell').nth(1).innerText()).trim();
  const button = (name: string) => office.row(question).getByRole('button', { name });
  const [up, down] = [button('Move up'), button('Move down')];
  await up.focus();
  await page.keyboard.press('Enter');
  await waitForFocus(down);
  expect(await up.isDisabled()).toBe(true);
  await page.keyboard.press('Enter');
  await eventually(() => up.isEnabled()).toBe(true);
  await waitForFocus(down);
});
