import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';
import postgres from 'postgres';
import { describe, expect, inject } from 'vitest';
import { screens, type Who } from '../../scripts/screens.ts';
import { addProduct } from '../sql/goods.ts';
import { BackOffice } from '../support/back-office.ts';
import { test } from '../support/browser.ts';
import { allGarments, garmentInStock, registeredCustomer } from '../support/customers.ts';
import { htmlFaults } from '../support/html.ts';
import { purchase } from '../support/purchases.ts';
import { eventually, Shop } from '../support/shop.ts';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Everything that is wrong with what is shown now, in a form that says where to look. */
async function faultsOf(name: string, page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page }).withTags(standards);
  // No page has frames, and looking for them opens another tab each time.
  const { violations } = await axe.setLegacyMode().analyze();
  const faults = violations.map(
    ({ id, nodes }) => `${name}: ${id}: ${nodes.slice(0, 3).map((it) => it.target.join(' '))}`,
  );
  faults.push(...(await htmlFaults(name, await page.content())));
  const beyond = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  if (beyond > 0) faults.push(`${name}: ${beyond} pixels wider than the screen`);
  return faults;
}

/** Opens each screen and each state of one role, and collects what is wrong with any of them. */
async function faultsOfScreens(shop: Shop, who: Who): Promise<string[]> {
  const { page } = shop;
  const garment = await garmentInStock();
  const soldOut = (await allGarments()).find((it) => it.availability === 'OutofStock');
  const faults: string[] = [];
  for (const [name, screen] of Object.entries(screens[who])) {
    const { path, act } = typeof screen === 'string' ? { path: screen, act: null } : screen;
    await shop.open(
      path
        .replace('{product}', garment._id)
        .replace('{soldOut}', soldOut?._id ?? '')
        .replace('{category}', garment.category?._id ?? ''),
    );
    await shop.main.getByRole('heading').first().waitFor();
    await eventually(() => page.locator('.spinner, .skeleton, [aria-busy="true"]').count()).toBe(0);
    if (act) {
      await act(page);
      await eventually(() => page.locator('.spinner, .skeleton, [aria-busy="true"]').count()).toBe(
        0,
      );
    }
    faults.push(...(await faultsOf(name, page)));
  }
  return faults;
}

/** Many screens, one after the other, on a machine that may be busy. */
const timeout = 900_000;

describe.for([
  { device: 'a desk', width: 1440, height: 900, colorScheme: 'light' },
  { device: 'a phone', width: 390, height: 844, colorScheme: 'dark' },
] as const)('On $device, $colorScheme, no screen and no open state has a fault', (device) => {
  const { width, height, colorScheme } = device;

  test('in the storefront', { timeout }, async ({ visit }) => {
    const visitor = await visit({ width, height, colorScheme });
    visitor.expectAnswer(404, /^\/nowhere$/);
    expect(await faultsOfScreens(new Shop(visitor.page), 'visitor')).toEqual([]);
  });

  test('in the account and at the checkout', { timeout }, async ({ visit }) => {
    const shop = new Shop((await visit({ width, height, colorScheme })).page);
    await shop.returnAs(await registeredCustomer());
    await shop.putIntoCart(await garmentInStock());
    expect(await faultsOfScreens(shop, 'shopper')).toEqual([]);
  });

  test('in the back office', { timeout }, async ({ visit }) => {
    const office = new BackOffice((await visit({ width, height, colorScheme })).page);
    await office.signIn();
    // An order that can be given back, and a garment that can be brought back.
    const sql = postgres(inject('stack').dbUrl, { max: 1 });
    await sql`delete from products where id = ${await addProduct(sql)}`;
    await sql.end();
    const order = await purchase(await registeredCustomer(), await garmentInStock());
    await order.pay();
    await office.open(`/admin/orders/${order.id}`);
    await office.main.getByRole('button', { name: 'Ask the provider' }).click();
    await office.main.getByText('Ready to be sent.').waitFor();
    expect(await faultsOfScreens(office, 'administrator')).toEqual([]);
  });
});
