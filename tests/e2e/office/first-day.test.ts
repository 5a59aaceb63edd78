import { afterAll, beforeAll, expect } from 'vitest';
import { openingMessages } from '#shared/opening-messages.ts';
import { BackOffice } from '../../support/back-office.ts';
import { test } from '../../support/browser.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { openOwnShop, type OwnShop } from '../../support/own-shop.ts';
import { eventually, Shop } from '../../support/shop.ts';

let own: OwnShop;
beforeAll(async () => {
  own = await openOwnShop();
});
afterAll(() => own.close());

/** What programs get: the status of their addresses, and where these lead. */
const forPrograms = async (headers: Record<string, string> = {}) => {
  const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
  const json = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const assistant = await fetch(`${own.siteUrl}/mcp`, {
    ...{ method: 'POST', body: ping, headers: { ...json, ...headers } },
  });
  const read = ['/feeds/google.xml', '/feeds/new.xml', '/llms.txt', '/sitemap.xml'].map(
    async (path) => {
      const { status } = await fetch(own.siteUrl + path, { redirect: 'manual', headers });
      return status;
    },
  );
  return [assistant.status, ...(await Promise.all(read))];
};
const shut = [403, 302, 302, 302, 302];
const open = [200, 200, 200, 200, 200];

test('The demo is removed, visitors wait at the door, and the shop is opened', async ({
  visit,
}) => {
  const { page } = await visit({ baseURL: own.siteUrl });
  const office = new BackOffice(page);
  const { main } = office;
  const dialog = page.getByRole('alertdialog');
  await office.returnAs();
  await office.open('/admin/settings');
  await main.getByRole('link', { name: 'Opening' }).click();
  await office.arriveAt('/admin/settings/opening');
  const about = openingMessages.removeDemo({ products: 0, orders: 0, customers: 12, others: 0 });
  const remove = main.getByRole('button', { name: 'Remove the demo' });
  await remove.click();
  await dialog
    .getByText(/^This deletes 0 products with their reviews and pictures, 0 orders/)
    .waitFor();
  await dialog.getByRole('button', { name: about.no }).click();
  await remove.click();
  await office.withFailingRequests('**/api/v1/opening/remove-demo', async () => {
    await dialog.getByRole('button', { name: about.yes }).click();
    await office.seesAndClosesToast(openingMessages.demoFailed);
  });
  await remove.click();
  await dialog.getByRole('button', { name: about.yes }).click();
  await office.seesAndClosesToast(openingMessages.demoRemoved);
  await main.getByRole('heading', { name: 'Open your shop' }).waitFor();
  await eventually(() => remove.count()).toBe(0);
  await expectNoFaults(page, 'the steps of the first day');

  const other = await visit({ baseURL: own.siteUrl });
  other.expectAnswer(400, /\/opening\/requests$/);
  const visitor = new Shop(other.page);
  const shownFor = (path: string) =>
    eventually(async () => {
      await visitor.page.goto('/shop');
      return new URL(visitor.page.url()).pathname;
    }).toBe(path);
  await shownFor('/');
  await visitor.heading('We open soon');
  await expectNoFaults(visitor.page, 'the door');
  expect(await forPrograms()).toEqual(shut);
  // What an administrator looks at is not shown to others afterwards.
  await page.goto('/');
  await page.getByRole('link', { name: 'Open the shop' }).waitFor();
  const cookies = await page.context().cookies();
  const cookie = cookies.map((it) => `${it.name}=${it.value}`).join('; ');
  expect(await forPrograms({ cookie })).toEqual(open);
  expect(await forPrograms()).toEqual(shut);
  const email = visitor.main.getByLabel('Email');
  const send = visitor.main.getByRole('button', { name: 'Email me when you open' });
  await email.fill('nobody');
  await send.click();
  await visitor.main.getByText('Not a valid email address').waitFor();
  await email.fill('ida@test.example');
  await send.click();
  await visitor.main.getByText(openingMessages.added).waitFor();

  await page.goto('/');
  await page.getByRole('link', { name: 'Open the shop' }).click();
  await office.arriveAt('/admin/settings/opening');
  await main.getByText('One address waits for an email.').waitFor();
  await main.getByRole('button', { name: 'Open the shop' }).click();
  await office.seesAndClosesToast(openingMessages.opened(1));

  await shownFor('/shop');
  expect(await forPrograms()).toEqual(open);
  const close = main.getByRole('button', { name: 'Close the shop' });
  const answer = async (yes: string) => {
    await close.click();
    await dialog.getByRole('heading', { name: openingMessages.close.question }).waitFor();
    await dialog.getByText(openingMessages.close.explained).waitFor();
    await dialog.getByRole('button', { name: yes }).click();
  };
  await answer(openingMessages.close.no);
  await office.withFailingRequests('**/api/v1/opening', async () => {
    await answer(openingMessages.close.yes);
    await office.seesAndClosesToast(openingMessages.failed);
  });
  await answer(openingMessages.close.yes);
  await office.seesAndClosesToast(openingMessages.closed);
  await shownFor('/');
  expect(await forPrograms()).toEqual(shut);
  await visitor.main.getByText(openingMessages.explained).waitFor();
  const mails = await own.sql`select recipient from mail_outbox where kind = 'shop_opened'`;
  expect(mails.map((it) => it['recipient'])).toEqual(['ida@test.example']);
});
