import type { Route } from 'playwright';
import { expect } from 'vitest';
import { messages } from '../../supabase/functions/_shared/messages.ts';
import { BackOffice } from '../support/back-office.ts';
import { test } from '../support/browser.ts';
import { registeredCustomer } from '../support/customers.ts';
import { expectNoFaults } from '../support/faults.ts';
import { eventually } from '../support/shop.ts';
import { widths } from '../support/widths.ts';

/** Every list of the back office, and what it says where its rows would be. */
const lists = [
  ['/admin/dashboard', messages.products.emptyInAdmin],
  ['/admin/categories', messages.categories.emptyInAdmin],
  ['/admin/products', messages.products.emptyInAdmin],
  ['/admin/orders', messages.orders.empty],
  ['/admin/customers', messages.users.empty],
  ['/admin/banner', messages.banners.empty],
  ['/admin/ads', messages.ads.empty],
  ['/admin/faqs', messages.faqs.empty],
  ['/admin/messages', messages.contact.empty],
  ['/admin/settings/audit', messages.audit.empty],
] as const;

test('Every list of the back office that cannot be loaded shows its empty state, says why, and loads again', async ({
  visit,
}) => {
  const { page } = await visit();
  const office = new BackOffice(page);
  const { main } = office;
  const { email } = await registeredCustomer();
  await office.returnAs();
  await office.openTable('/admin/customers', email);
  const orders = await office
    .row(email)
    .getByRole('link', { name: 'View Orders' })
    .getAttribute('href');
  const calls = '**/api/v1/**';
  const cut = (route: Route) => route.abort();
  const atBoth = async (see: (where: string) => Promise<void>) => {
    for (const { name, width } of widths) {
      await page.setViewportSize({ width, height: 900 });
      await see(name);
    }
  };
  for (const [path, empty] of [...lists, [orders ?? '', messages.orders.emptyForUser] as const]) {
    await page.route(calls, cut);
    await office.open(path);
    const failed = main.getByText('The list could not be loaded.');
    await atBoth(async (where) => {
      await main.getByText(empty, { exact: true }).first().waitFor();
      await failed.waitFor();
      expect(await main.getByRole('table').count(), `${path} at a ${where}`).toBe(0);
      if (/customers|faqs/.test(path)) await expectNoFaults(page, `${path} without an answer`);
      if (path !== '/admin/dashboard') return;
      await main.getByText('The figures could not be loaded.').waitFor();
      await main.getByText('What needs doing could not be loaded.').waitFor();
      const bell = page.getByRole('button', { name: /^Notifications/ });
      await bell.click();
      await page.getByText('They could not be loaded.').waitFor();
      await expectNoFaults(page, 'a dashboard and a bell without an answer');
      await bell.click();
    });
    await page.unroute(calls);
    await main.getByRole('button', { name: 'Load again' }).last().click();
    await eventually(() => failed.count()).toBe(0);
  }
});

test('Banners, advertisements and questions are searched and sorted by the server, as the address says', async ({
  visit,
}) => {
  const { page } = await visit();
  const office = new BackOffice(page);
  await office.returnAs();
  for (const [path, list, sort, head, words] of [
    ['/admin/banner', 'banner', 'header', 'Header Text', 'long light'],
    ['/admin/ads', 'ads', 'text', 'Text', 'made to be mended'],
    ['/admin/faqs', 'faqs', 'question', 'Question', 'wash wool'],
  ] as const) {
    const asked = new URLSearchParams({ q: words, sort: `${sort}-desc` });
    const call = page.waitForRequest((it) => it.url().includes(`/${list}/admin/list?`));
    await office.open(`${path}?${asked}`);
    await office.row(words).waitFor();
    const { searchParams } = new URL((await call).url());
    expect(Object.fromEntries(searchParams)).toMatchObject(Object.fromEntries(asked));
    expect(await office.main.getByRole('searchbox').inputValue()).toBe(words);
    const by = office.main.getByRole('columnheader', { name: head, exact: true });
    expect(await by.getAttribute('aria-sort')).toBe('descending');
  }
});

test('What a list waits for is said, without a fault', async ({ visit }) => {
  const { page } = await visit();
  const office = new BackOffice(page);
  await office.returnAs();
  const held = Promise.withResolvers<undefined>();
  await page.route('**/api/v1/**', async (route) => {
    await held.promise;
    await route.continue();
  });
  for (const path of ['/admin/dashboard', '/admin/orders', '/admin/settings']) {
    await page.goto(path);
    for (const { width } of widths) {
      await page.setViewportSize({ width, height: 900 });
      await office.main.getByRole('status').getByText('Loading…').first().waitFor();
      await expectNoFaults(page, `${path}, waited for`);
    }
  }
  held.resolve(undefined);
  await office.main.getByLabel('Username').waitFor();
});
