import { expect } from 'vitest';
import { makeAdminInDatabase } from '../../../scripts/make-admin.ts';
import { colourName } from '#shared/domain/colour-name.ts';
import { messages } from '#shared/messages.ts';
import { shippingMessages } from '#shared/shipping-messages.ts';
import { BackOffice } from '../../support/back-office.ts';
import { test } from '../../support/browser.ts';
import {
  demoAdministrator,
  garmentInStock,
  newCustomer,
  registeredCustomer,
} from '../../support/customers.ts';
import { linkMailedTo } from '../../support/mailbox.ts';
import { purchase } from '../../support/purchases.ts';
import { eventually, Shop } from '../../support/shop.ts';
import { phoneFirst } from '../../support/widths.ts';
import { stack } from '../../support/stack.ts';

phoneFirst('Signing in on a $name', ({ width }) => {
  test('a guarded page leads to the login and back', async ({ visit }) => {
    const shop = new Shop((await visit({ width })).page);
    await shop.page.goto('/user/all-orders');
    await shop.arriveAt('/login');
    await shop.enterCredentials(await registeredCustomer());
    await shop.arriveAt('/user/all-orders');
  });

  test('Enter counts though the script of the form is still on its way', async ({ visit }) => {
    const shop = new Shop((await visit({ width })).page);
    const { email, password } = await registeredCustomer();
    const gate = Promise.withResolvers<undefined>();
    await shop.page.route('**/_astro/react.*.js', async (route) => {
      await gate.promise;
      await route.continue();
    });
    await shop.page.goto('/login', { waitUntil: 'commit' });
    await shop.page.locator('html[data-ready]').waitFor();
    await shop.main.getByLabel('Email').fill(email);
    await shop.main.getByLabel('Password', { exact: true }).fill(password);
    await shop.page.keyboard.press('Enter');
    gate.resolve(undefined);
    await shop.arriveAt('/');
  });

  test('the back office is closed to strangers and to customers', async ({ visit }) => {
    const visitor = await visit({ width });
    visitor.expectAnswer(401, /\/auth\/login$/);
    const shop = new Shop(visitor.page);
    const customer = await registeredCustomer();
    await shop.signIn(customer);
    await shop.page.goto('/admin/orders');
    await shop.arriveAt('/admin/login');
    await shop.enterCredentials(customer);
    await shop.seesToast(messages.auth.adminLoginFailed);
    expect(new URL(shop.page.url()).pathname).toBe('/admin/login');
  });

  test('wrong details, a stranger and an administrator are refused alike', async ({ visit }) => {
    const visitor = await visit({ width });
    visitor.expectAnswer(401, /\/auth\/user-login$/);
    const shop = new Shop(visitor.page);
    const customer = await registeredCustomer();
    const wrong = { ...customer, password: 'not-the-password' };
    for (const credentials of [wrong, newCustomer(), demoAdministrator]) {
      await shop.open('/login');
      await shop.enterCredentials(credentials);
      await shop.seesToast(messages.auth.userLoginFailed);
    }
  });

  test('passwords that differ register nobody', async ({ visit }) => {
    const shop = new Shop((await visit({ width })).page);
    const customer = newCustomer();
    await shop.open('/register');
    const country = shop.main.getByRole('combobox', { name: 'Country' });
    for (const [typed, unknown] of [
      ['Wakanda', 1],
      ['Deutschland', 0],
    ] as const) {
      await country.fill(typed);
      await country.blur();
      await eventually(() => shop.main.getByText(shippingMessages.unknownCountry).count()).toBe(
        unknown,
      );
    }
    await eventually(() => shop.main.locator('datalist option').count()).toBeGreaterThan(240);
    await shop.fillRegistration({ ...customer, confirmation: 'something else' });
    await shop.seesToast(messages.auth.passwordMismatch);
    expect(new URL(shop.page.url()).pathname).toBe('/register');
  });
});

phoneFirst('The account on a $name', ({ width }) => {
  test('shows who one is, takes changes, and lets one out', async ({ visit }) => {
    const shop = new Shop((await visit({ width })).page);
    const customer = await registeredCustomer();
    await shop.signIn(customer);
    await shop.open('/user/account');
    for (const text of [customer.email, customer.country, customer.postcode]) {
      await shop.main.getByText(text).first().waitFor();
    }
    await shop.open('/user/manage-account');
    const city = shop.main.getByLabel(/country/i);
    await eventually(() => city.inputValue()).toBe(customer.country);
    await city.fill('Portugal');
    await shop.main.getByRole('button', { name: 'Update' }).click();
    await shop.seesToast(messages.profile.updated);
    await shop.open('/user/account');
    await shop.main.getByText('Portugal').first().waitFor();

    // A new address waits for the link that is mailed to it.
    const email = `new.${customer.email}`;
    await shop.open('/user/manage-account');
    await shop.main.getByLabel(/email/i).fill(email);
    await shop.main.getByRole('button', { name: 'Update' }).click();
    await shop.main.getByText(messages.profile.waitingFor(email)).waitFor();
    await eventually(() => shop.main.getByLabel(/email/i).inputValue()).toBe(customer.email);
    await shop.open('/user/account');
    await shop.main.getByText(messages.profile.waitingFor(email)).waitFor();
    const link = await linkMailedTo(email);
    for (const said of [messages.profile.emailChanged, messages.profile.emailLinkFailed]) {
      await shop.page.goto(link);
      await shop.arriveAt('/email-changed');
      await shop.main.getByText(said).waitFor();
    }
    expect(new URL(shop.page.url()).hash).toBe('');

    await shop.logOut();
    await shop.page.goto('/user/account');
    await shop.arriveAt('/login');
    await shop.enterCredentials({ ...customer, email });
    await shop.arriveAt('/user/account');
  });

  test('a new password replaces the old one', async ({ visit }) => {
    const visitor = await visit({ width });
    visitor.expectAnswer(400, /\/users\/change-password$/);
    visitor.expectAnswer(401, /\/users\/change-password$/);
    const shop = new Shop(visitor.page);
    const customer = await registeredCustomer();
    const password = `${customer.password}-changed`;
    await shop.signIn(customer);
    await shop.changePassword('not-the-password', password);
    await shop.seesToast('Error: ');
    await shop.changePassword(customer.password, password);
    await shop.seesToast(messages.password.updated);
    await shop.arriveAt('/user/account');
    await shop.logOut();
    await shop.signIn({ ...customer, password });
  });
});

test('Every page of a customer reads each resource once', async ({ visit }) => {
  const { page } = await visit();
  const shop = new Shop(page);
  await shop.returnAs(await registeredCustomer());
  await shop.putIntoCart(await garmentInStock());
  let asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/v1/')) asked.push(pathname.slice('/api/v1'.length));
  });
  const profile = '/users/profile';
  const resources = {
    '/cart': ['/cart/price'],
    '/checkout': ['/cart/price', profile],
    '/user/account': ['/orders/order-count', profile],
    '/user/manage-account': [profile],
    '/user/all-orders': ['/orders/user-orders', profile],
  };
  for (const [path, expected] of Object.entries(resources)) {
    asked = [];
    await shop.open(path);
    await shop.islandsHydrated();
    await page.waitForLoadState('networkidle');
    expect(asked.sort(), path).toEqual(['/cart/get-cart', ...expected]);
  }
});

test('An administrator’s new email address waits for its link too', async ({ visit }) => {
  const login = { email: `keeper-${crypto.randomUUID()}@test.example`, password: 'keeper-demo-1' };
  await makeAdminInDatabase(stack().dbUrl, login);
  const office = new BackOffice((await visit()).page);
  await office.returnAs(login);
  await office.open('/admin/settings');
  const profile = office.main.getByRole('form', { name: 'Profile' });
  const field = profile.getByLabel('Email');
  await eventually(() => field.inputValue()).toBe(login.email);
  const email = `new-${login.email}`;
  await field.fill(email);
  await profile.getByRole('button', { name: 'Save' }).click();
  await profile.getByText(messages.profile.waitingFor(email)).waitFor();
  expect(await field.inputValue()).toBe(login.email);
  await office.page.goto(await linkMailedTo(email));
  await office.main.getByText(messages.profile.emailChanged).waitFor();
  await office.main.getByRole('link', { name: 'Login' }).click();
  await office.arriveAt('/admin/login');
  await office.enterCredentials({ ...login, email });
  await office.arriveAt('/admin/dashboard');
});

phoneFirst('Contact on a $name', ({ width }) => {
  test('a message is taken and the form is empty again', async ({ visit }) => {
    const shop = new Shop((await visit({ width })).page);
    await shop.open('/contact');
    const form = shop.main.locator('form');
    await form.scrollIntoViewIfNeeded();
    await shop.islandsHydrated();
    await form.getByLabel(/first ?name/i).fill('Ada');
    await form.getByLabel(/last ?name/i).fill('Weaver');
    await form.getByLabel(/e-?mail/i).fill('ada@example.com');
    await form.getByLabel(/message/i).fill('Do you sell by the bolt?');
    await form.getByRole('button').click();
    await shop.seesToast(messages.contact.sent);
    await eventually(() => form.getByLabel(/message/i).inputValue()).toBe('');
  });
});

test('a long surname stays whole in the column of the account', async ({ visit }) => {
  const shop = new Shop((await visit()).page);
  const customer = await registeredCustomer();
  await shop.returnAs(customer);
  for (const [lastname, lines] of [
    ['Featherstonehaughs', 1],
    ['W'.repeat(80), null],
  ] as const) {
    await shop.open('/user/manage-account');
    await shop.main.getByLabel('Last name').fill(lastname);
    await shop.main.getByRole('button', { name: 'Update' }).click();
    await shop.seesAndClosesToast(messages.profile.updated);
    await shop.open('/user/account');
    const name = shop.main.getByText(`Ada ${lastname}`, { exact: true }).first();
    await name.waitFor();
    const [rows, spare] = await name.evaluate((element, word) => {
      const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
      if (!text) return [0, 0];
      const at = (text.textContent ?? '').indexOf(word);
      const range = new Range();
      range.setStart(text, at);
      range.setEnd(text, at + word.length);
      return [range.getClientRects().length, innerWidth - document.documentElement.scrollWidth];
    }, lastname);
    if (lines !== null) expect(rows).toBe(lines);
    expect(spare).toBeGreaterThanOrEqual(0);
  }
});

phoneFirst('On a $name', ({ width }) => {
  test('a shopper knows an own order again, prints its invoice, and no other', async ({
    visit,
  }) => {
    const [customer, stranger, garment] = await Promise.all([
      registeredCustomer(),
      registeredCustomer(),
      garmentInStock(),
    ]);
    const [own, other] = [await purchase(customer, garment), await purchase(stranger, garment)];
    const visitor = await visit({ width });
    visitor.expectAnswer(404, /\/orders\/user-orders\//);
    const shop = new Shop(visitor.page);
    await shop.returnAs(customer);
    await shop.open('/user/all-orders');
    const card = shop.main.getByRole('listitem').filter({ hasText: /HM-\d+/ });
    await card.getByText(`${colourName(garment.colors[0] ?? '')}, ${garment.sizes[0]}`).waitFor();
    const picture = card.locator('img');
    expect(await picture.getAttribute('src')).toContain(`/${garment.colors[0]}-front.`);
    await eventually(() =>
      picture.evaluate((it) => it.getBoundingClientRect().width),
    ).toBeGreaterThanOrEqual(40);
    await shop.main.getByRole('link', { name: /^Invoice/ }).click();
    await shop.arriveAt(`/user/invoice/${own.id}`);
    await shop.heading('Invoice');
    await shop.main.getByText('Not paid yet').waitFor();
    await shop.open(`/user/invoice/${other.id}`);
    await shop.main.getByText(messages.orders.unknown).waitFor();
  });
});
