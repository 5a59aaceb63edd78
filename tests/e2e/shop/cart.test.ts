import type { Page } from 'playwright';
import { expect } from 'vitest';
import { messages } from '#shared/messages.ts';
import { sql } from '../../api/client.ts';
import { valueOf } from '../../sql/answers.ts';
import { fillCart } from '../../sql/goods.ts';
import { test } from '../../support/browser.ts';
import { demoGarment, registeredCustomer } from '../../support/customers.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { newGoods } from '../../support/goods.ts';
import { eventually, Shop, waitForFocus } from '../../support/shop.ts';
import { intercept } from '../../support/intercept.ts';
import { openShop } from '../../support/signed-in.ts';
import { phoneFirst } from '../../support/widths.ts';

/** What another tab of this browser says that has changed the cart. */
const changedInOtherTab = (page: Page) =>
  page.evaluate(() => {
    const channel = new BroadcastChannel('hemline-cart');
    channel.postMessage('changed');
    channel.close();
  });

phoneFirst('On a $name the cart', ({ width }) => {
  test('counts, sums up, forgets what is removed, hands the focus on, and is the same in two tabs', async ({
    visit,
  }) => {
    const { page, shop, main } = await openShop(visit, { width });
    const garment = await demoGarment();
    const carts = '**/cart/get-cart';
    const stop = await intercept(page, carts, (route) => route.abort());
    await shop.open('/cart');
    await main.getByText(messages.cart.empty).waitFor();
    stop();
    const bringCart = await shop.hold(carts);
    await main.getByRole('button', { name: 'Try again' }).click();
    await main.getByRole('status').getByText('Loading your cart').waitFor();
    bringCart();
    const onward = main.getByRole('link', { name: 'Continue Shopping' });
    await onward.waitFor();
    await shop.open('/checkout');
    await main.getByText(messages.checkout.empty).waitFor();
    await shop.open('/checkout/complete');
    await shop.heading(messages.checkout.empty);

    const other = new Shop(await page.context().newPage());
    await other.open('/about');
    await shop.putIntoCart(garment);
    await eventually(() => shop.cartCount()).toBe(1);
    await eventually(() => other.cartCount()).toBe(1);

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
    await other.open('/cart');
    await eventually(() => other.line(garment.title).innerText()).toContain(twice);

    const remove = line.getByRole('button', { name: 'Remove' });
    await remove.press('Enter');
    await shop.notice(messages.cart.removed).getByRole('button', { name: 'Undo' }).click();
    await eventually(() => line.innerText()).toContain(twice);

    // The cart is fetched again, after a change in another tab, while the line goes.
    const bringAgain = await shop.hold(carts);
    await Promise.all([page.waitForRequest(carts), changedInOtherTab(page)]);
    await remove.press('Enter');
    bringAgain();
    await main.getByText(messages.cart.empty).waitFor();
    await waitForFocus(onward);
    for (const it of [shop, other]) await eventually(() => it.cartCount()).toBe(0);
    await page.keyboard.press('Enter');
    await shop.arriveAt('/shop');
  });

  test('has all that a stranger added after the login, which names it, and says on a page and a card that it is full', async ({
    visit,
  }) => {
    const visitor = await visit({ width });
    for (const status of [401, 409]) visitor.expectAnswer(status, /\/cart\/add-to-cart$/);
    const shop = new Shop(visitor.page);
    const customer = await registeredCustomer();
    const { category, products, change } = await newGoods(3);
    const [first, second = first, third = first] = products;
    for (const it of [first, third]) await change(it, { sizes: [] });
    await shop.open(`/category/${category._id}`);
    const addByCard = (title: string) =>
      shop.main
        .getByRole('article')
        .filter({ hasText: title })
        .getByRole('button', { name: /^add to cart/i })
        .click();
    await addByCard(first.title);
    await shop.arriveAt('/login');
    await shop.sees(first.title, 'Log in or register: it goes into your cart.');
    await shop.open(`/product/${second._id}/-`);
    await shop.addToCart.click();
    await shop.arriveAt('/login');
    const chosen = shop.main.getByRole('region', { name: 'Your choice' });
    await eventually(() => chosen.getByRole('listitem').allInnerTexts()).toEqual([
      `${second.title}\nNavy`,
      `${first.title}\nNavy`,
    ]);
    await shop.main.getByRole('link', { name: 'Register now' }).click();
    await shop.arriveAt('/register');
    await shop.sees(first.title, 'Log in or register: they go into your cart.');
    await shop.main.getByRole('link', { name: 'Login now' }).click();
    await shop.arriveAt('/login');
    await shop.enterCredentials(customer);
    await shop.arriveAt(/^\/product\//);
    for (const it of [first, second]) await shop.added.getByText(it.title).waitFor();
    await expectNoFaults(visitor.page, 'the panel after the login');
    await shop.added.getByRole('button', { name: 'Continue' }).click();
    await eventually(() => shop.cartCount()).toBe(2);

    const id = await valueOf<string>(
      sql`select id from auth.users where email = ${customer.email}`,
    );
    await fillCart(sql, id, first._id, 198);
    await shop.choose();
    await shop.addToCart.click();
    await shop.seesAndClosesToast(messages.cart.full);
    await shop.arriveAt(/^\/product\//);
    await shop.open(`/category/${category._id}`);
    await addByCard(third.title);
    await shop.seesAndClosesToast(messages.cart.full);
    await eventually(() => shop.cartCount()).toBe(200);
  });

  test('a card of a list adds to the cart too', async ({ visit }) => {
    const { shop, main, page } = await openShop(visit, { width });
    const garment = await demoGarment();
    await shop.open(`/category/${garment.category?._id}`);
    const card = main.getByRole('article').filter({ hasText: garment.title }).first();
    const add = card.getByRole('button', { name: /^add to cart/i });
    await card.hover();
    await add.click();
    // On a phone the panel says it, and the toast is for screen readers.
    const isSeen = () =>
      shop.notice(messages.cart.added).evaluate((it) => getComputedStyle(it).pointerEvents);
    await eventually(isSeen).toBe(width < 768 ? 'none' : 'auto');
    await eventually(() => shop.cartCount()).toBe(1);

    // The panel asks for what is missing, and gives the focus back.
    const size = shop.added.getByLabel('Size');
    await shop.added.getByRole('link', { name: 'Checkout' }).click();
    await waitForFocus(shop.added.getByLabel('Color'));
    await expectNoFaults(page, 'the panel with an open question');
    await shop.added.getByLabel('Color').selectOption({ index: 1 });
    await page.keyboard.press('Escape');
    await eventually(() => size.isVisible()).toBe(false);
    await waitForFocus(add);

    // So does the cart, before the checkout.
    await shop.open('/cart');
    const line = shop.line(garment.title);
    await main.getByRole('link', { name: 'Proceed to Checkout' }).click();
    await waitForFocus(line.getByLabel('Size'));
    await line.getByText('Choose a size.').waitFor();
    await expectNoFaults(page, 'a cart with an open question');
    await shop.arriveAt('/cart');

    // And the checkout, before anything is paid.
    await shop.open('/checkout');
    await shop.payNow.click();
    const question = main.getByLabel('Size');
    await waitForFocus(question);
    await question.press('ArrowDown');
    await question.press('ArrowDown');
    await waitForFocus(question);
    expect(await question.inputValue()).not.toBe('');
    // With its picture, and what is chosen in one way.
    const summary = main.getByRole('region', { name: 'Order summary' });
    expect(await summary.locator('img').count()).toBe(1);
    expect(await summary.locator('small').count()).toBe(0);
    await shop.goToCardPage();

    // What is chosen while an earlier choice is being saved stays on the screen.
    await shop.open('/cart');
    const lineSize = line.getByLabel('Size');
    const bothChosen = Promise.withResolvers<undefined>();
    const shownAtRequest: string[] = [];
    await page.route('**/cart/update-choice/*', async (route) => {
      await bothChosen.promise;
      shownAtRequest.push(await lineSize.inputValue());
      await route.continue();
    });
    await line.getByLabel('Color').selectOption({ index: 1 });
    await lineSize.selectOption({ index: 0 });
    const chosen = await lineSize.inputValue();
    bothChosen.resolve(undefined);
    await eventually(() => shownAtRequest).toEqual([chosen, chosen]);
  });

  test('nothing is preselected; on a phone a bar asks for the choice, shows it and buys', async ({
    visit,
  }) => {
    const { shop, main, page } = await openShop(visit, { width, height: 844 });
    const garment = await demoGarment();
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
    const edge = (await bar.boundingBox())?.y ?? 0;
    for (const link of await page.getByRole('contentinfo').getByRole('link').all()) {
      await page.evaluate(() => scrollTo(0, 0));
      await link.focus();
      const bottom = () => link.evaluate((it) => it.getBoundingClientRect().bottom);
      await eventually(bottom).toBeLessThan(edge);
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
});
