import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { test } from '../../support/browser.ts';
import { allGarments, demoGarment } from '../../support/customers.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { newGoods } from '../../support/goods.ts';
import { eventually, Shop, waitForFocus } from '../../support/shop.ts';
import { phoneFirst } from '../../support/widths.ts';

phoneFirst('Browsing on a $name', ({ width }) => {
  test('the home page shows categories and products, and banners that move every 4.5 seconds until they are paused', async ({
    visit,
  }) => {
    const { page } = await visit({ width, reducedMotion: 'no-preference' });
    const shop = new Shop(page);
    const { main } = shop;
    await page.clock.install();
    await shop.open('/');
    await shop.heading('Top New Products');
    await shop.heading('Recommended For You');
    await main.getByRole('link', { name: 'Shop Now' }).first().waitFor();
    expect(await main.getByRole('article').count()).toBeGreaterThanOrEqual(8);
    await shop.sees(/free shipping/i);
    const pause = main.getByRole('button', { name: 'Pause slides' });
    await pause.waitFor();
    const shown = () =>
      main.locator('[aria-label^="Go to slide"][aria-current]').getAttribute('aria-label');
    await page.clock.pauseAt(new Date(await page.evaluate(() => Date.now() + 60_000)));
    /** Time stands still but for what the test lets pass; it passes in quarters of a second until another banner comes. */
    const leaves = (slide: string | null) =>
      eventually(async () => {
        await page.clock.runFor(250);
        return shown();
      }).not.toBe(slide);
    await leaves(await shown());
    const fresh = await shown();
    await page.clock.runFor(4249);
    expect(await shown()).toBe(fresh);
    await leaves(fresh);
    await pause.press('Enter');
    await main.getByRole('button', { name: 'Play slides' }).waitFor();
    let slide = await shown();
    await page.clock.runFor(9000);
    expect(await shown()).toBe(slide);
    for (const name of ['Next slide', 'Previous slide']) {
      // While one banner gives way to the next, the buttons do nothing.
      await eventually(async () => {
        await main.getByRole('button', { name }).press('Enter');
        return shown();
      }).not.toBe(slide);
      slide = await shown();
    }
  });

  test('filters tell how many products each shows, and are taken away one by one; the address keeps them and the sort', async ({
    visit,
  }) => {
    const { products, category, change } = await newGoods(3);
    const [small, , dear = small] = products;
    await change(small, { sizes: ['S'] });
    await change(dear, { price: 60 });
    const shop = new Shop((await visit({ width })).page);
    const { main, page } = shop;
    const search = () => {
      const params = new URL(page.url()).searchParams;
      params.delete('category');
      return params.toString();
    };
    const prices = () => shop.prices();
    const option = (name: string) => main.getByRole('checkbox', { name: new RegExp(`^${name}$`) });
    await shop.open(`/shop?category=${category._id}`);
    await eventually(async () => (await prices()).sort()).toEqual([20, 20, 60]);
    if (width < 900) await main.getByRole('button', { name: 'Filter', exact: true }).click();
    expect(await main.getByRole('checkbox', { name: category.name }).isChecked()).toBe(true);
    await option('Under \\$50 .*2').check();
    await eventually(search).toBe('price=under-50');
    await option('M .*1').check();
    await eventually(search).toBe('size=M&price=under-50');
    await waitForFocus(option('M .*'));
    if (width < 900) {
      await main.getByRole('button', { name: 'Show 1 product' }).click();
      await option('M .*').waitFor({ state: 'hidden' });
    }
    await eventually(prices).toEqual([20]);
    await page.reload();
    await eventually(prices).toEqual([20]);
    // What is chosen before the answer does not bring the filter back.
    await page.route(
      ({ search: asked }) => asked.endsWith('size=M'),
      () => undefined,
    );
    const applied = main.getByRole('list', { name: 'Applied filters' });
    await applied.getByRole('link', { name: 'Remove filter Under $50' }).click();
    await main.getByLabel('Sort by').selectOption('price-high-to-low');
    await eventually(search).toBe('size=M&sort=price-high-to-low');
    await eventually(prices).toEqual([60, 20]);
    await applied.getByRole('link', { name: 'Clear all' }).click();
    await eventually(() => new URL(page.url()).search).toBe('?sort=price-high-to-low');
    await eventually(() => applied.count()).toBe(0);
  });

  test('search finds a garment by part of its name, and suggests it', async ({ visit }) => {
    const shop = new Shop((await visit({ width })).page);
    const garment = await demoGarment();
    await shop.open('/about');
    await shop.search(garment.title.slice(0, 6));
    await shop.main.getByRole('link', { name: garment.title }).first().waitFor();
    const box = await shop.searchField();
    await box.fill(garment.title.slice(0, 2));
    await shop.header.getByRole('option').first().waitFor();
    await box.fill(garment.title);
    const option = shop.header.getByRole('option', { name: garment.title });
    await option.getByText(`$${garment.price.toFixed(2)}`).waitFor();
    await expectNoFaults(shop.page, 'suggestions');
    await box.press('ArrowDown');
    expect(await box.getAttribute('aria-activedescendant')).toBe(await option.getAttribute('id'));
    await box.press('Escape');
    await eventually(() => shop.header.getByRole('listbox').count()).toBe(0);
    await box.fill(`${garment.title} `);
    await option.waitFor();
    await box.press('ArrowDown');
    await box.press('Enter');
    await shop.arriveAt(/^\/product\//);
    await shop.heading(garment.title);
  });

  test('a search for a color shows it, says what is sold out, and opens it chosen', async ({
    visit,
  }) => {
    const { products, category, change } = await newGoods(2);
    const [green, gone = green] = products;
    const title = `Quorvine ${randomUUID().slice(0, 8)}`;
    const colors = ['white', 'seagreen'];
    await change(green, { title: `${title} one`, colors, sizes: ['M', 'L'], price: 50 });
    await change(gone, { title: `${title} two`, colors, availability: 'OutofStock' });
    const shop = new Shop((await visit({ width })).page);
    const { main, page } = shop;
    await shop.open(`/search-results?q=${encodeURIComponent(`green ${title} size M`)}`);
    const link = (name: string) => main.getByRole('link', { name: `${title} ${name}` });
    const soldOut = main.getByRole('listitem').filter({ hasText: `${title} two` });
    await soldOut.getByText('Out of Stock', { exact: true }).waitFor();
    await main.getByLabel('Sort by').selectOption('price-high-to-low');
    await eventually(() => new URL(page.url()).searchParams.get('sort')).toBe('price-high-to-low');
    const titles = () => main.getByRole('link', { name: title }).allInnerTexts();
    await eventually(titles).toEqual([`${title} one`, `${title} two`]);
    expect(await link('two').getAttribute('href')).toMatch(/\?color=seagreen&size=M$/);

    const box = await shop.searchField();
    await box.fill(`green ${title} two`);
    await shop.header.getByRole('option', { name: 'Out of Stock' }).waitFor();
    await box.press('Escape');
    await shop.open(`/shop?category=${category._id}&color=green&size=m`);
    await link('one').click();
    await shop.arriveAt(/^\/product\//);
    for (const name of ['Pine', 'M']) {
      expect(await main.getByRole('radio', { name, exact: true }).isChecked()).toBe(true);
    }
  });
});

test('the size guide opens beside Size and fits the screen', async ({ visit }) => {
  const { page } = await visit();
  const shop = new Shop(page);
  // The widest table, in the wider fallback font.
  const garment = (await allGarments()).find((it) => it.category?.name === 'Outerwear');
  await page.route('**/*.woff2', (route) => route.abort());
  await shop.open(`/product/${garment?._id}/-`);
  await shop.main.getByRole('button', { name: 'Size guide' }).click();
  const guide = shop.main.getByRole('dialog', { name: 'Size guide' });
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    for (const unit of ['Centimeters', 'Inches']) {
      await guide.getByRole('radio', { name: unit }).check();
      const beyond = await guide.evaluate((it) => it.scrollWidth - it.clientWidth);
      expect([width, unit, beyond]).toEqual([width, unit, 0]);
    }
    // Where the table is wider than the screen, its first column stays in view.
    await guide.getByRole('columnheader').last().scrollIntoViewIfNeeded();
    for (const cell of [
      guide.getByRole('columnheader').last(),
      guide.getByRole('rowheader').first(),
    ]) {
      const box = await cell.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? width) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    }
  }
});
