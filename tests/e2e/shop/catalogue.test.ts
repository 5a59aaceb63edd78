import { expect } from 'vitest';
import { messages } from '#shared/messages.ts';
import { returnTerms } from '../../../src/storefront/help/promises.ts';
import { good } from '../../api/client.ts';
import { test } from '../../support/browser.ts';
import { allGarments, garmentInStock, registeredCustomer } from '../../support/customers.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { eventually, Shop, waitForFocus } from '../../support/shop.ts';
import { phoneFirst } from '../../support/widths.ts';

/** The prices of the cards in their order. */
async function prices(shop: Shop): Promise<number[]> {
  const cards = await shop.main.getByRole('article').allInnerTexts();
  return cards.map((text) => Number(/\$([\d,]+\.\d\d)/.exec(text)?.[1]?.replace(',', '')));
}

phoneFirst('Browsing on a $name', ({ width }) => {
  test('the home page shows banners, categories, new products and recommendations', async ({
    visit,
  }) => {
    const shop = new Shop((await visit({ width })).page);
    await shop.open('/');
    await shop.heading('Top New Products');
    await shop.heading('Recommended For You');
    await shop.main.getByRole('link', { name: 'Shop Now' }).first().waitFor();
    await shop.main.getByRole('button', { name: 'Next slide' }).click();
    await shop.main.getByRole('button', { name: 'Previous slide' }).click();
    expect(await shop.main.getByRole('article').count()).toBeGreaterThanOrEqual(8);
    await shop.main
      .getByText(/free shipping/i)
      .first()
      .waitFor();
  });

  test('the shop filters by category and sorts, and the address keeps both', async ({ visit }) => {
    const shop = new Shop((await visit({ width })).page);
    const garments = await allGarments();
    const category = garments.find((it) => it.category)?.category;
    if (!category) throw new Error('No garment has a category');
    const ofCategory = garments.filter((it) => it.category?._id === category._id);

    await shop.open('/shop');
    const filter = shop.main.getByRole('button', { name: 'Filter' });
    if (width < 900) await filter.click();
    await shop.main.getByRole('checkbox', { name: category.name }).check();
    if (width < 900) await shop.page.keyboard.press('Escape');
    await eventually(async () => (await prices(shop)).length).toBe(ofCategory.length);
    await shop.main.getByRole('combobox', { name: /sort/i }).selectOption('price-low-to-high');
    const rising = ofCategory.map((it) => it.price).sort((a, b) => a - b);
    await eventually(() => prices(shop)).toEqual(rising);
    await shop.page.reload();
    await eventually(() => prices(shop)).toEqual(rising);
    if (width < 900) await filter.click();
    expect(await shop.main.getByRole('checkbox', { name: category.name }).isChecked()).toBe(true);
  });

  test('filters tell how many products each shows, and are taken away one by one', async ({
    visit,
  }) => {
    const shop = new Shop((await visit({ width })).page);
    const garments = await allGarments();
    const cheap = garments.filter((it) => it.price < 50);
    const fitting = cheap.filter((it) => it.sizes.includes('M'));
    const option = (name: string) =>
      shop.main.getByRole('checkbox', { name: new RegExp(`^${name}$`) });
    const drawer = () => (width < 900 ? filter.click() : Promise.resolve());
    const filter = shop.main.getByRole('button', { name: 'Filter', exact: true });
    await shop.open('/shop');
    await drawer();
    await option(`Under \\$50 .*${cheap.length}`).check();
    await eventually(() => new URL(shop.page.url()).search).toBe('?price=under-50');
    await option(`M .*${fitting.length}`).check();
    await eventually(() => new URL(shop.page.url()).search).toBe('?size=M&price=under-50');
    await waitForFocus(option('M .*'));
    const many = `${fitting.length} product${fitting.length === 1 ? '' : 's'}`;
    if (width < 900) {
      await shop.main.getByRole('button', { name: `Show ${many}` }).click();
      await option('M .*').waitFor({ state: 'hidden' });
    }
    await eventually(() => shop.main.getByRole('article').count()).toBe(fitting.length);
    await shop.page.reload();
    const applied = shop.main.getByRole('list', { name: 'Applied filters' });
    // What is chosen before the answer does not bring the filter back.
    await shop.page.route(
      (url) => url.search === '?size=M',
      () => undefined,
    );
    await applied.getByRole('link', { name: 'Remove filter Under $50' }).click();
    await shop.main.getByLabel('Sort by').selectOption('latest');
    await eventually(() => new URL(shop.page.url()).search).toBe('?size=M&sort=latest');
    await applied.getByRole('link', { name: 'Clear all' }).click();
    await eventually(() => new URL(shop.page.url()).search).toBe('?sort=latest');
    await eventually(() => applied.count()).toBe(0);
  });

  test('a category page shows its products and no others', async ({ visit }) => {
    const shop = new Shop((await visit({ width })).page);
    const garments = await allGarments();
    const category = garments.find((it) => it.category)?.category;
    if (!category) throw new Error('No garment has a category');
    await shop.open(`/category/${category._id}`);
    await shop.heading(category.name);
    const expected = garments.filter((it) => it.category?._id === category._id);
    await eventually(() => shop.main.getByRole('article').count()).toBe(expected.length);
  });

  test('the shop comes in pages, which need no script and keep the sort', async ({ visit }) => {
    const visitor = await visit({ width, javaScriptEnabled: false });
    const shop = new Shop(visitor.page);
    const falling = (await allGarments()).map((it) => it.price).sort((a, b) => b - a);
    await shop.open('/shop?sort=price-high-to-low');
    expect(await prices(shop)).toEqual(falling.slice(0, 24));
    await shop.main.getByRole('link', { name: 'Next' }).click();
    await eventually(() => new URL(shop.page.url()).search).toBe('?sort=price-high-to-low&page=2');
    expect(await prices(shop)).toEqual(falling.slice(24, 48));
    await shop.main.getByText(`25–48 of ${falling.length} products`).waitFor();

    visitor.expectAnswer(404, /^\/shop$/);
    await shop.open('/shop?page=999');
    await shop.main.getByRole('link', { name: 'Show all products' }).click();
    await eventually(() => prices(shop).then((it) => it.length)).toBe(24);
  });

  test('search finds a garment by part of its name, and says when nothing is found', async ({
    visit,
  }) => {
    const shop = new Shop((await visit({ width })).page);
    const garment = await garmentInStock();
    const families = /red|maroon|brick|indian/;
    const reds = (await allGarments())
      .filter((it) => it.colors.some((colour) => families.test(colour)))
      .map((it) => it.title);
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
    await shop.search('red');
    for (const title of await shop.main
      .getByRole('listitem')
      .getByRole('heading')
      .allInnerTexts()) {
      expect(reds).toContain(title);
    }
    await shop.search('xylophone-quartz');
    await shop.main.getByText(messages.products.nothingFound).waitFor();
  });

  test('the size guide opens beside Size and fits the screen', async ({ visit }) => {
    const shop = new Shop((await visit({ width })).page);
    // The widest table, in the wider fallback font.
    const garment = (await allGarments()).find((it) => it.category?.name === 'Outerwear');
    await shop.page.route('**/*.woff2', (route) => route.abort());
    await shop.open(`/product/${garment?._id}/-`);
    await shop.main.getByRole('button', { name: 'Size guide' }).click();
    const guide = shop.main.getByRole('dialog', { name: 'Size guide' });
    for (const unit of ['Centimetres', 'Inches']) {
      await guide.getByRole('radio', { name: unit }).check();
      const beyond = await guide
        .getByRole('table')
        .evaluate((it) => it.scrollWidth - (it.parentElement?.clientWidth ?? 0));
      expect([unit, Math.max(beyond, 0)]).toEqual([unit, 0]);
    }
  });

  test('a garment that is out of stock cannot be bought', async ({ visit }) => {
    const shop = new Shop((await visit({ width })).page);
    const garment = (await allGarments()).find((it) => it.availability === 'OutofStock');
    if (!garment) throw new Error('Everything is in stock');
    await shop.open(`/product/${garment._id}/-`);
    const button = shop.main.getByRole('button', { name: messages.products.outOfStock });
    expect(await button.isDisabled()).toBe(true);
  });

  test('the product page tells facts in rows that open, and the delivery of the shop', async ({
    visit,
  }) => {
    const { page } = await visit({ width, javaScriptEnabled: false });
    const shop = new Shop(page);
    const { _id } = await garmentInStock();
    const { product } = await good('GET', `/products/${_id}`);
    await page.goto(`/product/${_id}/-`);
    const row = (title: string) => shop.main.getByRole('group').filter({ hasText: title });
    const origin = row('Origin').getByText(product.origin);
    expect(await origin.isVisible()).toBe(false);
    await row('Origin').getByText('Origin').click();
    await origin.waitFor();
    await row('Delivery and returns').getByText('Delivery and returns').click();
    await row('Delivery and returns').getByText(returnTerms).waitFor();
  });

  test('a customer reviews a garment, and everyone reads it', async ({ visit }) => {
    const shop = new Shop((await visit({ width })).page);
    const customer = await registeredCustomer();
    const garment = await garmentInStock();
    const comment = `Sits well on the shoulders, says ${customer.lastname}.`;
    await shop.returnAs(customer);
    await shop.open(`/product/${garment._id}/-`);
    const form = shop.main.locator('form').filter({ hasText: 'Add a review' });
    await form.scrollIntoViewIfNeeded();
    await shop.islandsHydrated();
    await form.getByLabel('Rating').selectOption('4');
    await form.getByLabel('Comment').fill(comment);
    await form.getByRole('button', { name: 'Add review' }).click();
    await shop.seesToast(messages.reviews.added);
    await shop.main.getByRole('listitem').filter({ hasText: comment }).waitFor();

    const stranger = new Shop((await visit({ width })).page);
    await eventually(async () => {
      await stranger.open(`/product/${garment._id}/-`);
      return stranger.main.getByText(comment).count();
    }).toBe(1);
  });

  test('an address that leads nowhere says so', async ({ visit }) => {
    const visitor = await visit({ width });
    visitor.expectAnswer(404, /^\/nowhere$/);
    const shop = new Shop(visitor.page);
    await shop.open('/nowhere');
    await shop.heading(/.+/);
    expect(await shop.main.getByRole('link').count()).toBeGreaterThan(0);
  });
});

test('the footer leads to the pages that help, and each says the same about shipping and support', async ({
  visit,
}) => {
  const { page } = await visit();
  const shop = new Shop(page);
  for (const name of ['FAQs', 'Delivery', 'Returns', 'Sizes', 'Cookies']) {
    await shop.open('/');
    const help = page.getByRole('contentinfo').getByRole('navigation', { name: 'Help' });
    await help.getByRole('link', { name, exact: true }).click();
    await shop.arriveAt(`/${name.toLowerCase()}`);
    await shop.main.getByRole('heading', { level: 1 }).waitFor();
  }
  for (const path of ['/delivery', '/terms']) {
    await shop.open(path);
    await page.getByText('Shipping is free on orders over $200.').waitFor();
  }
  for (const path of ['/returns', '/contact']) {
    await shop.open(path);
    await page.getByText('You can write to us 24/7.').waitFor();
  }
});
