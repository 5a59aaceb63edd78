import { expect } from 'vitest';
import { makeAdminInDatabase } from '../../../scripts/make-admin.ts';
import { messages } from '#shared/messages.ts';
import { good } from '../../api/client.ts';
import { test } from '../../support/browser.ts';
import { demoGarment, registeredCustomer } from '../../support/customers.ts';
import { linkMailedTo } from '../../support/mailbox.ts';
import { eventually, Shop } from '../../support/shop.ts';
import { openOffice, openShop } from '../../support/signed-in.ts';
import { phoneFirst } from '../../support/widths.ts';
import { stack } from '../../support/stack.ts';

phoneFirst('Signing in on a $name', ({ width }) => {
  test('a guarded page leads to the login and back, and not into the back office', async ({
    visit,
  }) => {
    const visitor = await visit({ width });
    visitor.expectAnswer(401, /\/auth\/(user-)?login$/);
    const { page } = visitor;
    const shop = new Shop(page);
    const customer = await registeredCustomer();
    await page.goto('/user/all-orders');
    await shop.arriveAt('/login');
    await shop.enterCredentials({ ...customer, password: 'not-the-password' });
    await shop.seesAndClosesToast(messages.auth.userLoginFailed);
    // The button shows the password, keeps the caret, and hides it again when the form is sent.
    const password = shop.main.getByLabel('Password', { exact: true });
    const show = shop.main.getByRole('button', { name: 'Show password' });
    await password.fill(`${customer.password}x`);
    await page.keyboard.press('ArrowLeft');
    await show.click();
    // The caret is put back in the next frame.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
    await page.keyboard.press('Delete');
    expect(await password.getAttribute('type')).toBe('text');
    expect(await password.inputValue()).toBe(customer.password);
    expect(await show.getAttribute('aria-pressed')).toBe('true');
    const letIn = await shop.hold('**/auth/user-login');
    await page.keyboard.press('Enter');
    await eventually(() => password.getAttribute('type')).toBe('password');
    const busy = shop.main.getByRole('button', { name: 'Logging in…' });
    await busy.waitFor();
    expect(await busy.getAttribute('aria-busy')).toBe('true');
    letIn();
    await shop.arriveAt('/user/all-orders');

    await page.goto('/admin/orders');
    await shop.arriveAt('/admin/login');
    await shop.enterCredentials(customer);
    await shop.seesToast(messages.auth.adminLoginFailed);
    expect(new URL(page.url()).pathname).toBe('/admin/login');
  });

  test('Enter counts though the script of the form is still on its way', async ({ visit }) => {
    const shop = new Shop((await visit({ width })).page);
    const { email, password } = await registeredCustomer();
    const bringScript = await shop.hold('**/_astro/react.*.js');
    await shop.page.goto('/login', { waitUntil: 'commit' });
    await shop.page.locator('html[data-ready]').waitFor();
    await shop.main.getByLabel('Email').fill(email);
    await shop.main.getByLabel('Password', { exact: true }).fill(password);
    await shop.page.keyboard.press('Enter');
    bringScript();
    await shop.arriveAt('/');
  });
});

phoneFirst('The account on a $name', ({ width }) => {
  test('shows who one is, takes changes, a new email address and a new password, and lets one out', async ({
    visit,
  }) => {
    const { page, shop, main, customer, expectAnswer } = await openShop(visit, { width });
    for (const status of [400, 401]) expectAnswer(status, /\/users\/change-password$/);
    await shop.open('/user/account');
    await shop.sees(customer.email, customer.country, customer.postcode);
    // A new address waits for the link that is mailed to it; the rest is taken at once.
    const email = `new.${customer.email}`;
    await shop.open('/user/manage-account');
    const country = main.getByLabel(/country/i);
    await eventually(() => country.inputValue()).toBe(customer.country);
    await country.fill('Portugal');
    await main.getByLabel(/email/i).fill(email);
    await main.getByRole('button', { name: 'Update' }).click();
    await main.getByText(messages.profile.waitingFor(email)).waitFor();
    await eventually(() => main.getByLabel(/email/i).inputValue()).toBe(customer.email);
    await shop.open('/user/account');
    await shop.sees('Portugal', messages.profile.waitingFor(email));
    const link = await linkMailedTo(email);
    for (const said of [messages.profile.emailChanged, messages.profile.emailLinkFailed]) {
      await page.goto(link);
      await shop.arriveAt('/email-changed');
      await main.getByText(said).waitFor();
    }
    expect(new URL(page.url()).hash).toBe('');

    const password = `${customer.password}-changed`;
    await shop.changePassword('not-the-password', password);
    await shop.seesToast('Error: ');
    await shop.changePassword(customer.password, password);
    await shop.seesToast(messages.password.updated);
    await shop.arriveAt('/user/account');
    await shop.logOut();
    await page.goto('/user/account');
    await shop.arriveAt('/login');
    await shop.enterCredentials({ email, password });
    await shop.arriveAt('/user/account');
  });
});

test('Every page of a customer reads each resource once', async ({ visit }) => {
  const { page, shop } = await openShop(visit);
  await shop.putIntoCart(await demoGarment());
  let asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/v1/')) asked.push(pathname.slice('/api/v1'.length));
  });
  const profile = '/users/profile';
  const resources = {
    '/cart': ['/cart/price'],
    '/checkout': ['/cart/price', '/users/addresses', profile],
    '/user/account': ['/orders/order-count', profile],
    '/user/manage-account': ['/countries', profile],
    '/user/all-orders': ['/imported-orders/own', '/orders/user-orders', profile],
  };
  for (const [path, expected] of Object.entries(resources)) {
    asked = [];
    await shop.open(path);
    await shop.islandsHydrated();
    const all = ['/cart/get-cart', ...expected];
    await eventually(() => [...new Set(asked)].sort()).toEqual(all);
    await page.waitForLoadState('networkidle');
    // The price is that of the cart, and asked for again if the cart comes later.
    const once = asked.filter((it, at) => it !== '/cart/price' || asked.indexOf(it) === at);
    expect(once.sort(), path).toEqual(all);
  }
});

test('An administrator’s new email address waits for its link too', async ({ visit }) => {
  const login = { email: `keeper-${crypto.randomUUID()}@test.example`, password: 'keeper-demo-1' };
  await makeAdminInDatabase(stack().dbUrl, login);
  const { office, page, main } = await openOffice(visit, '', {}, login);
  await office.open('/admin/settings');
  const profile = main.getByRole('form', { name: 'Profile' });
  const field = profile.getByLabel('Email');
  await eventually(() => field.inputValue()).toBe(login.email);
  const email = `new-${login.email}`;
  await field.fill(email);
  await profile.getByRole('button', { name: 'Save' }).click();
  await profile.getByText(messages.profile.waitingFor(email)).waitFor();
  expect(await field.inputValue()).toBe(login.email);
  await page.goto(await linkMailedTo(email));
  await main.getByText(messages.profile.emailChanged).waitFor();
  await main.getByRole('link', { name: 'Login' }).click();
  await office.arriveAt('/admin/login');
  await office.enterCredentials({ ...login, email });
  await office.arriveAt('/admin/dashboard');
});

test('a long surname stays whole in the column of the account', async ({ visit }) => {
  const { shop, main, customer } = await openShop(visit);
  const { UserauthToken: token } = await good('POST', '/auth/user-login', { json: customer });
  const surname = 'Featherstonehaughs';
  const lastname = `${surname} ${'W'.repeat(80)}`;
  await good('PUT', '/users/profile', { token, json: { lastname } });
  await shop.open('/user/account');
  const name = main.getByText(`Ada ${lastname}`, { exact: true }).first();
  await name.waitFor();
  const [rows, spare = 0] = await name.evaluate((element, word) => {
    const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
    if (!text) return [0, 0];
    const at = (text.textContent ?? '').indexOf(word);
    const range = new Range();
    range.setStart(text, at);
    range.setEnd(text, at + word.length);
    return [range.getClientRects().length, innerWidth - document.documentElement.scrollWidth];
  }, surname);
  expect(rows).toBe(1);
  expect(spare).toBeGreaterThanOrEqual(0);
});
