import { expect } from 'vitest';
import { wishListMessages } from '#shared/wish-list-messages.ts';
import { noAnswer } from '../../../src/api/client.ts';
import { test } from '../../support/browser.ts';
import { registeredCustomer } from '../../support/customers.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { newGoods } from '../../support/goods.ts';
import { intercept } from '../../support/intercept.ts';
import { eventually, Shop, waitForFocus } from '../../support/shop.ts';
import { phoneFirst } from '../../support/widths.ts';

phoneFirst('What one liked, on a $name', ({ width }) => {
  test('a visitor’s hearts join the account at the login and are shared by a link; what was seen lately stays in the browser', async ({
    visit,
  }) => {
    const { products, category, change, remove } = await newGoods(3);
    const [coat, scarf = coat, sock = coat] = products;
    const customer = await registeredCustomer();
    const { page, expectAnswer } = await visit({ width });
    const shop = new Shop(page);
    const { main } = shop;
    const heart = (it: { title: string }, where = main) =>
      where.getByRole('button', { name: `Wish List: ${it.title}`, exact: true });
    const isSet = (it: { title: string }, where = main) =>
      eventually(() => heart(it, where).first().getAttribute('aria-pressed'));
    const titles = () => main.getByRole('article').getByRole('link').allInnerTexts();

    await shop.open('/wish-list');
    await shop.sees(wishListMessages.empty);
    await shop.open(`/category/${category._id}`);
    const otherTab = await page.context().newPage();
    await otherTab.goto(`/product/${coat._id}/-`);
    await heart(coat).press('Enter');
    await isSet(coat).toBe('true');
    await isSet(coat, otherTab.getByRole('main')).toBe('true');
    await otherTab.close();
    // The copy of the page that the browser kept knows of it, too.
    await shop.openGarment(scarf.title);
    await heart(scarf).click();
    await isSet(scarf).toBe('true');
    await page.goBack();
    await isSet(scarf).toBe('true');
    await isSet(sock).toBe('false');

    const seen = main.getByRole('region', { name: 'Seen lately' });
    const seenTitles = () => seen.getByRole('link').allInnerTexts();
    await shop.openGarment(scarf.title);
    await eventually(seenTitles).toEqual([coat.title]);
    await shop.openGarment(sock.title);
    await eventually(seenTitles).toEqual([scarf.title, coat.title]);
    await expectNoFaults(page, 'seen lately');
    await seen.getByRole('button', { name: 'Clear' }).click();
    await eventually(() => seen.count()).toBe(0);
    await shop.openGarment(coat.title);
    const stored = () => page.evaluate(() => localStorage.getItem('hemline:seen'));
    await eventually(stored).toBe(JSON.stringify([coat._id]));
    await shop.openGarment(sock.title);
    await eventually(seenTitles).toEqual([coat.title]);

    // A heart that cannot be kept is taken back.
    await shop.returnAs(customer);
    await shop.open('/wish-list');
    await eventually(titles).toEqual([scarf.title, coat.title]);
    await expectNoFaults(page, 'wish list');
    await shop.offline(async () => {
      await heart(coat).click();
      await shop.seesAndClosesToast(noAnswer.message);
    });
    await isSet(coat).toBe('true');
    expectAnswer(503, /\/product-cards$/);
    const failing = { status: 503 };
    const stop = await intercept(page, '**/product-cards?*', (route) => route.fulfill(failing));
    await page.reload();
    await shop.sees(wishListMessages.failed);
    stop();
    await main.getByRole('button', { name: 'Try again' }).click();

    await heart(scarf).press('Enter');
    await eventually(titles).toEqual([coat.title]);
    await waitForFocus(heart(coat));
    await shop.seesToast(wishListMessages.removed);
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventually(titles).toEqual([scarf.title, coat.title]);
    await isSet(scarf).toBe('true');

    await main.getByText('Share', { exact: true }).click();
    await main.getByRole('button', { name: 'Create a link' }).click();
    await shop.sees(wishListMessages.shared);
    await main.getByRole('button', { name: 'Copy link' }).click();
    await main
      .getByText(wishListMessages.copied)
      .or(main.getByText(wishListMessages.copyYourself))
      .waitFor();
    const link = await main.getByLabel('Link', { exact: true }).inputValue();
    await expectNoFaults(page, 'shared wish list');

    const friend = await visit({ width });
    friend.expectAnswer(404, /^\/wish-list\//);
    const theirs = new Shop(friend.page);
    await change(coat, { price: 7 });
    await remove(scarf);
    await friend.page.goto(link);
    await eventually(() => theirs.prices()).toEqual([7]);
    await theirs.heading(/^Wish List$/);
    await isSet(coat, theirs.main).toBe('false');
    await main.getByLabel('Show my first name on the list').check();
    await eventually(async () => {
      await friend.page.reload();
      return friend.page.title();
    }).toBe(`Wish List of ${customer.firstname} – Hemline`);
    await remove(coat);
    await friend.page.reload();
    await theirs.sees(wishListMessages.nothingLeft);
    await main.getByRole('button', { name: 'Stop sharing' }).click();
    await shop.sees(wishListMessages.unshared);
    await friend.page.reload();
    await theirs.sees(wishListMessages.ended);

    await shop.open(`/product/${sock._id}/-`);
    await remove(sock);
    await heart(sock).click();
    await shop.seesToast(wishListMessages.gone);
    await isSet(sock).toBe('false');
  });
});

test('a heart for which there is no room is taken back, and the reason is told', async ({
  visit,
}) => {
  const { page } = await visit();
  const shop = new Shop(page);
  await shop.open('/shop');
  const heart = shop.main.getByRole('button', { name: /^Wish List: / }).first();
  const isRefused = async (reason: string) => {
    await heart.click();
    await shop.seesAndClosesToast(reason);
    expect(await heart.getAttribute('aria-pressed')).toBe('false');
  };
  await page.evaluate(() => {
    const waiting = Array.from({ length: 500 }, () => crypto.randomUUID());
    localStorage.setItem('hemline:wish-list', JSON.stringify({ waiting }));
  });
  await isRefused(wishListMessages.full);
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('Access is denied', 'SecurityError');
      },
    });
  });
  await shop.open('/shop');
  await isRefused(wishListMessages.notStored);
});
