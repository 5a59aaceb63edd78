import { AxeBuilder } from '@axe-core/playwright';
import { describe, expect } from 'vitest';
import { BackOffice } from '../support/back-office.ts';
import { test } from '../support/browser.ts';
import { garmentInStock, registeredCustomer } from '../support/customers.ts';
import { Shop } from '../support/shop.ts';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** On the desk every screen; on the phone those that are laid out differently there. */
const screens = {
  desk: {
    public: [
      ...['/', '/shop', '/search-results?q=linen', '/cart', '/checkout/complete', '/about'],
      ...['/contact', '/faqs', '/terms', '/login', '/register', '/admin/login'],
    ],
    customer: [
      ...['/user/account', '/user/manage-account', '/user/change-password', '/user/all-orders'],
      ...['/user/pending-orders', '/cart', '/checkout'],
    ],
    admin: [
      ...['/admin/dashboard', '/admin/categories', '/admin/products', '/admin/orders'],
      ...['/admin/product/newproduct', '/admin/customers', '/admin/settings', '/admin/banner'],
      ...['/admin/newbanner', '/admin/messages', '/admin/ads', '/admin/faqs'],
      '/admin/settings/audit',
    ],
  },
  phone: {
    public: ['/', '/shop', '/register'],
    customer: ['/user/account', '/cart', '/checkout'],
    admin: ['/admin/dashboard', '/admin/products', '/admin/orders'],
  },
} as const;

/** Opens each page and collects what axe finds, in a form that says where to look. */
async function findings(shop: Shop, paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    await shop.open(path);
    await shop.main.getByRole('heading').first().waitFor();
    const { violations } = await new AxeBuilder({ page: shop.page })
      .withTags(standards)
      // No page has frames, and looking for them opens another tab each time.
      .setLegacyMode()
      .analyze();
    for (const { id, nodes } of violations) {
      found.push(`${path}: ${id}: ${nodes.slice(0, 3).map((it) => it.target.join(' '))}`);
    }
  }
  return found;
}

describe.for([
  { name: 'desk', width: 1440, colorScheme: 'light' },
  { name: 'phone', width: 390, colorScheme: 'dark' },
] as const)('On a $name, $colorScheme, axe finds nothing', ({ name, width, colorScheme }) => {
  const paths = screens[name];

  test('in the storefront', async ({ visit }) => {
    const shop = new Shop((await visit({ width, colorScheme })).page);
    const garment = await garmentInStock();
    const own = [`/category/${garment.category?._id}`, `/product/${garment._id}/-`];
    expect(await findings(shop, [...paths.public, ...own])).toEqual([]);
  });

  test('in the account and at the checkout', async ({ visit }) => {
    const shop = new Shop((await visit({ width, colorScheme })).page);
    await shop.signIn(await registeredCustomer());
    await shop.putIntoCart(await garmentInStock());
    expect(await findings(shop, paths.customer)).toEqual([]);
  });

  test('in the back office', async ({ visit }) => {
    const office = new BackOffice((await visit({ width, colorScheme })).page);
    await office.signIn();
    expect(await findings(office, paths.admin)).toEqual([]);
  });
});
