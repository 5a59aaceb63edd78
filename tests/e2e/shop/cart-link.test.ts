import { afterEach, expect } from 'vitest';
import { adminToken, good, sql } from '../../api/client.ts';
import { addCountedProduct } from '../../sql/counted-goods.ts';
import { test } from '../../support/browser.ts';
import { registeredCustomer } from '../../support/customers.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { eventually, Shop } from '../../support/shop.ts';
import { openShop } from '../../support/signed-in.ts';
import { phoneFirst } from '../../support/widths.ts';

const setWhoMayOrder = async (whoMayOrder: 'customers' | 'everybody') => {
  await good('PUT', '/shop/checkout', { token: await adminToken(), json: { whoMayOrder } });
};
afterEach(() => setWhoMayOrder('customers'));

/** A coat with five pieces in M and one in S, and the address of so many of them. */
async function coatLink() {
  const { product } = await addCountedProduct(sql, { M: 5, S: 1 });
  const rows = await sql<{ size: string; sku: string }[]>`
    select size, sku from product_variants where product_id = ${product}`;
  const skuOf = (size: string) => rows.find((it) => it.size === size)?.sku ?? '';
  return (m: number, s: number) =>
    `/cart/add?items=${skuOf('M')}:${m},${s > 0 ? `${skuOf('S')}:${s},` : ''}NO-SUCH`;
}

phoneFirst('On a $name the link of a cart', ({ width }) => {
  test('shows what can be had, and adds it when a customer says so', async ({ visit }) => {
    const { page, shop, main } = await openShop(visit, { width });
    const link = await coatLink();
    await shop.open(link(2, 3));
    await main.getByText('Only 1 left of Test coat, S.').waitFor();
    await main.getByText('There is no article NO-SUCH.').waitFor();
    await main.getByText('$40.00').first().waitFor();
    await expectNoFaults(page, 'the link of a cart');
    await shop.open('/cart');
    expect(await shop.cartCount()).toBe(0);
    await shop.open(link(2, 3));
    const add = main.getByRole('button', { name: 'Add to Cart' });
    await add.click();
    await shop.arriveAt('/cart');
    await eventually(() => shop.line('Test coat').innerText()).toContain('$40.00');
    // Two of five are in the cart already.
    await shop.open(link(4, 0));
    await add.click();
    await main.getByText('Fewer than 6 pieces of Test coat, M are left.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/cart/add');
    await shop.open('/cart/add?items=NO-SUCH');
    await main.getByRole('link', { name: 'Continue Shopping' }).waitFor();
    expect(await add.count()).toBe(0);
  });

  test('leads visitors to the login where they need an account, and keeps the items', async ({
    visit,
  }) => {
    const { page } = await visit({ width });
    const shop = new Shop(page);
    const link = await coatLink();
    const customer = await registeredCustomer();
    await shop.open(link(2, 1));
    await shop.main.getByRole('button', { name: 'Add to Cart' }).click();
    await shop.arriveAt('/login');
    await shop.main.getByText('Test coat × 2').waitFor();
    await shop.enterCredentials(customer);
    await shop.arriveAt('/cart');
    await eventually(() => shop.cartCount()).toBe(2);
  });

  test('fills the cart of visitors where everybody may order', async ({ visit }) => {
    await setWhoMayOrder('everybody');
    const { page } = await visit({ width });
    const shop = new Shop(page);
    const link = await coatLink();
    await shop.open(link(3, 0));
    await shop.main.getByRole('button', { name: 'Add to Cart' }).click();
    await shop.arriveAt('/cart');
    await eventually(() => shop.line('Test coat').innerText()).toContain('$60.00');
  });
});
