import type { Locator } from 'playwright';
import { expect } from 'vitest';
import { toastTimes } from '#shared/first-messages.ts';
import { messages } from '#shared/messages.ts';
import { test } from '../../support/browser.ts';
import { demoGarment, newCustomer, registeredCustomer } from '../../support/customers.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { eventually, Shop } from '../../support/shop.ts';
import { deskFirst } from '../../support/widths.ts';

const timersOf = (notice: Locator): Locator => notice.locator('[role="progressbar"]');

/** Every message of the contract's catalogue that a shopper can meet, each brought about by what really causes it. */
deskFirst('On a $name', ({ width }) => {
  test('registering, signing in, changes of the profile and the password, and signing out are answered', async ({
    visit,
  }) => {
    const visitor = await visit({ width });
    visitor.expectAnswer(409, /\/auth\/register$/);
    visitor.expectAnswer(401, /\/auth\/user-login$/);
    for (const status of [400, 401]) visitor.expectAnswer(status, /\/users\/change-password$/);
    const { page } = visitor;
    const shop = new Shop(page);
    const { main } = shop;
    const person = newCustomer();
    const { email } = await registeredCustomer();
    const press = (name: string) => main.getByRole('button', { name }).click();
    const answers = async (message: string, cause: Promise<void>) => {
      await cause;
      await shop.seesAndClosesToast(message);
    };

    await shop.open('/register');
    await answers(
      messages.auth.passwordMismatch,
      shop.fillRegistration({ ...person, confirmation: 'another password' }),
    );
    const confirmation = main.getByLabel('Confirm password');
    expect(await confirmation.getAttribute('aria-invalid')).toBe('true');
    await confirmation.fill(person.password);
    await main.getByLabel('Email').fill(email);
    await answers(messages.auth.registrationFailed, press('Register'));
    expect(await main.getByLabel('Address').inputValue()).toBe(person.address);
    await main.getByLabel('Email').fill(person.email);
    await answers(messages.auth.registered, press('Register'));
    await shop.arriveAt('/login');
    const wrong = { ...person, password: 'not-the-password' };
    await answers(messages.auth.userLoginFailed, shop.enterCredentials(wrong));
    await answers(messages.auth.userLoginDone, shop.enterCredentials(person));
    await shop.arriveAt('/');

    await shop.open('/user/manage-account');
    const country = main.getByLabel('Country');
    await eventually(() => country.inputValue()).toBe(person.country);
    await country.fill('Portugal');
    await shop.offline(async () => {
      await answers(messages.profile.updateFailed, press('Update'));
    });
    expect(await country.inputValue()).toBe('Portugal');
    await answers(messages.profile.updated, press('Update'));

    await shop.open('/user/change-password');
    await main.getByLabel('Current password').fill('not-the-password');
    await main.getByLabel('New password').fill(`${person.password}-new`);
    const answer = page.waitForResponse(/\/users\/change-password$/);
    await press('Save');
    const { message } = (await (await answer).json()) as { message: string };
    await shop.seesAndClosesToast(messages.password.serverError(message));
    await main.getByLabel('Current password').fill(person.password);
    await shop.offline(async () => {
      await answers(messages.password.noResponse, press('Save'));
    });
    // A token that nothing can be sent with: the request fails before it leaves.
    const token = await page.evaluate(() => sessionStorage.getItem('userToken') ?? '');
    await page.evaluate(() => sessionStorage.setItem('userToken', 'two\nlines'));
    const requestError = new RegExp(`^${messages.password.requestError('.+')}$`);
    const notices = page.getByRole('status', { name: 'Notices' });
    await press('Save');
    await notices.getByText(requestError).waitFor();
    await page.evaluate((kept) => sessionStorage.setItem('userToken', kept), token);
    await answers(messages.password.updated, press('Save'));
    await shop.arriveAt('/user/account');

    await shop.offline(async () => {
      await press('Logout');
      await shop.notice(messages.auth.logoutFailed).waitFor();
    });
    await answers(messages.auth.loggedOut, press('Logout'));
    await shop.arriveAt('/login');
  });

  test('what is put into the cart and what is said of a garment are answered; an add that fails stays on the page, with what was chosen', async ({
    visit,
  }) => {
    const { page } = await visit({ width });
    const shop = new Shop(page);
    const garment = await demoGarment();
    const customer = await registeredCustomer();
    await shop.returnAs(customer);
    await shop.open('/shop');
    const add = shop.main.getByRole('button', { name: /^add to cart/i }).first();
    // What shows notices was not loaded yet, so the words stand by themselves.
    await shop.offline(async () => {
      await add.press('Enter');
      await shop.notice(messages.cart.addFailed).waitFor();
      await expectNoFaults(page, 'a notice without a connection');
    });
    expect(await shop.cartCount()).toBe(0);
    // With a connection again, the notice is whole.
    const added = shop.notice(messages.cart.added);
    const dismiss = added.getByRole('button', { name: 'Dismiss' });
    // By key, since the panel covers it on phones.
    await add.press('Enter');
    await dismiss.press('Enter');
    await eventually(() => added.count()).toBe(0);
    await eventually(() => shop.cartCount()).toBe(1);

    await shop.open(`/product/${garment._id}/-`);
    await page.route('**/cart/add-to-cart', (route) => route.abort());
    await shop.choose();
    await shop.addToCart.click();
    await shop.seesAndClosesToast(messages.cart.addFailedOnDetail);
    expect(new URL(page.url()).pathname).toMatch(/^\/product\//);
    expect(await shop.main.getByRole('radio', { checked: true }).count()).toBeGreaterThan(0);
    expect(await shop.cartCount()).toBe(1);

    const form = shop.main.locator('form').filter({ hasText: 'Add a review' });
    const comment = form.getByLabel('Comment');
    const send = form.getByRole('button', { name: 'Add review' });
    await form.scrollIntoViewIfNeeded();
    await shop.islandsHydrated();
    await send.click();
    await shop.seesAndClosesToast(messages.reviews.addFailed);
    expect(await form.getByText('Required', { exact: true }).count()).toBe(2);
    await form.getByLabel('Rating').selectOption('5');
    const text = `Warm without weight, says ${customer.lastname}.`;
    await comment.fill(text);
    await eventually(() => send.isEnabled()).toBe(true);
    await shop.offline(async () => {
      await page.getByText(messages.connection.offline).waitFor();
      await send.click();
      await shop.seesAndClosesToast(messages.reviews.addFailed);
    });
    expect(await comment.inputValue()).toBe(text);
    await send.click();
    await shop.seesAndClosesToast(messages.reviews.added);
    const author = `${customer.firstname} ${customer.lastname.slice(0, 1)}.,`;
    const written = shop.main.getByRole('listitem').filter({ hasText: text });
    await written.getByText(author).waitFor();
    expect(await comment.inputValue()).toBe('');
  });

  test('without a connection a visitor stays on the page of a garment, and with one is sent to the login', async ({
    visit,
  }) => {
    const shop = new Shop((await visit({ width })).page);
    const { _id } = await demoGarment();
    const failed = shop.notice(messages.cart.addFailedOnDetail).first();
    await shop.open(`/product/${_id}/-`);
    await shop.offline(async () => {
      await shop.addToCart.click();
      await failed.waitFor();
      expect(new URL(shop.page.url()).pathname).toMatch(/^\/product\//);
    });
    await shop.open(`/product/${_id}/-`);
    await shop.addToCart.click();
    await failed.waitFor();
    await shop.arriveAt('/login');
  });

  test('a notice stands for 3000 ms after a success or a mismatch, for 9000 ms after an error, and waits while the pointer or the focus is on it', async ({
    visit,
  }) => {
    const visitor = await visit({ width, toastsClose: true });
    visitor.expectAnswer(401, /\/auth\/user-login$/);
    const { page } = visitor;
    const shop = new Shop(page);
    const devtools = await page.context().newCDPSession(page);
    /** A notice's time is counted by an animation: time passes at this rate, and not at all at 0. */
    const passAt = (playbackRate: number) =>
      devtools.send('Animation.setPlaybackRate', { playbackRate });
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
    const add = shop.main.getByRole('button', { name: /^add to cart/i }).first();
    const notice = shop.notice(messages.cart.added);
    await standsFor(toastTimes.success, messages.cart.added, () => add.press('Enter'));
    expect(toastTimes).toEqual({ success: 3000, error: 9000, mismatch: 3000 });

    await passAt(0);
    const states = () =>
      timersOf(notice).evaluateAll((timers) =>
        timers.flatMap((it) => it.getAnimations().map(({ playState }) => playState)),
      );
    await add.press('Enter');
    // On phones the panel covers it, which no pointer reaches then.
    if (width >= 768) await notice.hover();
    else await notice.getByRole('button', { name: 'Dismiss' }).focus();
    await eventually(states).toEqual(['paused']);
    if (width >= 768) await page.mouse.move(0, 0);
    else await add.focus();
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
