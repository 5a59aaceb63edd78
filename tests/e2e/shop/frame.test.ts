import { expect } from 'vitest';
import { test } from '../../support/browser.ts';
import { eventually, Shop, waitForFocus } from '../../support/shop.ts';
import { openShop } from '../../support/signed-in.ts';

const both = { About: '/about', Contact: '/contact', 'Get Started': '/register' };
const menus = [
  { width: 1440, name: 'Main', links: { Shop: '/shop', ...both } },
  {
    width: 390,
    name: 'Mobile',
    links: {
      Products: '/shop',
      ...both,
      'Wish List': '/wish-list',
      Account: '/user/account',
      Orders: '/user/all-orders',
      Help: '/faqs',
      Wholesale: '/wholesale',
    },
  },
];
const footer = {
  Shop: '/shop',
  'Wish List': '/wish-list',
  'My Account': '/user/account',
  Login: '/login',
  'About Us': '/about',
  'Terms and Conditions': '/terms',
  'Contact Us': '/contact',
  FAQs: '/faqs',
  Delivery: '/delivery',
  Returns: '/returns',
  Sizes: '/sizes',
  Cookies: '/cookies',
};

test('header and footer lead everywhere, and the pages that help say the same', async ({
  visit,
}) => {
  const { page } = await visit();
  const shop = new Shop(page);
  const { header } = shop;
  await shop.open('/');
  const foot = page.getByRole('contentinfo');
  const toggle = header.getByRole('button', { name: 'Menu', exact: true });
  for (const { width, name, links } of menus) {
    await page.setViewportSize({ width, height: 900 });
    if (width < 768) await toggle.click();
    const nav = header.getByRole('navigation', { name });
    for (const [from, those] of [[nav, links] as const, [foot, footer] as const]) {
      for (const [text, path] of Object.entries(those)) {
        const link = from.getByRole('link', { name: text, exact: true });
        expect([text, await link.getAttribute('href')]).toEqual([text, path]);
      }
    }
    await nav.getByRole('link', { name: 'About' }).click();
    await shop.arriveAt('/about');
  }
  const signedIn = (await openShop(visit)).shop;
  await signedIn.open('/about');
  await signedIn.header.getByRole('link', { name: 'Contact' }).waitFor();
  expect(await signedIn.header.getByRole('link', { name: 'Get Started' }).count()).toBe(0);
  await foot.getByText(/2023/).waitFor();
  await header.getByRole('link', { name: 'Account' }).click();
  await shop.arriveAt('/login');
  await header.getByRole('link', { name: /^cart/i }).click();
  await shop.arriveAt('/cart');
  await header.getByRole('link', { name: 'Hemline' }).click();
  await shop.arriveAt('/');
  for (const [text, paths] of [
    ['Shipping is free on orders over $200.', ['/delivery', '/terms']],
    ['You can write to us 24/7.', ['/returns', '/contact']],
  ] as const) {
    for (const path of paths) expect(await (await page.request.get(path)).text()).toContain(text);
  }
});

test('on a phone the header gives way to the page, but not while it is used', async ({ visit }) => {
  const shop = new Shop((await visit({ width: 390, height: 844 })).page);
  const { header, page } = shop;
  await shop.open('/');
  // A transition of no length, too, has a frame that shows its start.
  const bottom = () =>
    header.evaluate(async (it) => {
      await Promise.allSettled(it.getAnimations().map((animation) => animation.finished));
      return Math.round(it.getBoundingClientRect().bottom);
    });
  expect(await bottom()).toBe(64);
  await page.mouse.move(200, 400);
  await page.mouse.wheel(0, 900);
  await eventually(bottom).toBe(0);
  await page.mouse.wheel(0, -100);
  await eventually(bottom).toBe(64);
  await page.mouse.wheel(0, 200);
  await eventually(bottom).toBe(0);

  const toggle = header.getByRole('button', { name: 'Menu', exact: true });
  const nav = header.getByRole('navigation', { name: 'Mobile' });
  expect(await nav.isVisible()).toBe(false);
  await toggle.press('Enter');
  await nav.waitFor();
  expect(await bottom()).toBe(64);
  await nav.getByRole('button', { name: 'Close menu' }).press('Enter');
  await eventually(() => nav.isVisible()).toBe(false);
  // The button has the focus again.
  await page.mouse.wheel(0, 200);
  await eventually(() => header.getAttribute('data-away')).toBe('');
  expect(await bottom()).toBe(64);
  await toggle.evaluate((it) => it.blur());
  await eventually(bottom).toBe(0);

  await page.mouse.wheel(0, -100);
  const opener = header.getByRole('button', { name: 'Open search' });
  await opener.click();
  const field = header.getByLabel('Search the shop');
  await waitForFocus(field);
  await header.getByRole('button', { name: 'Close search' }).click();
  await eventually(() => field.isVisible()).toBe(false);
  await waitForFocus(opener);
});
