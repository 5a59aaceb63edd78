import postgres from 'postgres';
import { describe, expect, inject } from 'vitest';
import { linkOfPaidOrder, withIds } from '../../scripts/demo-shop.ts';
import { screens, type Role } from '../../scripts/screens.ts';
import { restoreNetwork, type Act } from '../../scripts/shop-states.ts';
import { addProduct } from '../sql/goods.ts';
import { BackOffice } from '../support/back-office.ts';
import { test } from '../support/browser.ts';
import { allGarments, garmentInStock, registeredCustomer } from '../support/customers.ts';
import { faultsInForcedColours, faultsOfLargeText, faultsWhenZoomed } from '../support/eyesight.ts';
import { faultsOf } from '../support/faults.ts';
import { purchase } from '../support/purchases.ts';
import { eventually, Shop } from '../support/shop.ts';
import { faultsForThumbs } from '../support/targets.ts';

/** Opens each screen and each state of one role, and collects what is wrong with any of them. */
async function faultsOfScreens(shop: Shop, role: Role): Promise<string[]> {
  const { page } = shop;
  const garment = await garmentInStock();
  const soldOut = (await allGarments()).find((it) => it.availability === 'OutofStock');
  const ids = {
    product: garment._id,
    soldOut: soldOut?._id ?? '',
    category: garment.category?._id ?? '',
    orderLink: await linkOfPaidOrder(inject('stack')),
  };
  const settled = () =>
    eventually(() => page.locator('.spinner, .skeleton, [aria-busy="true"]').count()).toBe(0);
  const isPhone = (page.viewportSize()?.width ?? 0) < 700;
  const faults: string[] = [];
  for (const [name, screen] of Object.entries(screens[role])) {
    const { path, act, staysPending }: Partial<Act> & { path: string } =
      typeof screen === 'string' ? { path: screen } : screen;
    await shop.open(withIds(path, ids));
    await shop.main.getByRole('heading').first().waitFor();
    await settled();
    await act?.(page);
    if (act && !staysPending) await settled();
    faults.push(...(await faultsOf(name, page)));
    // The back office's tables are pushed sideways, and the card page is the provider's.
    if (role !== 'administrator' && page.url().startsWith(inject('stack').siteUrl)) {
      faults.push(...(await faultsOfLargeText(name, page)));
      const looks = isPhone ? [faultsForThumbs] : [faultsWhenZoomed, faultsInForcedColours];
      for (const look of looks) faults.push(...(await look(name, page)));
    }
    if (act) await restoreNetwork(page);
  }
  return faults;
}

/** Many screens, one after the other, on a machine that may be busy. */
const timeout = 900_000;

describe.for([
  { device: 'a desk', width: 1440, height: 900 },
  { device: 'a phone', width: 390, height: 844 },
] as const)('On $device no screen and no open state has a fault, light or dark', (size) => {
  test('in the storefront', { timeout }, async ({ visit }) => {
    const visitor = await visit(size);
    visitor.expectAnswer(404, /^\/nowhere$/);
    visitor.expectAnswer(401, /\/auth\/(user-login|reset-password)$/);
    visitor.expectAnswer(400, /\/contact\/submit$/);
    expect(await faultsOfScreens(new Shop(visitor.page), 'visitor')).toEqual([]);
  });

  test('and the check of large text sees what would be one', async ({ visit }) => {
    const { page } = await visit(size);
    const shop = new Shop(page);
    const { _id } = await garmentInStock();
    for (const [path, style, fault] of [
      [`/product/${_id}/-`, '.sizes { gap: 0 !important }', 'touches: '],
      ['/shop', 'article :is(h2, h3) { block-size: 1em; overflow: hidden }', 'cut off: '],
      [
        '/login',
        'input { height: 24px !important; min-height: 0 !important }',
        'too small for its ',
      ],
      ['/', 'footer li { block-size: 20px }', 'lies over each other: '],
    ] as const) {
      await shop.open(path);
      expect(await faultsOfLargeText(path, page)).toEqual([]);
      await page.evaluate((text) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(text);
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
      }, style);
      expect(String(await faultsOfLargeText(path, page))).toContain(fault);
    }
  });

  test('in the account and at the checkout', { timeout }, async ({ visit }) => {
    const visitor = await visit(size);
    visitor.expectAnswer(400, /\/users\/(profile|change-password)$/);
    visitor.expectAnswer(404, /\/orders\/(settle|user-orders\/[^/]+(\/invoices)?)$/);
    const shop = new Shop(visitor.page);
    await shop.returnAs(await registeredCustomer());
    await shop.putIntoCart(await garmentInStock());
    expect(await faultsOfScreens(shop, 'shopper')).toEqual([]);
  });

  test('in the back office', { timeout }, async ({ visit }) => {
    const office = new BackOffice((await visit(size)).page);
    await office.signIn();
    // An order that can be given back, and a garment that can be brought back.
    const sql = postgres(inject('stack').dbUrl, { max: 1 });
    await sql`delete from products where id = ${await addProduct(sql)}`;
    await sql.end();
    const order = await purchase(await registeredCustomer(), await garmentInStock());
    await order.pay();
    await office.open(`/admin/orders/${order.id}`);
    await office.main.getByRole('button', { name: 'Check payment' }).click();
    await office.main.getByText('Paid in full, in the right currency.').waitFor();
    expect(await faultsOfScreens(office, 'administrator')).toEqual([]);
  });
});
