import { describe, expect } from 'vitest';
import { test } from '../../support/browser.ts';
import { eventually, Shop, waitForFocus } from '../../support/shop.ts';

/** What the footer names and where it leads. */
const footer = [
  ['Shop', '/shop'],
  ['My Account', '/user/account'],
  ['Login', '/login'],
  ['About Us', '/about'],
  ['Terms and Conditions', '/terms'],
  ['Contact Us', '/contact'],
] as const;

const menus = [
  {
    width: 1440,
    menu: 'Main',
    links: [
      ['Shop', '/shop'],
      ['About', '/about'],
      ['Contact', '/contact'],
      ['Get Started', '/register'],
    ],
  },
  {
    width: 390,
    menu: 'Mobile',
    links: [
      ['Products', '/shop'],
      ['About', '/about'],
      ['Contact', '/contact'],
      ['Get Started', '/register'],
    ],
  },
] as const;

describe.for(menus)('At $width pixels', ({ width, menu, links }) => {
  test('the header leads everywhere', async ({ visit }) => {
    const shop = new Shop((await visit({ width })).page);
    await shop.open('/');
    const nav = shop.header.getByRole('navigation', { name: menu });
    const toggle = shop.header.getByRole('button', { name: 'Menu', exact: true });
    for (const [name, path] of links) {
      if (width < 768) await toggle.click();
      await nav.getByRole('link', { name, exact: true }).click();
      await shop.arriveAt(path);
    }
    await shop.header.getByRole('link', { name: /^cart/i }).click();
    await shop.arriveAt('/cart');
    await shop.header.getByRole('link', { name: 'Hemline' }).click();
    await shop.arriveAt('/');
    await shop.header.getByRole('link', { name: 'Account' }).click();
    await shop.arriveAt('/login');
  });
});

test('on a phone the header gives way to the page, but not while it is used', async ({ visit }) => {
  const shop = new Shop((await visit({ width: 390, height: 844 })).page);
  const { header, page } = shop;
  await shop.open('/');
  const bottom = () => header.evaluate((it) => Math.round(it.getBoundingClientRect().bottom));
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

test.for([1440, 390])('the footer leads where it says, at %i pixels', async (width, { visit }) => {
  const shop = new Shop((await visit({ width })).page);
  await shop.open('/');
  const foot = shop.page.getByRole('contentinfo');
  for (const [name, path] of footer) {
    const link = foot.getByRole('link', { name, exact: true });
    expect(await link.getAttribute('href')).toBe(path);
  }
  await foot.getByText(/2023/).waitFor();
});
