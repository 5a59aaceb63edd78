import { describe, expect } from 'vitest';
import { messages } from '../../supabase/functions/_shared/messages.ts';
import { fillCart, good } from '../api/client.ts';
import { test } from '../support/browser.ts';
import { garmentInStock, registeredCustomer } from '../support/customers.ts';
import { newGoods } from '../support/goods.ts';
import { eventually, Shop } from '../support/shop.ts';

describe.for([{ width: 1440 }, { width: 390 }])('At $width pixels the cart', ({ width }) => {
  test('counts up and down, sums up, forgets what is removed', async ({ visit }) => {
    const shop = new Shop((await visit({ width })).page);
    const garment = await garmentInStock();
    await shop.returnAs(await registeredCustomer());
    await shop.putIntoCart(garment);
    await eventually(() => shop.cartCount()).toBe(1);

    await shop.open('/cart');
    const line = shop.line(garment.title);
    const fewer = line.getByRole('button', { name: 'Decrease quantity' });
    await line.waitFor();
    expect(await fewer.isDisabled()).toBe(true);
    await line.getByRole('button', { name: 'Increase quantity' }).click();
    const twice = `$${(garment.price * 2).toFixed(2)}`;
    await eventually(() => line.innerText()).toContain(twice);
    await fewer.click();
    await eventually(() => line.innerText()).not.toContain(twice);

    await line.getByRole('button', { name: 'Increase quantity' }).click();
    await eventually(() => line.innerText()).toContain(twice);
    await eventually(async () => {
      await shop.page.reload();
      await line.waitFor();
      return line.innerText();
    }).toContain(twice);

    await line.getByRole('button', { name: 'Remove' }).press('Enter');
    await shop.main.getByText(messages.cart.empty).waitFor();
    await eventually(() => shop.cartCount()).toBe(0);
    const onward = shop.main.getByRole('link', { name: 'Continue Shopping' });
    await eventually(() => onward.evaluate((it) => it === document.activeElement)).toBe(true);
    await shop.page.keyboard.press('Enter');
    await shop.arriveAt('/shop');
  });

  test('a line that goes hands the focus on, though the cart was fetched again meanwhile', async ({
    visit,
  }) => {
    const { page } = await visit({ width });
    const shop = new Shop(page);
    const garment = await garmentInStock();
    await shop.returnAs(await registeredCustomer());
    await shop.putIntoCart(garment);
    // The header asks for the cart, and the page itself once more.
    const gate = Promise.withResolvers<undefined>();
    let asked = 0;
    await page.route('**/cart/get-cart', async (route) => {
      asked += 1;
      if (asked === 2) await gate.promise;
      await route.continue();
    });
    await shop.open('/cart');
    const line = shop.line(garment.title);
    await line.waitFor();
    await eventually(() => asked).toBe(2);
    await line.getByRole('button', { name: 'Remove' }).press('Enter');
    gate.resolve(undefined);
    await shop.main.getByText(messages.cart.empty).waitFor();
    const onward = shop.main.getByRole('link', { name: 'Continue Shopping' });
    await eventually(() => onward.evaluate((it) => it === document.activeElement)).toBe(true);
  });

  test('what a stranger adds is in the cart after the login', async ({ visit }) => {
    const visitor = await visit({ width });
    visitor.expectAnswer(401, /\/cart\/add-to-cart$/);
    const shop = new Shop(visitor.page);
    const garment = await garmentInStock();
    const customer = await registeredCustomer();
    await shop.open(`/product/${garment._id}/-`);
    await shop.addToCart.click();
    await shop.arriveAt('/login');
    await shop.enterCredentials(customer);
    await eventually(() => shop.cartCount()).toBe(1);
    await shop.open('/cart');
    await shop.line(garment.title).waitFor();
  });

  test('a card of a list adds to the cart too', async ({ visit }) => {
    const shop = new Shop((await visit({ width })).page);
    const garment = await garmentInStock();
    await shop.returnAs(await registeredCustomer());
    await shop.open('/shop');
    const card = shop.main.getByRole('article').filter({ hasText: garment.title }).first();
    await card.hover();
    await card.getByRole('button', { name: /^add to cart/i }).click();
    await shop.isTold(messages.cart.added);
    await eventually(() => shop.cartCount()).toBe(1);
  });

  test('that is full says so on a card, on the page of a product and after the login', async ({
    visit,
  }) => {
    const visitor = await visit({ width });
    visitor.expectAnswer(409, /\/cart\/add-to-cart$/);
    visitor.expectAnswer(401, /\/cart\/add-to-cart$/);
    const shop = new Shop(visitor.page);
    const customer = await registeredCustomer();
    const { products, change } = await newGoods(2);
    const [first, second = first] = products;
    await change(first, { sizes: [] });
    const { UserauthToken: token } = await good('POST', '/auth/user-login', { json: customer });
    await fillCart(token, first._id, 200);

    await shop.open(`/product/${second._id}/-`);
    await shop.addToCart.click();
    await shop.arriveAt('/login');
    await shop.enterCredentials(customer);
    await shop.arriveAt(/^\/product\//);
    await shop.hears(messages.cart.full);
    await shop.addToCart.click();
    await shop.hears(messages.cart.full);
    await shop.arriveAt(/^\/product\//);
    await shop.open(`/shop`);
    await shop.main
      .getByRole('button', { name: /^add to cart/i })
      .first()
      .click();
    await shop.hears(messages.cart.full);
    await eventually(() => shop.cartCount()).toBe(200);
  });

  test('is the same in two tabs, and says when it cannot be read', async ({ visit }) => {
    const shop = new Shop((await visit({ width })).page);
    const garment = await garmentInStock();
    await shop.returnAs(await registeredCustomer());
    await shop.page.context().route('**/cart/get-cart', (route) => route.abort());
    await shop.open('/cart');
    await shop.main.getByText(messages.cart.empty).waitFor();
    await shop.page.context().unroute('**/cart/get-cart');
    await shop.main.getByRole('button', { name: 'Try again' }).click();
    await shop.main.getByRole('link', { name: 'Continue Shopping' }).waitFor();

    const other = new Shop(await shop.page.context().newPage());
    await other.open('/about');
    await shop.putIntoCart(garment);
    await eventually(() => other.cartCount()).toBe(1);
    await other.open('/cart');
    await other.line(garment.title).getByRole('button', { name: 'Remove' }).click();
    await eventually(() => shop.cartCount()).toBe(0);
  });

  test('is empty at the checkout too until something is in it', async ({ visit }) => {
    const shop = new Shop((await visit({ width })).page);
    await shop.returnAs(await registeredCustomer());
    await shop.open('/checkout');
    await shop.main.getByText(messages.checkout.empty).waitFor();
  });
});
