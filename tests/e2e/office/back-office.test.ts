import sharp from 'sharp';
import { expect, onTestFinished } from 'vitest';
import { currencyMessages } from '#shared/currency-messages.ts';
import { newGoods } from '../../support/goods.ts';
import { forceCurrency } from '../../support/force-currency.ts';
import { makeAdminInDatabase } from '../../../scripts/make-admin.ts';
import { messages } from '#shared/messages.ts';
import { paymentMethodMessages } from '#shared/payment-method-messages.ts';
import { shopMessages } from '#shared/shop-messages.ts';
import { quoteMessages } from '#shared/quote-messages.ts';
import { stockMessages } from '#shared/stock-messages.ts';
import { timeZoneMessages } from '#shared/time-zone-messages.ts';
import { sql } from '../../api/client.ts';
import { BackOffice } from '../../support/back-office.ts';
import { test } from '../../support/browser.ts';
import { demoAdministrator } from '../../support/customers.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { eventually } from '../../support/shop.ts';
import { openOffice } from '../../support/signed-in.ts';
import { deskFirst } from '../../support/widths.ts';
import { stack } from '../../support/stack.ts';

deskFirst('The back office on a $name', ({ width }) => {
  test('lets an administrator in and out, and nobody else', async ({ visit }) => {
    const visitor = await visit({ width });
    visitor.expectAnswer(401, /\/auth\/login$/);
    const office = new BackOffice(visitor.page);
    await office.page.goto('/admin/orders');
    await office.arriveAt('/admin/login');
    await office.heading('Admin Login');
    await office.main.getByText('welcome back admin').waitFor();
    await office.enterCredentials({ ...demoAdministrator, password: 'not-the-password' });
    await office.seesAndClosesToast(messages.auth.adminLoginFailed);
    await office.enterCredentials(demoAdministrator);
    await office.seesAndClosesToast(messages.auth.adminLoginDone);
    await office.arriveAt('/admin/orders');

    const logout = (await office.openSidebar()).getByRole('button', { name: 'Logout' });
    await office.offline(async () => {
      await logout.click();
      await office.seesAndClosesToast(messages.auth.logoutFailed);
    });
    await logout.click();
    await office.seesAndClosesToast(messages.auth.loggedOut);
    await office.arriveAt('/login');
    await office.page.goto('/admin/orders');
    await office.arriveAt('/admin/login');
  });

  test('Settings that cannot be loaded are not shown empty, and boxes look enabled in the dark; what is wrong is said at its field', async ({
    visit,
  }) => {
    const email = `keeper-${crypto.randomUUID()}@test.example`;
    const login = { email, password: 'keeper-demo-1' };
    await makeAdminInDatabase(stack().dbUrl, login);
    const visitor = await visit({ width, colorScheme: 'dark' });
    for (const status of [400, 401]) visitor.expectAnswer(status, /update-password$/);
    const office = new BackOffice(visitor.page);
    const { main, page } = office;
    const looksEnabled = async () => {
      const box = main.locator('input[type="checkbox"]').first();
      expect(await box.evaluate((it) => getComputedStyle(it).colorScheme)).toBe('light');
    };
    await office.returnAs(login);
    await office.open('/shop');
    await looksEnabled();
    await office.withFailingRequests('**/users/admin/details', async () => {
      await office.open('/admin/settings');
      await main.getByText(messages.loading.failed('profile')).waitFor();
    });
    expect(await main.getByLabel('Username').count()).toBe(0);
    await main.getByRole('button', { name: 'Try again' }).click();
    const profile = main.getByRole('form', { name: 'Profile' });
    await eventually(() => profile.getByLabel('Email').inputValue()).toBe(login.email);
    await looksEnabled();
    await profile.getByLabel('Username').fill('Keeper');
    await office.pressTwice(
      profile.getByRole('button', { name: 'Save' }),
      '**/users/admin/update-details',
      messages.settings.failed,
      messages.settings.detailsUpdated,
    );

    const password = main.getByRole('form', { name: 'Password' });
    const current = password.getByLabel('Current Password');
    await current.fill('not-the-password');
    await password.getByLabel('New Password').fill(`${login.password}-anew`);
    await password.getByRole('button', { name: 'Save' }).click();
    await office.seesAndClosesToast(messages.settings.failed);
    expect(await current.getAttribute('aria-invalid')).toBe('true');
    await current.fill(login.password);
    await password.getByRole('button', { name: 'Save' }).click();
    await office.seesAndClosesToast(messages.settings.passwordUpdated);
    expect(await current.inputValue()).toBe('');

    await office.open('/admin/settings/stock');
    const form = main.getByRole('form', { name: 'Stock' });
    const [pattern, few] = [form.getByLabel('SKU pattern'), form.getByLabel('Few left')];
    const before = [await pattern.inputValue(), await few.inputValue()] as const;
    await pattern.fill('{size}');
    await few.fill('100');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Needs {number}, {color} and {size}').waitFor();
    await form.getByText('At most 99').waitFor();
    const numbers = form.getByLabel('Order numbers');
    await numbers.fill('HM-');
    const carriers = form.getByLabel('Your own carriers');
    await carriers.fill('Bike Post https://bike.example/');
    await form.getByText(/and a page that begins with https:\/\/ and has \{number\}/).waitFor();
    await form.getByText('Needs {number} once').waitFor();
    await expectNoFaults(page, 'wrong settings of the stock');
    await pattern.fill('X-{number}.{size}-{color}');
    await form.getByText(/^For example X-1042\.M-NAVY/).waitFor();
    await numbers.fill('HM-{number}');
    await carriers.fill('');
    await form.getByText(/^For example HM-48213\./).waitFor();
    await pattern.fill(before[0]);
    await few.fill(before[1]);
    await office.pressTwice(
      form.getByRole('button', { name: 'Save' }),
      '**/stock/settings',
      stockMessages.failed,
      stockMessages.settingsSaved,
    );
  });
});

test('The dashboard asks for the time zone of the shop once, and the settings change it', async ({
  visit,
}) => {
  onTestFinished(async () => {
    await sql`update shop_settings set value = '"UTC"' where name = 'time_zone'`;
  });
  await sql`update shop_settings set value = '""' where name = 'time_zone'`;
  const { office, main, page } = await openOffice(visit);
  const devtools = await page.context().newCDPSession(page);
  const travelTo = (timezoneId: string) =>
    devtools.send('Emulation.setTimezoneOverride', { timezoneId });
  await travelTo('UTC');
  await office.open('/admin/settings/time-zone');
  await main.getByText('Your browser is in UTC.').waitFor();
  await page.waitForLoadState('networkidle');
  expect(await main.getByText(quoteMessages.nothingFound).count()).toBe(0);

  await travelTo('Pacific/Auckland');
  const question = main.getByText('Days are counted in UTC. Your browser is in Pacific/Auckland.');
  await eventually(async () => {
    await office.open('/admin/dashboard');
    return question.count();
  }).toBe(1);
  await main.getByRole('button', { name: 'Use Pacific/Auckland' }).click();
  await office.seesAndClosesToast(timeZoneMessages.saved);
  await main.getByRole('button', { name: '30 days' }).waitFor();
  expect(await question.count()).toBe(0);

  await office.open('/admin/settings/time-zone');
  await main.getByText('New Zealand Time').waitFor();
  await main.getByLabel('Change to').fill('pacific los');
  await main.getByRole('button', { name: /^America\/Los_Angeles/ }).click();
  await office.seesAndClosesToast(timeZoneMessages.saved);
  await main.getByText('Pacific Time').waitFor();
  await office.open('/admin/orders');
  await main.getByText('Days in Pacific Time').waitFor();
});

test('The settings say what is set up and what is missing, and lead there; the profile is below', async ({
  visit,
}) => {
  onTestFinished(async () => {
    await sql`update shop_settings set value = '30' where name = 'return_days'`;
  });
  const restored = await sql`select name, value from shop_settings where name like 'shop_%'`;
  onTestFinished(async () => {
    for (const { name, value } of restored) {
      await sql`update shop_settings set value = ${sql.json(value)} where name = ${String(name)}`;
    }
  });
  const { office, main, page, expectAnswer } = await openOffice(visit, '/admin/settings', {
    width: 390,
  });
  expectAnswer(400, /\/shop\/logo$/);
  const part = (name: string) =>
    main.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });
  await part('Invoices').getByText('From Hemline Ltd. With address.').waitFor();
  await part('Invoices').getByText('Set up').waitFor();
  await expectNoFaults(page, 'all settings');
  const copy = (company: string) =>
    main.getByRole('button', { name: `Copy the address for ${company}` });
  await page.context().clearPermissions();
  await copy('Google Merchant Center').click();
  await office.seesAndClosesToast(paymentMethodMessages.notCopied);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  for (const [company, feed] of [
    ['Google Merchant Center', 'google'],
    ['Meta Commerce Manager', 'meta'],
  ] as const) {
    await copy(company).click();
    await office.seesAndClosesToast(paymentMethodMessages.copied);
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(`${stack().siteUrl}/feeds/${feed}.xml`);
    expect((await fetch(copied)).status).toBe(200);
  }
  await main.getByRole('link', { name: 'Currency' }).click();
  await office.arriveAt('/admin/settings/currency');
  await main.getByText(currencyMessages.fixed).waitFor();
  const { products } = await newGoods();
  onTestFinished(() => forceCurrency('USD'));
  await forceCurrency('JPY');
  await office.open('/admin/settings/currency');
  await main.getByText('Japanese yen (JPY, no decimals)').waitFor();
  const shown = await fetch(`${stack().siteUrl}/product/${products[0]._id}/-`);
  const html = await shown.text();
  expect(html).toContain('"price":"20","priceCurrency":"JPY"');
  expect(html).toContain('¥20');
  await forceCurrency('USD');
  await main.getByRole('link', { name: 'Settings' }).click();
  await main.getByRole('link', { name: 'Returns' }).click();
  await office.arriveAt('/admin/settings/returns');
  const form = main.getByRole('form', { name: 'Returns' });
  await form.getByLabel('Days to return').fill('21');
  await form.getByRole('button', { name: 'Save' }).click();
  await office.seesAndClosesToast(stockMessages.settingsSaved);
  await expectNoFaults(page, 'settings of returns');
  await main.getByRole('link', { name: 'Settings' }).click();
  await part('Returns').getByText('21 days to ask, 14 days to send; the customer pays.').waitFor();
  await main.getByRole('link', { name: 'Shop', exact: true }).click();
  await office.arriveAt('/admin/settings/shop');
  const shop = main.getByRole('form', { name: 'Shop' });
  const save = shop.getByRole('button', { name: 'Save' });
  await shop.getByLabel('Name', { exact: true }).fill('Nähwerk');
  await shop.getByLabel('Email').fill('post');
  await shop.getByLabel('Social links').fill('naehwerk.social');
  await shop.getByLabel('Copyright year').fill('23');
  await save.click();
  await shop.getByText('Not a valid email address').waitFor();
  await shop.getByText('One address a line, each beginning with https://').waitFor();
  await shop.getByText('At least 1900').waitFor();
  await expectNoFaults(page, 'wrong settings of the shop');
  await shop.getByLabel('Email').fill('post@naehwerk.example');
  await shop.getByLabel('Social links').fill('https://naehwerk.social/@post');
  await shop.getByLabel('Accent', { exact: true }).fill('#d9a441');
  await shop.getByText(/^The accent on the paper has a contrast of 1\.84:1/).waitFor();
  await shop.getByLabel('Accent', { exact: true }).fill('#7a1f4b');
  await eventually(() => save.evaluate((it) => getComputedStyle(it).backgroundColor)).toBe(
    'rgb(122, 31, 75)',
  );
  await shop.getByLabel('Headings and text').selectOption('Fredoka, Nunito');
  await eventually(() =>
    page.evaluate(() => document.fonts.check('500 24px "Fredoka Variable"')),
  ).toBe(true);
  await eventually(() => save.evaluate((it) => getComputedStyle(it).fontFamily)).toMatch(
    /^"Nunito Variable"/,
  );
  await shop.getByLabel('Copyright year').fill('2026');
  await main.getByText('© 2026 Nähwerk. All rights reserved.').waitFor();
  await office.pressTwice(save, '**/shop/details', shopMessages.failed, shopMessages.saved);
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><script>alert(1)</script><path d="M0 0h40v10z" fill="navy"/></svg>';
  const logo = main.getByLabel('Logo', { exact: true });
  const file = { name: 'logo.svg', mimeType: 'image/svg+xml' };
  await logo.setInputFiles({ ...file, buffer: Buffer.from('no picture') });
  await office.seesAndClosesToast(shopMessages.failed);
  await main.getByText('logo.svg is not a PNG, JPEG, WebP, AVIF or GIF picture').waitFor();
  await logo.setInputFiles({ ...file, buffer: Buffer.from(drawing) });
  await office.seesAndClosesToast(shopMessages.logoSaved);
  const about = async () => (await page.request.get('/about')).text();
  await eventually(about).toMatch(
    /<img src="\/images\/480\/shop\/960x240-[^"]+\.png" alt="Nähwerk" width="960" height="240"/,
  );
  const made = (await about()).matchAll(/\/images\/(icon|social)\/shop\/960x240-[^"]+/g);
  const sizes = [...made].map(async ([path]) => {
    const { width, height, format } = await sharp(
      await (await page.request.get(path)).body(),
    ).metadata();
    return [width, height, format];
  });
  expect(await Promise.all(sizes)).toEqual([
    [512, 512, 'png'],
    [1200, 630, 'png'],
  ]);
  await expectNoFaults(page, 'settings of the shop');
  await main.getByRole('button', { name: 'Remove Logo' }).click();
  await office.seesAndClosesToast(shopMessages.logoRemoved);
  await office.openSidebar();
  await page.getByRole('complementary', { name: 'Sidebar' }).getByText('Nähwerk').waitFor();
  await page.keyboard.press('Escape');

  await office.open('/admin/dashboard');
  const bar = page.getByRole('banner');
  await bar.getByRole('button', { name: 'Your account' }).click();
  await bar.getByRole('link', { name: 'Profile' }).click();
  await office.arriveAt('/admin/settings');
  await eventually(async () => {
    const box = await main.getByLabel('Current Password').boundingBox();
    return box?.y ?? Infinity;
  }).toBeLessThan(page.viewportSize()?.height ?? 0);
});
