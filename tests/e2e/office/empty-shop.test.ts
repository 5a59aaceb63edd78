// @module-tag more
import { afterAll, beforeAll, expect } from 'vitest';
import { makeAdminInDatabase } from '../../../scripts/make-admin.ts';
import { openingMessages } from '#shared/opening-messages.ts';
import { BackOffice } from '../../support/back-office.ts';
import { test } from '../../support/browser.ts';
import { buyAsGuest } from '../../support/buy-as-guest.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { openOwnShop, type OwnShop } from '../../support/own-shop.ts';
import { setUpShop } from '../../support/set-up-shop.ts';

const owner = { email: 'ida@naehwerk.example', password: 'owner-of-naehwerk' };
let own: OwnShop;
beforeAll(async () => {
  own = await openOwnShop({ begins: true });
  await makeAdminInDatabase(own.dbUrl, owner);
});
afterAll(() => own.close());

test('From --empty to a paid test order and an open shop, in the office alone', async ({
  visit,
}) => {
  const { page } = await visit({ baseURL: own.siteUrl });
  const office = new BackOffice(page);
  const { main } = office;
  await office.returnAs(owner);
  const { presses, fields } = await setUpShop(office, async () => {
    await page.goto('/');
    await page.getByText('Only administrators see this shop.').waitFor();
    await expectNoFaults(page, 'the shop before it is open');
    await page.getByRole('link', { name: 'Wide coat' }).first().click();
    await office.heading('Wide coat');
    await page.getByRole('img', { name: 'Nähwerk' }).first().waitFor();
    const [product = ''] = /[\da-f-]{36}/.exec(page.url()) ?? [];
    await buyAsGuest(office, product, 'maud@test.example');
  });
  // A press takes a person 3 s, a field 10 s.
  expect(presses * 3 + fields * 10).toBeLessThan(15 * 60);
  expect(presses).toBeGreaterThan(20);
  const orders = await own.sql`
    select status, total_price::float8 as total, shipping::float8 as shipping from orders`;
  expect(orders).toEqual([{ status: 'Paid', total: 65, shipping: 5 }]);
  await office.open('/admin/settings/opening');
  for (const step of ['Name', 'Taxes', 'Shipping', 'First product', 'Test order']) {
    await main.locator('[data-done]').getByText(step, { exact: true }).waitFor();
  }
  await main.getByRole('button', { name: 'Open the shop' }).click();
  await office.seesAndClosesToast(openingMessages.opened(0));
  expect(await (await fetch(`${own.siteUrl}/shop`)).text()).toContain('Wide coat');
});
