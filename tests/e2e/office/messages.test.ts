import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import { toastTimes } from '#shared/first-messages.ts';
import { messages } from '#shared/messages.ts';
import { test } from '../../support/browser.ts';
import { garmentInStock, newCustomer, registeredCustomer } from '../../support/customers.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { eventually, Shop } from '../../support/shop.ts';
import { deskFirst } from '../../support/widths.ts';

/** Every message of the contract's catalogue that a shopper can meet, each brought about by what really causes it. */
deskFirst('On a $name', ({ width }) => {
  test('registering, signing in and out are answered', async ({ visit }) => {
    const visitor = await visit({ width });
    visitor.expectAnswer(409, /\/auth\/register$/);
    visitor.expectAnswer(401, /\/auth\/user-login$/);
    const shop = new Shop(visitor.page);
    const person = { ...newCustomer(), confirmation: 'another password' };
    const { email } = await registeredCustomer();
    const email2 = person.email;

    await shop.open('/register');
    await shop.fillRegistration(person);
    await shop.seesAndClosesToast(messages.auth.passwordMismatch);
    const confirmation = shop.main.getByLabel('Confirm password');
    expect(await confirmation.getAttribute('aria-invalid')).toBe('true');
    await confirmation.fill(person.password);
    await shop.main.getByLabel('Email').fill(email);
    await shop.main.getByRole('button', { name: 'Register' }).click();
    await shop.seesAndClosesToast(messages.auth.registrationFailed);
    expect(await shop.main.getByLabel('Address').inputValue()).toBe(person.address);
    await shop.main.getByLabel('Email').fill(email2);
    await shop.main.getByRole('button', { name: 'Register' }).click();
    await shop.seesAndClosesToast(messages.auth.registered);
    await shop.arriveAt('/login');

    await shop.enterCredentials({ ...person, password: 'not-the-password' });
    await shop.seesAndClosesToast(messages.auth.userLoginFailed);
    await shop.enterCredentials(person);
    await shop.seesAndClosesToast(messages.auth.userLoginDone);
    await shop.arriveAt('/');

    await shop.open('/user/account');
    const logout = shop.main.getByRole('button', { name: 'Logout' });
    await shop.offline(async () => {
      await logout.click();
      await shop.notice(messages.auth.logoutFailed).waitFor();
    });
    await logout.click();
    await shop.seesAndClosesToast(messages.auth.loggedOut);
    await shop.arriveAt('/login');
  });

  test('changes of the profile and the password are answered', async ({ visit }) => {
    const visitor = await visit({ width });
    for (const status of [400, 401]) visitor.expectAnswer(status, /\/users\/change-password$/);
    const { page } = visitor;
    const shop = new Shop(page);
    const customer = await registeredCustomer();
    await shop.returnAs(customer);

    await shop.open('/user/manage-account');
    const country = shop.main.getByLabel('Country');
    const update = shop.main.getByRole('button', { name: 'Update' });
    await eventually(() => country.inputValue()).toBe(customer.country);
    await country.fill('Portugal');
    await shop.offline(async () => {
      await update.click();
      await shop.seesAndClosesToast(messages.profile.updateFailed);
    });
    expect(await country.inputValue()).toBe('Portugal');
    await update.click();
    await shop.seesAndClosesToast(messages.profile.updated);

    await shop.open('/user/change-password');
    const save = shop.main.getByRole('button', { name: 'Save' });
    await shop.main.getByLabel('Current password').fill('not-the-password');
    await shop.main.getByLabel('New password').fill(`${customer.password}-new`);
    const answer = page.waitForResponse(/\/users\/change-password$/);
    await save.click();
    const { message } = (await (await answer).json()) as { message: string };
    await shop.seesAndClosesToast(messages.password.serverError(message));
    await shop.main.getByLabel('Current password').fill(customer.password);
    await shop.offline(async () => {
      await save.click();
      await shop.seesAndClosesToast(messages.password.noResponse);
    });
    // A token that nothing can be sent with: the request fails before it leaves.
    const token = await page.evaluate(() => sessionStorage.getItem('userToken') ?? '');
    await page.evaluate(() => sessionStorage.setItem('userToken', 'two\nlines'));
    await save.click();
    const requestError = new RegExp(`^${messages.password.requestError('.+')}$`);
    await page.getByRole('status', { name: 'Notices' }).getByText(requestError).waitFor();
    await page.evaluate((kept) => sessionStorage.setItem('userToken', kept), token);
    await save.click();
    await shop.seesAndClosesToast(messages.password.updated);
    await shop.arriveAt('/user/account');
  });

  test('what is put into the cart and what is said of a garment are answered', async ({
    visit,
  }) => {
    const shop = new Shop((await visit({ width })).page);
    const garment = await garmentInStock();
    const customer = await registeredCustomer();
    await shop.returnAs(customer);

    await shop.open('/shop');
    const add = shop.main.getByRole('button', { name: /^add to cart/i }).first();
    // What shows notices was not loaded yet, so the words stand by themselves.
    await shop.offline(async () => {
      await add.press('Enter');
      await shop.notice(messages.cart.addFailed).waitFor();
      await expectNoFaults(shop.page, 'a notice without a connection');
    });
    expect(await shop.cartCount()).toBe(0);
    await add.press('Enter');
    // With a connection again, the notice is whole.
    const added = shop.notice(messages.cart.added);
    await added.getByRole('button', { name: 'Dismiss' }).click();
    await eventually(() => added.count()).toBe(0);
    await eventually(() => shop.cartCount()).toBe(1);

    await shop.open(`/product/${garment._id}/-`);
    const form = shop.main.locator('form').filter({ hasText: 'Add a review' });
    const comment = form.getByLabel('Comment');
    const send = form.getByRole('button', { name: 'Add review' });
    await form.scrollIntoViewIfNeeded();
    await shop.islandsHydrated();
    await form.getByLabel('Rating').selectOption('5');
    const text = `Warm without weight, says ${customer.lastname}.`;
    await comment.fill(text);
    await eventually(() => send.isEnabled()).toBe(true);
    await shop.offline(async () => {
      await shop.page.getByText(messages.connection.offline).waitFor();
      await send.click();
      await shop.seesAndClosesToast(messages.reviews.addFailed);
    });
    expect(await comment.inputValue()).toBe(text);
    await send.click();
    await shop.seesAndClosesToast(messages.reviews.added);
    await shop.main.getByRole('listitem').filter({ hasText: text }).waitFor();
    expect(await comment.inputValue()).toBe('');
  });

  test('a visitor who adds a garment on its page is sent to the login', async ({ visit }) => {
    const shop = new Shop((await visit({ width })).page);
    const { _id } = await garmentInStock();
    await shop.open(`/product/${_id}/-`);
    await shop.addToCart.click();
    await shop.seesAndClosesToast(messages.cart.addFailedOnDetail);
    await shop.arriveAt('/login');
  });

  test('without a connection a visitor stays on the page of a garment', async ({ visit }) => {
    const shop = new Shop((await visit({ width })).page);
    const { _id } = await garmentInStock();
    await shop.open(`/product/${_id}/-`);
    await shop.offline(async () => {
      await shop.addToCart.click();
      await shop.notice(messages.cart.addFailedOnDetail).first().waitFor();
      expect(new URL(shop.page.url()).pathname).toMatch(/^\/product\//);
    });
  });

  test('an add that fails on the page of a garment says so and stays, with what was chosen', async ({
    visit,
  }) => {
    const { page } = await visit({ width });
    const shop = new Shop(page);
    const { _id } = await garmentInStock();
    await shop.returnAs(await registeredCustomer());
    await page.route('**/cart/add-to-cart', (route) => route.abort());
    await shop.open(`/product/${_id}/-`);
    await shop.choose();
    await shop.addToCart.click();
    await shop.seesAndClosesToast(messages.cart.addFailedOnDetail);
    await shop.arriveAt(/^\/product\//);
    expect(await shop.main.getByRole('radio', { checked: true }).count()).toBeGreaterThan(0);
    expect(await shop.cartCount()).toBe(0);
  });
});

/** A notice's time is counted by an animation: time passes at this rate, and not at all at 0. */
async function timePasses(page: Page): Promise<(rate: number) => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  return async (playbackRate) => {
    await devtools.send('Animation.setPlaybackRate', { playbackRate });
  };
}

const timersOf = (notice: Locator): Locator => notice.locator('[role="progressbar"]');

deskFirst('On a $name', ({ width }) => {
  test('a notice stands for 3000 ms after a success or a mismatch, for 9000 ms after an error', async ({
    visit,
  }) => {
    const visitor = await visit({ width });
    visitor.expectAnswer(401, /\/auth\/user-login$/);
    const { page } = visitor;
    const shop = new Shop(page);
    const passAt = await timePasses(page);
    /** Time stands still but for what the test lets pass. */
    const standsFor = async (milliseconds: number, message: string, cause: () => Promise<void>) => {
      await passAt(0);
      await cause();
      const notice = shop.notice(message);
      const timeIs = (time: number) =>
        timersOf(notice).evaluate(async (timer, currentTime) => {
          for (const animation of timer.getAnimations()) animation.currentTime = currentTime;
          for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
        }, time);
      await timeIs(milliseconds - 1);
      expect(await notice.count()).toBe(1);
      await timeIs(milliseconds);
      await eventually(() => notice.count()).toBe(0);
      await passAt(1);
    };

    const customer = await registeredCustomer();
    await shop.open('/register');
    await standsFor(toastTimes.mismatch, messages.auth.passwordMismatch, () =>
      shop.fillRegistration({ ...customer, confirmation: 'another password' }),
    );
    await shop.open('/login');
    await standsFor(toastTimes.error, messages.auth.userLoginFailed, () =>
      shop.enterCredentials({ ...customer, password: 'not-the-password' }),
    );
    await shop.returnAs(customer);
    await shop.open('/shop');
    await standsFor(toastTimes.success, messages.cart.added, () =>
      shop.main
        .getByRole('button', { name: /^add to cart/i })
        .first()
        .press('Enter'),
    );
    expect(toastTimes).toEqual({ success: 3000, error: 9000, mismatch: 3000 });
  });
});

deskFirst('On a $name', ({ width }) => {
  test('a notice waits while the pointer or the focus is on it', async ({ visit }) => {
    const { page } = await visit({ width });
    const shop = new Shop(page);
    await shop.returnAs(await registeredCustomer());
    await shop.open('/shop');
    const passAt = await timePasses(page);
    await passAt(0);
    const add = shop.main.getByRole('button', { name: /^add to cart/i }).first();
    const notice = shop.notice(messages.cart.added);
    const states = () =>
      timersOf(notice).evaluateAll((timers) =>
        timers.flatMap((it) => it.getAnimations().map(({ playState }) => playState)),
      );
    await add.press('Enter');
    await notice.hover();
    await eventually(states).toEqual(['paused']);
    await page.mouse.move(0, 0);
    await eventually(states).toEqual(['running']);
    await add.press('Enter');
    await eventually(states).toEqual(['running', 'running']);
    await notice.getByRole('button', { name: 'Dismiss' }).first().focus();
    await eventually(states).toEqual(['paused', 'paused']);
    await add.focus();
    await eventually(states).toEqual(['running', 'running']);
    // These keys lead to the first notice from anywhere, and Tab to its button.
    await page.keyboard.press('Alt+KeyT');
    await eventually(states).toEqual(['paused', 'paused']);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await eventually(states).toEqual(['running']);
    await passAt(100);
    await eventually(() => notice.count()).toBe(0);
  });
});
