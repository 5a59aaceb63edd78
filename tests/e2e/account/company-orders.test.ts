import { expect } from 'vitest';
import { orderingMessages } from '#shared/ordering-messages.ts';
import { test } from '../../support/browser.ts';
import { companyMember } from '../../support/company.ts';
import { countedGarment } from '../../support/counted-garment.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { newGoods } from '../../support/goods.ts';
import { eventually, paste, Shop, waitForFocus } from '../../support/shop.ts';
import { intercept } from '../../support/intercept.ts';
import { openShop } from '../../support/signed-in.ts';
import { phoneFirst } from '../../support/widths.ts';

phoneFirst('On a $name', ({ width }) => {
  test('a member fills the grid by keys and paste; all goes into the cart at once, or what is too much is said at its field', async ({
    visit,
  }) => {
    const { products, change } = await newGoods();
    const [{ _id }] = products;
    await change(products[0], { sizes: ['S', 'M', 'L'], colors: ['navy', 'white'] });
    const company = await companyMember();
    await company.price(_id, 12, 12.5);
    await company.packs(_id, 6, 6);
    const visitor = await visit({ width });
    visitor.expectAnswer(409, /\/cart\/add-lines$/);
    const shop = new Shop(visitor.page);
    const { main, page } = shop;
    await shop.signIn(company.customer);
    const sku = await company.skuOf(_id, 'L', 'navy');
    await shop.open(`/product/${_id}/-?color=navy&size=L`);
    await main.getByText(`SKU ${sku}`, { exact: true }).waitFor();
    const field = (name: string) => main.getByRole('textbox', { name, exact: true });
    await main.getByRole('link', { name: 'Order by size and color' }).click();
    const table = main.getByRole('table', { name: 'Order by size and color' });
    expect(await table.getByRole('rowheader').allInnerTexts()).toEqual(['Navy', 'White', 'Total']);
    await field('Navy, S').focus();
    await page.keyboard.type('2x');
    await page.keyboard.press('Tab');
    await page.keyboard.type('1');
    await page.keyboard.press('Enter');
    await page.keyboard.type('4');
    await waitForFocus(field('White, M'));
    await page.keyboard.press('Shift+Enter');
    await waitForFocus(field('Navy, M'));
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Tab');
    await waitForFocus(field('White, S'));
    await page.keyboard.press('Shift+Tab');
    await waitForFocus(field('Navy, L'));
    expect(await field('Navy, L').getAttribute('aria-describedby')).toMatch(/sku/);
    await main.getByText(sku, { exact: true }).waitFor();
    const status = main.getByRole('status').filter({ hasText: 'pieces' });
    await eventually(() => status.innerText()).toContain('7 pieces, $112.00');
    expect(await status.innerText()).toContain(
      '5 pieces missing: order at least 6 pieces, in packs of 6',
    );
    await page.keyboard.press('Escape');
    const add = main.getByRole('button', { name: 'Add to Cart', exact: true }).last();
    await waitForFocus(add);
    await page.keyboard.press('Shift+Tab');
    await waitForFocus(field('White, L'));
    await paste(field('Navy, M'), '3\t5\nall\t2\t9\n');
    await main.getByRole('alert').getByText(orderingMessages.pasteLeftOut(2)).waitFor();
    // From twelve pieces on, all sizes and colors together, each costs less.
    await eventually(() => status.innerText()).toContain('16 pieces, $200.00');
    await paste(field('White, S'), '2\t4');
    await eventually(() => status.innerText()).toContain('18 pieces, $225.00');
    await expectNoFaults(page, 'the grid of sizes and colors');
    await add.press('Enter');
    await shop.seesAndClosesToast(orderingMessages.added(18));
    expect((await company.cart()).join(' ')).toBe(
      'S,navy,2 M,navy,3 L,navy,5 S,white,2 M,white,4 L,white,2',
    );
    await main.getByText('18 more in your cart').waitFor();
    await shop.open('/cart');
    const line = main.getByRole('listitem').filter({
      hasText: `SKU ${sku}`,
    });
    const quantity = line.getByRole('textbox', { name: 'Quantity' });
    const toCheckout = main.getByRole('link', { name: 'Proceed to Checkout' });
    await quantity.fill('48');
    await page.keyboard.press('Tab');
    await eventually(async () => (await company.cart()).join(' ')).toContain('L,navy,48');
    for (const wrong of ['', '1000', '4x']) {
      await quantity.fill(wrong);
      await toCheckout.click();
      await line.getByRole('alert').getByText('Enter a number from 1 to 999.').waitFor();
      await waitForFocus(quantity);
      expect(await quantity.inputValue()).toBe(wrong);
    }
    await expectNoFaults(page, 'a cart with a wrong quantity');
    await page.keyboard.press('Escape');
    expect(await quantity.inputValue()).toBe('48');
    await quantity.fill('36');
    await page.keyboard.press('Enter');
    await eventually(async () => (await company.cart()).join(' ')).toContain('L,navy,36');

    // What is sold out takes nothing.
    const garment = await countedGarment({ S: 0, M: 2, L: 9 });
    await shop.open(garment.path);
    await paste(field('S, sold out'), '1\t3\t1');
    // With one price only, there is no table of prices by quantity.
    expect(await main.getByRole('table').count()).toBe(1);
    await main.getByRole('alert').getByText(orderingMessages.pasteLeftOut(1)).waitFor();
    const medium = field('M, 2 left');
    expect(await medium.getAttribute('aria-invalid')).toBe('true');
    await add.click();
    await main.getByRole('alert').getByText('Only 2 left of Test coat, M.').waitFor();
    await waitForFocus(medium);
    expect(await company.cart()).toHaveLength(6);
    await medium.fill('2');
    await add.click();
    await shop.seesToast(orderingMessages.added(3));

    // The name is forgotten with the sign-out.
    await shop.logOut();
    const known = () => page.evaluate(() => localStorage.getItem('hemline-company'));
    expect(await known()).toBe(null);
  });

  test('a member orders by SKU, keeps the cart as a draft, and orders again', async ({ visit }) => {
    const { products, change, remove } = await newGoods();
    const [garment] = products;
    await change(garment, { sizes: ['S', 'M'], colors: ['navy'] });
    const company = await companyMember();
    const small = await company.skuOf(garment._id, 'S');
    const medium = await company.skuOf(garment._id, 'M');
    const { shop, main, page } = await openShop(visit, { width }, company.customer);
    await shop.open('/user/account');
    await main.getByRole('link', { name: 'Quick Order' }).click();
    await shop.arriveAt('/user/quick-order');
    const field = (name: string) => main.getByLabel(name, { exact: true });
    await field('SKU, line 1').pressSequentially(garment.title.toLowerCase());
    await main.locator(`datalist option[value="${small}"]`).waitFor({ state: 'attached' });
    await field('SKU, line 1').fill(small);
    const named = `${garment.title}, Navy, S`;
    await main.getByRole('paragraph').filter({ hasText: named }).waitFor();
    await field('Quantity, line 1').fill('4');
    await field('List').fill(`SKU,Pieces\n${medium};3\n\n"NO-SUCH"\t2\n${small}, lots\n`);
    await main.getByRole('button', { name: 'Read List' }).click();
    expect(await field('SKU, line 3').inputValue()).toBe('NO-SUCH');
    const buffer = Buffer.from(`\uFEFF${medium},2\r\n`);
    await field('CSV file').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer });
    await eventually(() => field('Quantity, line 5').inputValue()).toBe('2');
    const add = main.getByRole('button', { name: 'Add to Cart', exact: true });
    // What is entered while the lines are added stays.
    const stop = await intercept(page, '**/cart/add-lines', async (route) => {
      stop();
      await field('SKU, line 6').fill('LATER');
      await route.continue();
    });
    await add.click();
    await shop.seesAndClosesToast(orderingMessages.added(9));
    await shop.sees(
      orderingMessages.leftOut(2),
      'There is no article NO-SUCH.',
      orderingMessages.needsQuantity,
    );
    expect(await field('SKU, line 3').inputValue()).toBe('LATER');
    await main.getByRole('button', { name: 'Remove line 3' }).click();
    await waitForFocus(field('SKU, line 3'));
    await add.click();
    await waitForFocus(field('SKU, line 1'));
    expect((await company.cart()).join(' ')).toBe('S,navy,4 M,navy,5');
    await expectNoFaults(page, 'lines of a quick order that were refused');
    await field('List').fill('A,1\n'.repeat(201));
    await main.getByRole('button', { name: 'Read List' }).click();
    await main.getByText(orderingMessages.tooLong).waitFor();

    await main.getByText(orderingMessages.noDrafts).waitFor();
    await field('Save cart as').fill('Autumn');
    await field('Save cart as').press('Enter');
    await shop.seesAndClosesToast(orderingMessages.draftSaved);
    await main.getByText(/^9 pieces, saved/).waitFor();
    await expectNoFaults(page, 'drafts');
    await main.getByRole('button', { name: 'Add to Cart: Autumn' }).click();
    await shop.seesAndClosesToast(orderingMessages.added(9));
    await main.getByRole('button', { name: 'Delete Autumn' }).click();
    await shop.seesAndClosesToast(orderingMessages.draftDeleted);
    await main.getByText(orderingMessages.noDrafts).waitFor();
    await waitForFocus(main.getByRole('heading', { name: 'Drafts' }));

    await shop.checkOut();
    await field('Purchase order number').fill('PO-77/a');
    await shop.goToCardPage();
    await shop.payByCard();
    await shop.heading('Thank you');
    await shop.open('/user/all-orders');
    await main.getByText('Purchase order PO-77/a').waitFor();
    await change(garment, { sizes: ['S'] });
    const again = main.getByRole('button', { name: /^Order again: HM-/ });
    await again.click();
    await shop.seesAndClosesToast(orderingMessages.added(8));
    await main.getByRole('alert').getByText(`There is no ${garment.title}, navy, M.`).waitFor();
    expect(await company.cart()).toEqual([['S', 'navy', 8]]);
    await expectNoFaults(page, 'an order that could not be ordered again as it was');
    await remove(garment);
    await shop.open('/user/all-orders');
    await again.click();
    await main
      .getByRole('alert')
      .getByText(orderingMessages.gone(`${garment.title}, Navy, M`))
      .waitFor();
  });
});

test('who buys for no company sees no grid, and asks for none', async ({ visit }) => {
  const { products } = await newGoods();
  const { page, shop, main } = await openShop(visit);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await shop.open(`/product/${products[0]._id}/-`);
  await page.waitForLoadState('networkidle');
  expect(await main.getByRole('table').count()).toBe(0);
  expect(asked.filter((it) => /order-grid|wholesale|users\/profile/.test(it))).toEqual([]);
  await shop.open('/user/quick-order');
  await main.getByText(orderingMessages.membersOnly).waitFor();
  await main.getByRole('link', { name: 'About wholesale' }).waitFor();
  expect(await main.getByRole('link', { name: 'Quick Order' }).count()).toBe(0);
});
