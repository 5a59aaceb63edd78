import { expect } from 'vitest';
import { messages } from '#shared/messages.ts';
import { test } from '../../support/browser.ts';
import { allGarments, garmentInStock } from '../../support/customers.ts';
import { phoneFirst } from '../../support/widths.ts';

/** Nothing here may need a script: the pages are read, and their forms are submitted, as the server sent them. */
phoneFirst('Without JavaScript on a $name', ({ width }) => {
  test('the shop is browsed, filtered, sorted and searched', async ({ visit }) => {
    const { page } = await visit({ width, javaScriptEnabled: false });
    const main = page.getByRole('main');
    const garment = await garmentInStock();
    const category = garment.category ?? { _id: '', name: '' };
    const ofCategory = (await allGarments()).filter((it) => it.category?._id === category._id);
    const shown = async () => {
      const texts = await main.getByRole('article').allInnerTexts();
      return texts.map((text) => Number(/\$([\d,]+\.\d\d)/.exec(text)?.[1]?.replace(',', '')));
    };
    const onPhone = width < 768;

    await page.goto('/');
    await main.getByRole('link', { name: 'Shop Now' }).first().waitFor();
    if (onPhone) await page.getByRole('button', { name: 'Menu', exact: true }).click();
    const menu = page.getByRole('navigation', { name: onPhone ? 'Mobile' : 'Categories' });
    await menu.getByRole('link', { name: category.name, exact: true }).click();
    await main.getByRole('heading', { name: category.name, exact: true }).waitFor();
    expect((await shown()).length).toBe(Math.min(ofCategory.length, 24));

    await page.goto('/shop');
    if (onPhone) await main.getByRole('button', { name: 'Filter' }).click();
    const filters = main.getByRole('complementary', { name: 'Filters' });
    await filters.getByRole('checkbox', { name: category.name }).check();
    await filters.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL(/category=/);
    await main.getByRole('combobox', { name: /sort/i }).selectOption('price-low-to-high');
    await main
      .getByRole('search')
      .or(main.locator('#listing'))
      .first()
      .getByRole('button', { name: 'Apply' })
      .click();
    await page.waitForURL(/sort=price-low-to-high/);
    const rising = ofCategory.map((it) => it.price).sort((a, b) => a - b);
    expect(await shown()).toEqual(rising.slice(0, 24));
    const applied = main.getByRole('list', { name: 'Applied filters' });
    await applied.getByRole('link', { name: `Remove filter ${category.name}` }).click();
    await page.waitForURL((url) => url.search === '?sort=price-low-to-high');
    expect((await shown()).length).toBe(24);

    if (onPhone) await page.getByRole('button', { name: 'Open search' }).click();
    const words = page.getByRole('searchbox').first();
    await words.fill(garment.title);
    await words.press('Enter');
    await main.getByRole('link', { name: garment.title }).first().click();
    await main.getByRole('heading', { name: garment.title, exact: true }).waitFor();
    for (const text of [
      `$${garment.price.toFixed(2)}`,
      'Description',
      'Reviews',
      'Related products',
    ]) {
      await main.getByText(text, { exact: true }).first().waitFor();
    }
    await main.getByText(/Buying needs JavaScript in this browser/).waitFor();
    await page.goto('/search-results?q=xylophone-quartz');
    await main.getByText(messages.products.nothingFound).waitFor();
  });

  test('every other page is read, and what needs a script says so', async ({ visit }) => {
    const visitor = await visit({ width, javaScriptEnabled: false });
    visitor.expectAnswer(404, /^\/nowhere$/);
    const { page } = visitor;
    const main = page.getByRole('main');
    for (const path of ['/about', '/terms', '/contact', '/cookies', '/faqs', '/nowhere']) {
      await page.goto(path);
      expect((await main.innerText()).length, path).toBeGreaterThan(100);
    }
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
      await main
        .getByText(/needs JavaScript in this browser/)
        .first()
        .waitFor();
    }
  });
});
