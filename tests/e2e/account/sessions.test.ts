import type { BrowserContext, Page } from 'playwright';
import { describe, expect } from 'vitest';
import { messages } from '#shared/messages.ts';
import { BackOffice } from '../../support/back-office.ts';
import { test } from '../../support/browser.ts';
import { demoAdministrator, registeredCustomer } from '../../support/customers.ts';
import { expiringToken } from '../../support/expiring-token.ts';
import { linkMailedTo } from '../../support/mailbox.ts';
import { eventually, Shop, waitForFocus } from '../../support/shop.ts';

type Key = 'userToken' | 'adminToken';

const tokenIn = (page: Page, key: Key) =>
  page.evaluate((name) => sessionStorage.getItem(name) ?? '', key);

/** As if the tab had been open for nearly an hour, or for longer. */
async function letTokenAge(page: Page, key: Key, secondsLeft: number): Promise<string> {
  const aged = await expiringToken(await tokenIn(page, key), secondsLeft);
  await page.evaluate(([name, token]) => sessionStorage.setItem(name, token), [key, aged] as const);
  return aged;
}

/** What a browser still has after it was closed and opened again a minute later; how new a page was is kept for seconds. */
async function keptCookies(context: BrowserContext) {
  const aMinuteLater = Date.now() / 1000 + 60;
  return (await context.cookies()).filter(({ expires }) => expires > aMinuteLater);
}

/** What the site answers to this browser's session cookie, asked past its pages. */
const sessionStatus = async (context: BrowserContext, role: 'user' | 'admin') =>
  (await context.request.get(`/session/${role}`)).status();

test('Tokens that run out are renewed before anybody notices, and who signs out of one role stays in the other', async ({
  visit,
}) => {
  const { page } = await visit();
  const [shop, office] = [new Shop(page), new BackOffice(page)];
  const customer = await registeredCustomer();
  await shop.signIn(customer);
  await office.signIn();
  const aged = {
    userToken: await letTokenAge(page, 'userToken', 30),
    adminToken: await letTokenAge(page, 'adminToken', -7200),
  };
  // Any answer of 401 on the way would fail this test.
  await shop.open('/user/manage-account');
  const email = page.getByRole('main').getByLabel(/email/i);
  await eventually(() => email.inputValue()).toBe(customer.email);
  await office.open('/admin/settings');
  await eventually(() => email.inputValue()).toBe(demoAdministrator.email);
  for (const key of ['userToken', 'adminToken'] as const) {
    expect(await tokenIn(page, key)).not.toBe(aged[key]);
  }

  await shop.logOut();
  await page.goto('/user/account');
  await shop.arriveAt('/login');
  await office.open('/admin/settings');
  await eventually(() => email.inputValue()).toBe(demoAdministrator.email);
  expect(await sessionStatus(page.context(), 'admin')).toBe(200);
});

describe('“Remember me”', () => {
  test('keeps the sign-in when the browser was closed', async ({ visit }) => {
    const customer = await registeredCustomer();
    const before = await visit();
    const shop = new Shop(before.page);
    await shop.open('/login');
    await shop.main.getByLabel('Remember me').check();
    await shop.enterCredentials(customer);
    await shop.arriveAt('/');
    const cookies = await keptCookies(before.page.context());

    const after = await visit();
    await after.page.context().addCookies(cookies);
    const later = new Shop(after.page);
    await later.open('/user/account');
    await later.main.getByText(customer.email).first().waitFor();
    expect(new URL(after.page.url()).pathname).toBe('/user/account');
    // The renewed session is remembered as well.
    expect(await keptCookies(after.page.context())).toHaveLength(cookies.length);
  });

  test('left alone, the sign-in ends with the browser, and with the sign-out everywhere; what older sessions left is in nobody’s way', async ({
    visit,
  }) => {
    const { page, expectAnswer } = await visit({ width: 390 });
    const shop = new Shop(page);
    await shop.open('/login');
    const context = page.context();
    const { origin, hostname } = new URL(page.url());
    const leave = (name: string, value: string, path = '/session') =>
      context.addCookies([{ name, value, domain: hostname, path, sameSite: 'Strict' }]);
    const left = async () =>
      (await context.cookies(`${origin}/session/user`))
        .map(({ name }) => name)
        .filter((name) => name.startsWith('hemline_user'))
        .sort();

    expectAnswer(401, /^\/session\/user$/);
    await leave('hemline_user_session', `r.${crypto.randomUUID()}`);
    await leave('hemline_user', '1', '/');
    await page.goto('/user/account?from=mail#main');
    await shop.arriveAt('/login');
    const { searchParams } = new URL(page.url());
    expect(searchParams.get('next')).toBe('/user/account?from=mail#main');
    expect(await left()).toEqual([]);

    for (const chunk of [0, 1, 2]) {
      await leave(`hemline_user_session.${chunk}`, 'base64-eyJhY2Nlc3');
    }
    await shop.signIn(await registeredCustomer());
    expect(await left()).toEqual(['hemline_user', 'hemline_user_session']);
    expect(await sessionStatus(context, 'user')).toBe(200);
    const kept = (await keptCookies(context)).map(({ name }) => name);
    // Only that this browser has signed in before.
    expect(kept.filter((name) => name.startsWith('hemline_'))).toEqual(['hemline_device_user']);

    const stolen = await context.cookies();
    await shop.logOut();
    expect(await left()).toEqual([]);
    expect(await sessionStatus(context, 'user')).toBe(401);
    await context.addCookies(stolen);
    expect(await sessionStatus(context, 'user')).toBe(401);
  });
});

test('“Forgot your password?” leads by a mail to a new password', async ({ visit }) => {
  const { page, expectAnswer } = await visit({ width: 390 });
  expectAnswer(401, /\/auth\/reset-password$/);
  const shop = new Shop(page);
  const { main } = shop;
  const customer = await registeredCustomer();
  const email = main.getByLabel('Email');
  await shop.open('/login?next=/cart');
  await email.fill(customer.email);
  await main.getByRole('link', { name: 'Forgot your password?' }).click();
  await shop.arriveAt('/forgot-password');
  expect(page.url()).toMatch(/\?next=%2Fcart$/);
  expect(await email.inputValue()).toBe(customer.email);
  await main.getByRole('button', { name: 'Send me a link' }).click();
  await waitForFocus(main.getByText(messages.password.linkSent(customer.email)));

  await page.goto(await linkMailedTo(customer.email));
  await shop.arriveAt('/reset-password');
  // As in another tab.
  await page.evaluate(() => sessionStorage.clear());
  const password = `${customer.password}-anew`;
  await main.getByLabel('New password').fill(password);
  const save = main.getByRole('button', { name: 'Save' });
  await save.click();
  await shop.seesToast(messages.password.updated);
  await shop.arriveAt('/login');
  expect(await email.inputValue()).toBe(customer.email);
  await waitForFocus(main.getByLabel('Password', { exact: true }));
  await main.getByLabel('Password', { exact: true }).fill(password);
  await main.getByRole('button', { name: 'Login' }).click();
  await shop.arriveAt('/cart');

  await shop.open('/reset-password');
  await main.getByLabel('New password').fill(password);
  await save.click();
  await main.getByText(messages.password.linkExpired).waitFor();
});
