import { describe, expect } from 'vitest';
import { messages } from '../../supabase/functions/_shared/messages.ts';
import { test } from '../support/browser.ts';
import { allGarments, garmentInStock, registeredCustomer } from '../support/customers.ts';
import { eventually, Shop } from '../support/shop.ts';

/** The prices of the cards in their order. */
async function prices(shop: Shop): Promise<number[]> {
  const cards = await shop.main.getByRole('article').allInnerTexts();
  return cards.map((text) => Number(/\$([\d,]+\.\d\d)/.exec(text)?.[1]?.replace(',', '')));
}

describe.for([{ width: 1440 }, { width: 390 }])('Browsing at $width pixels', ({ width }) => {
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
    await shop.open('/about');
    await shop.search(garment.title.slice(0, 6));
    await shop.main.getByRole('link', { name: garment.title }).first().waitFor();
    await shop.search('xylophone-quartz');
    await shop.main.getByText(messages.products.nothingFound).waitFor();
  });

  test('a garment that is out of stock cannot be bought', async ({ visit }) => {
    const shop = new Shop((await visit({ width })).page);
    const garment = (await allGarments()).find((it) => it.availability === 'OutofStock');
    if (!garment) throw new Error('Everything is in stock');
    await shop.open(`/product/${garment._id}/-`);
    const button = shop.main.getByRole('button', { name: messages.products.outOfStock });
    expect(await button.isDisabled()).toBe(true);
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
    await shop.islandsAwake();
    await form.getByLabel('Rating').selectOption('4');
    await form.getByLabel('Comment').fill(comment);
    await form.getByRole('button', { name: 'Add review' }).click();
    await shop.isTold(messages.reviews.added);
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
