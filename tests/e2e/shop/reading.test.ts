import { expect } from 'vitest';
import { messages } from '#shared/messages.ts';
import { good } from '../../api/client.ts';
import { test } from '../../support/browser.ts';
import { demoGarment } from '../../support/customers.ts';
import { newGoods } from '../../support/goods.ts';
import { Shop } from '../../support/shop.ts';
import { phoneFirst } from '../../support/widths.ts';

/** Nothing here may need a script: the pages are read, and their forms are submitted, as the server sent them. */
phoneFirst('Without JavaScript on a $name', ({ width }) => {
  const onPhone = width < 768;

  test('the shop is browsed, filtered, sorted and searched', async ({ visit }) => {
    const { products, category, change } = await newGoods(3);
    const [small, medium = small, dear = small] = products;
    for (const [product, fields] of [
      [small, { sizes: ['S'] }],
      [medium, { price: 30 }],
      [dear, { price: 60 }],
    ] as const) {
      await change(product, fields);
    }
    const visitor = await visit({ width, javaScriptEnabled: false });
    const { page } = visitor;
    const main = page.getByRole('main');
    const shop = new Shop(page);
    const prices = () => shop.prices();
    await page.goto('/');
    await main.getByRole('link', { name: 'Shop Now' }).first().waitFor();
    if (onPhone) await page.getByRole('button', { name: 'Menu', exact: true }).click();
    const menu = page.getByRole('navigation', { name: onPhone ? 'Mobile' : 'Categories' });
    await menu.getByRole('link', { name: 'Outerwear', exact: true }).click();
    await main.getByRole('heading', { name: 'Outerwear', exact: true }).waitFor();
    expect((await prices()).length).toBeGreaterThan(0);

    await page.goto('/shop?minPrice=0.01&maxPrice=0.02');
    expect(await main.getByText(messages.categories.empty).count(), 'not of prices').toBe(1);
    await page.goto(`/shop?category=${category._id}`);
    expect((await prices()).sort()).toEqual([20, 30, 60]);
    const openFilters = async () => {
      if (onPhone) await main.getByRole('button', { name: 'Filter' }).click();
    };
    await openFilters();
    await main.getByLabel('Lowest price').fill('25');
    await main.getByLabel('Highest price').fill('$20');
    await main.getByRole('button', { name: 'Set price' }).click();
    await page.waitForURL(/minPrice=25/);
    expect((await prices()).sort()).toEqual([30, 60]);
    await openFilters();
    await main.getByText('Highest price: Has to be at least $25.00').waitFor();
    await main.getByLabel('Highest price').fill('40');
    await main.getByRole('button', { name: 'Set price' }).click();
    await page.waitForURL(/maxPrice=40/);
    expect(await prices()).toEqual([30]);
    await main.getByRole('link', { name: 'Remove filter $25.00 to $40.00' }).click();
    expect((await prices()).sort()).toEqual([20, 30, 60]);
    await openFilters();
    const filters = main.getByRole('complementary', { name: 'Filters' });
    expect(await filters.getByRole('checkbox', { name: category.name }).isChecked()).toBe(true);
    await filters.getByRole('checkbox', { name: /^M\b/ }).check();
    await filters.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL(/size=M/);
    await main.getByRole('combobox', { name: /sort/i }).selectOption('price-high-to-low');
    await main
      .getByRole('search')
      .or(main.locator('#listing'))
      .first()
      .getByRole('button', { name: 'Apply' })
      .click();
    await page.waitForURL(/sort=price-high-to-low/);
    expect(await prices()).toEqual([60, 30]);
    const applied = main.getByRole('list', { name: 'Applied filters' });
    for (const filter of ['M', category.name]) {
      await applied.getByRole('link', { name: `Remove filter ${filter}`, exact: true }).click();
    }
    await page.waitForURL((url) => url.search === '?sort=price-high-to-low');
    const first = await prices();
    expect(first.length).toBe(24);
    await main.getByRole('link', { name: 'Next' }).click();
    await page.waitForURL((url) => url.search === '?sort=price-high-to-low&page=2');
    expect(Math.max(...(await prices()))).toBeLessThanOrEqual(Math.min(...first));
    await main.getByText(/^25–\d+ of \d+ products$/).waitFor();
    visitor.expectAnswer(404, /^\/shop$/);
    await page.goto('/shop?page=999');
    await main.getByRole('link', { name: 'Show all products' }).click();
    await page.waitForURL(/\/shop$/);

    if (onPhone) await page.getByRole('button', { name: 'Open search' }).click();
    const words = page.getByRole('searchbox').first();
    await words.fill(dear.title);
    await words.press('Enter');
    await main.getByRole('link', { name: dear.title }).first().click();
    await main.getByRole('heading', { name: dear.title, exact: true }).waitFor();
    await page.goto('/search-results?q=xylophone-quartz');
    await main.getByText(messages.products.nothingFound).waitFor();
  });

  test('a garment is looked at, and its facts are in rows that open', async ({ visit }) => {
    const { page } = await visit({ width, javaScriptEnabled: false });
    const main = page.getByRole('main');
    const { _id } = await demoGarment();
    const { product } = await good('GET', `/products/${_id}`);
    await page.goto(`/product/${_id}/-`);
    for (const text of [
      `$${product.price.toFixed(2)}`,
      'Description',
      'Reviews',
      'Related products',
    ]) {
      await main.getByText(text, { exact: true }).first().waitFor();
    }
    await main.getByText(/Buying needs JavaScript in this browser/).waitFor();
    const row = (title: string) => main.getByRole('group').filter({ hasText: title });
    const origin = row('Origin').getByText(product.origin);
    expect(await origin.isVisible()).toBe(false);
    await row('Origin').getByText('Origin').click();
    await origin.waitFor();
    await row('Delivery and returns').getByText('Delivery and returns').click();
    await row('Delivery and returns')
      .getByText(/^You can return anything within 30 days/)
      .waitFor();

    // The pictures of all colours are there.
    const fileOf = (address: string | null) => address?.split('/').at(-1) ?? '';
    const links = await page.locator('[data-strip] a, noscript a').all();
    const shown = await Promise.all(links.map(async (it) => fileOf(await it.getAttribute('href'))));
    expect(product.images.length).toBeGreaterThan(4);
    expect(shown.filter((it) => it.endsWith('.webp')).sort()).toEqual(
      product.images.map(fileOf).sort(),
    );
  });

  test('every other page is read, and what needs a script says so', async ({ visit }) => {
    const visitor = await visit({ width, javaScriptEnabled: false });
    visitor.expectAnswer(404, /^\/nowhere$/);
    const { page } = visitor;
    const main = page.getByRole('main');
    for (const path of ['/about', '/terms', '/cookies', '/faqs', '/nowhere']) {
      await page.goto(path);
      expect((await main.innerText()).length, path).toBeGreaterThan(100);
    }
    expect(await main.getByRole('link').count()).toBeGreaterThan(0);
    for (const path of [
      '/cart',
      '/checkout',
      '/checkout/complete',
      '/login',
      '/register',
      '/contact',
      '/user/account',
    ]) {
      await page.goto(path);
      await new Shop(page).sees(/needs JavaScript in this browser/);
    }
  });
});
