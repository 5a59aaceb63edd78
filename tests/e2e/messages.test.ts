import { describe, expect } from 'vitest';
import { toastTimes } from '../../supabase/functions/_shared/first-messages.ts';
import { messages } from '../../supabase/functions/_shared/messages.ts';
import { test } from '../support/browser.ts';
import { garmentInStock, newCustomer, registeredCustomer } from '../support/customers.ts';
import { eventually, Shop } from '../support/shop.ts';
import { widths } from '../support/widths.ts';

/** Every message of the contract's catalogue that a shopper can meet, each brought about by what really causes it. */
describe.for([{ width: 1440 }, { width: 390 }])('At $width pixels', ({ width }) => {
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
    await shop.hears(messages.auth.passwordMismatch);
    const confirmation = shop.main.getByLabel('Confirm password');
    expect(await confirmation.getAttribute('aria-invalid')).toBe('true');
    await confirmation.fill(person.password);
    await shop.main.getByLabel('Email').fill(email);
    await shop.main.getByRole('button', { name: 'Register' }).click();
    await shop.hears(messages.auth.registrationFailed);
    expect(await shop.main.getByLabel('Address').inputValue()).toBe(person.address);
    await shop.main.getByLabel('Email').fill(email2);
    await shop.main.getByRole('button', { name: 'Register' }).click();
    await shop.hears(messages.auth.registered);
    await shop.arriveAt('/login');

    await shop.enterCredentials({ ...person, password: 'not-the-password' });
    await shop.hears(messages.auth.userLoginFailed);
    await shop.enterCredentials(person);
    await shop.hears(messages.auth.userLoginDone);
    await shop.arriveAt('/');

    await shop.open('/user/account');
    const logout = shop.main.getByRole('button', { name: 'Logout' });
    await shop.offline(async () => {
      await logout.click();
      await shop.hears(messages.auth.logoutFailed);
    });
    await logout.click();
    await shop.hears(messages.auth.loggedOut);
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
      await shop.hears(messages.profile.updateFailed);
    });
    expect(await country.inputValue()).toBe('Portugal');
    await update.click();
    await shop.hears(messages.profile.updated);

    await shop.open('/user/change-password');
    const save = shop.main.getByRole('button', { name: 'Save' });
    await shop.main.getByLabel('Current password').fill('not-the-password');
    await shop.main.getByLabel('New password').fill(`${customer.password}-new`);
    const answer = page.waitForResponse(/\/users\/change-password$/);
    await save.click();
    const { message } = (await (await answer).json()) as { message: string };
    await shop.hears(messages.password.serverError(message));
    await shop.main.getByLabel('Current password').fill(customer.password);
    await shop.offline(async () => {
      await save.click();
      await shop.hears(messages.password.noResponse);
    });
    // A token that nothing can be sent with: the request fails before it leaves.
    const token = await page.evaluate(() => sessionStorage.getItem('userToken') ?? '');
    await page.evaluate(() => sessionStorage.setItem('userToken', 'two\nlines'));
    await save.click();
    const requestError = new RegExp(`^${messages.password.requestError('.+')}$`);
    await page.getByRole('status', { name: 'Notices' }).getByText(requestError).waitFor();
    await page.evaluate((kept) => sessionStorage.setItem('userToken', kept), token);
    await save.click();
    await shop.hears(messages.password.updated);
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
    await shop.offline(async () => {
      await add.press('Enter');
      await shop.hears(messages.cart.addFailed);
    });
    expect(await shop.cartCount()).toBe(0);
    await add.press('Enter');
    await shop.hears(messages.cart.added);
    await eventually(() => shop.cartCount()).toBe(1);

    await shop.open(`/product/${garment._id}/-`);
    const form = shop.main.locator('form').filter({ hasText: 'Add a review' });
    const comment = form.getByLabel('Comment');
    const send = form.getByRole('button', { name: 'Add review' });
    await form.scrollIntoViewIfNeeded();
    await shop.islandsAwake();
    await form.getByLabel('Rating').selectOption('5');
    const text = `Warm without weight, says ${customer.lastname}.`;
    await comment.fill(text);
    await shop.offline(async () => {
      await send.click();
      await shop.hears(messages.reviews.addFailed);
    });
    expect(await comment.inputValue()).toBe(text);
    await send.click();
    await shop.hears(messages.reviews.added);
    await shop.main.getByRole('listitem').filter({ hasText: text }).waitFor();
    expect(await comment.inputValue()).toBe('');
  });

  test('a visitor who adds a garment on its page is sent to the login', async ({ visit }) => {
    const shop = new Shop((await visit({ width })).page);
    const { _id } = await garmentInStock();
    await shop.open(`/product/${_id}/-`);
    await shop.addToCart.click();
    await shop.hears(messages.cart.addFailedOnDetail);
    await shop.arriveAt('/login');
  });

  test('an add that fails on the page of a garment leads a customer to the login too', async ({
    visit,
  }) => {
    const { page } = await visit({ width });
    const shop = new Shop(page);
    const { _id } = await garmentInStock();
    await shop.returnAs(await registeredCustomer());
    await page.route('**/cart/add-to-cart', (route) => route.abort());
    await shop.open(`/product/${_id}/-`);
    await shop.addToCart.click();
    await shop.hears(messages.cart.addFailedOnDetail);
    await shop.arriveAt('/login');
    expect(new URL(page.url()).searchParams.get('next')).toMatch(`/product/${_id}/`);
    expect(await shop.cartCount()).toBe(0);
  });
});

test.for(widths)(
  'a notice stands for 3000 ms after a success or a mismatch, for 9000 ms after an error ($name)',
  async ({ width }, { visit }) => {
    const visitor = await visit({ width });
    visitor.expectAnswer(401, /\/auth\/user-login$/);
    const { page } = visitor;
    const shop = new Shop(page);
    await page.clock.install();
    /** Time stands still but for what the test lets pass. */
    const standsFor = async (milliseconds: number, message: string, cause: () => Promise<void>) => {
      const now = await page.evaluate(() => Date.now());
      await page.clock.pauseAt(now + 60_000);
      await cause();
      const notices = page.getByRole('status', { name: 'Notices' });
      const notice = notices.getByText(message, { exact: true });
      await notice.waitFor();
      await page.clock.runFor(milliseconds - 1);
      expect(await notice.count()).toBe(1);
      await page.clock.runFor(1);
      await eventually(() => notice.count()).toBe(0);
      await page.clock.resume();
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
  },
);
