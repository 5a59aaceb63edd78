import { describe, expect } from 'vitest';
import { test } from '../support/browser.ts';
import { companyMember } from '../support/company.ts';
import { expectNoFaults } from '../support/faults.ts';
import { newGoods } from '../support/goods.ts';
import { eventually, Shop } from '../support/shop.ts';
import { widths } from '../support/widths.ts';

/** A member of a company that pays 15 % less, and fixed prices for the first product, which comes in packs. */
async function newMember(product: string) {
  const { customer, name, packs, price } = await companyMember({ percent: 15 });
  await packs(product, 12, 6);
  await price(product, 10, 15);
  await price(product, 50, 12);
  return { ...customer, company: name };
}

describe.for(widths)('On a $name', ({ width }) => {
  test('members see what their company pays, and everybody else the prices of the shop', async ({
    visit,
  }) => {
    const { products, category } = await newGoods(2);
    const [cape, other] = products;
    const customer = await newMember(cape._id);
    const category_ = `/category/${category._id}`;
    const own = new Shop((await visit({ width })).page);
    const retail = new Shop((await visit({ width })).page);
    const asked: string[] = [];
    for (const { page } of [own, retail]) {
      page.on('request', (it) => {
        if (it.url().includes('/wholesale/')) asked.push(page === own.page ? 'own' : 'retail');
      });
    }
    const priceOf = (shop: Shop, title = '') =>
      eventually(() =>
        shop.main.locator('article', { hasText: title }).locator('.price').innerText(),
      );

    // The page is in the cache from now on.
    await retail.open(category_);
    await priceOf(retail, cape.title).toBe('$20.00');
    await own.signIn(customer);
    asked.length = 0;
    await own.open(category_);
    await priceOf(own, cape.title).toMatch(
      /Your price:\s+\$17\.00\s+Price in the shop:\s+\$20\.00/,
    );
    await priceOf(own, other?.title).toContain('$17.00');
    expect(asked).toEqual(['own']);
    await expectNoFaults(own.page, 'a category with own prices');

    await own.openGarment(cape.title);
    const table = own.main.getByRole('table', { name: 'Price of a piece by quantity' });
    await eventually(() => table.getByRole('cell').allInnerTexts()).toEqual([
      ...['$17.00', '$15.00', '$12.00'],
    ]);
    expect(await table.getByRole('columnheader').allInnerTexts()).toEqual(['1+', '10+', '50+']);
    await own.main.getByText('Minimum 12, packs of 6. All sizes and colors together.').waitFor();
    await own.main.getByText(`Prices for ${customer.company}`).waitFor();
    await own.main.getByRole('region', { name: 'Order by size and color' }).waitFor();
    // One question for prices and grid of the page.
    expect(asked).toEqual(['own', 'own']);
    await own.choose();
    expect(await own.main.locator('.amount').innerText()).toContain('$17.00');
    await expectNoFaults(own.page, 'a product with own prices');

    await own.addToCart.click();
    await own.added.getByRole('button', { name: 'Continue' }).click();
    await own.open('/cart');
    await own.main.getByText(`Buying for ${customer.company}`).waitFor();
    const problem = own.main.getByText(/^Please order at least 12 pieces of Cape/);
    await problem.waitFor();
    await own.main.getByRole('link', { name: 'Proceed to Checkout' }).click();
    await eventually(() => problem.evaluate((it) => it === document.activeElement)).toBe(true);
    await expectNoFaults(own.page, 'a cart in a wrong quantity');
    await own.open('/checkout');
    await problem.waitFor();
    await own.payNow.click();
    await eventually(() => problem.evaluate((it) => it === document.activeElement)).toBe(true);
    await own.open('/cart');
    const more = own.line(cape.title).getByRole('button', { name: 'Increase quantity' });
    for (let pieces = 2; pieces <= 12; pieces += 1) await more.click();
    await problem.waitFor({ state: 'detached' });
    await own.main.getByText('$180.00').first().waitFor();

    // In another tab that is open the prices go with the sign-out.
    const tab = new Shop(await own.page.context().newPage());
    await tab.open(category_);
    await priceOf(tab, cape.title).toContain('$17.00');
    await own.logOut();
    await priceOf(tab, cape.title).toBe('$20.00');
    await own.open(category_);
    await priceOf(own, cape.title).toBe('$20.00');
    await retail.open(category_);
    await priceOf(retail, cape.title).toBe('$20.00');
    expect(asked).not.toContain('retail');
  });
});
