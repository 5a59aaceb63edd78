import type { Page } from 'playwright';
import { expect } from 'vitest';
import { messages } from '#shared/messages.ts';
import { fillCart, good } from '../../api/client.ts';
import { test } from '../../support/browser.ts';
import { garmentInStock, registeredCustomer } from '../../support/customers.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { newGoods } from '../../support/goods.ts';
import { eventually, Shop, waitForFocus } from '../../support/shop.ts';
import { phoneFirst } from '../../support/widths.ts';

/** What another tab of this browser says that has changed the cart. */
const changedInOtherTab = (page: Page) =>
  page.evaluate(() => {
    const channel = new BroadcastChannel('hemline-cart');
    channel.postMessage('changed');
    channel.close();
  });

phoneFirst('On a $name the cart', ({ width }) => {
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
    await shop.seesToast(messages.cart.removed);
    await shop.page.getByRole('button', { name: 'Undo' }).click();
    await eventually(() => line.innerText()).toContain(twice);
    await line.getByRole('button', { name: 'Remove' }).press('Enter');
    await shop.main.getByText(messages.cart.empty).waitFor();
    await eventually(() => shop.cartCount()).toBe(0);
    const onward = shop.main.getByRole('link', { name: 'Continue Shopping' });
    await waitForFocus(onward);
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
    // The page asks for the cart, and once more after a change in another tab.
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
    expect(asked).toBe(1);
    await changedInOtherTab(page);
    await eventually(() => asked).toBe(2);
    await line.getByRole('button', { name: 'Remove' }).press('Enter');
    gate.resolve(undefined);
    await shop.main.getByText(messages.cart.empty).waitFor();
    const onward = shop.main.getByRole('link', { name: 'Continue Shopping' });
    await waitForFocus(onward);
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
    const add = card.getByRole('button', { name: /^add to cart/i });
    await card.hover();
    await add.click();
    await shop.seesToast(messages.cart.added);
    await eventually(() => shop.cartCount()).toBe(1);

    // The panel asks for what is missing, and gives the focus back.
    const size = shop.added.getByLabel('Size');
    await shop.added.getByRole('link', { name: 'Checkout' }).click();
    await waitForFocus(shop.added.getByLabel('Color'));
    await expectNoFaults(shop.page, 'the panel with an open question');
    await shop.added.getByLabel('Color').selectOption({ index: 1 });
    await shop.page.keyboard.press('Escape');
    await eventually(() => size.isVisible()).toBe(false);
    await waitForFocus(add);

    // So does the cart, before the checkout.
    await shop.open('/cart');
    const line = shop.line(garment.title);
    await shop.main.getByRole('link', { name: 'Proceed to Checkout' }).click();
    await waitForFocus(line.getByLabel('Size'));
    await line.getByText('Choose a size.').waitFor();
    await expectNoFaults(shop.page, 'a cart with an open question');
    await shop.arriveAt('/cart');

    // And the checkout, before anything is paid.
    await shop.open('/checkout');
    await shop.payNow.click();
    const question = shop.main.getByLabel('Size');
    await waitForFocus(question);
    await question.press('ArrowDown');
    await question.press('ArrowDown');
    await waitForFocus(question);
    expect(await question.inputValue()).not.toBe('');
    await shop.goToCardPage();

    // What is chosen while an earlier choice is being saved stays on the screen.
    await shop.open('/cart');
    const lineSize = line.getByLabel('Size');
    const bothChosen = Promise.withResolvers<undefined>();
    const shownAtRequest: string[] = [];
    await shop.page.route('**/cart/update-choice/*', async (route) => {
      await bothChosen.promise;
      shownAtRequest.push(await lineSize.inputValue());
      await route.continue();
    });
    await line.getByLabel('Color').selectOption({ index: 0 });
    await lineSize.selectOption({ index: 1 });
    const chosen = await lineSize.inputValue();
    bothChosen.resolve(undefined);
    await eventually(() => shownAtRequest).toEqual([chosen, chosen]);
  });

  test('nothing is preselected; on a phone a bar asks for the choice, shows it and buys', async ({
    visit,
  }) => {
    const shop = new Shop((await visit({ width, height: 844 })).page);
    const { main, page } = shop;
    const garment = await garmentInStock();
    await shop.returnAs(await registeredCustomer());
    await shop.open(`/product/${garment._id}/-`);
    expect(await main.getByRole('radio', { checked: false }).count()).toBeGreaterThan(1);
    expect(await main.getByRole('radio', { checked: true }).count()).toBe(0);

    const toEnd = () => page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const bar = main.getByRole('group', { name: `Buy ${garment.title}` });
    const add = bar.getByRole('button', { name: /^Add to Cart/ });
    if (width > 900) {
      await toEnd();
      await eventually(() => shop.addToCart.isVisible()).toBe(true);
      expect(await bar.isVisible()).toBe(false);
      return;
    }
    await bar.getByRole('link', { name: /Choose a color$/ }).click();
    await eventually(() => bar.isVisible()).toBe(false);
    await shop.choose();
    await toEnd();
    const [colour = '', size = ''] = await main
      .getByRole('radio', { checked: true })
      .evaluateAll((all) => all.map((it) => it.dataset['name'] ?? it.getAttribute('value')));
    await bar.getByText(`${colour}, ${size}`, { exact: true }).waitFor();
    await expectNoFaults(page, 'the bar of a phone');

    // Nothing that has the focus is behind it.
    for (const link of await page.getByRole('contentinfo').getByRole('link').all()) {
      await page.evaluate(() => scrollTo(0, 0));
      await link.focus();
      const box = () => link.boundingBox();
      await eventually(
        async () => ((await box())?.y ?? 0) + ((await box())?.height ?? 0),
      ).toBeLessThan((await bar.boundingBox())?.y ?? 0);
    }
    await add.click();
    await shop.seesToast(messages.cart.added);
    await eventually(() => shop.cartCount()).toBe(1);
    await shop.added.getByText(`${colour}, ${size}`).waitFor();
    await page.keyboard.press('Escape');
    await waitForFocus(add);
    await add.click();
    await shop.added.getByText('× 2').waitFor();
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
    await shop.seesAndClosesToast(messages.cart.full);
    await shop.addToCart.click();
    await shop.seesAndClosesToast(messages.cart.full);
    await shop.arriveAt(/^\/product\//);
    await shop.open(`/shop`);
    await shop.main
      .getByRole('button', { name: /^add to cart/i })
      .first()
      .click();
    await shop.seesAndClosesToast(messages.cart.full);
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
