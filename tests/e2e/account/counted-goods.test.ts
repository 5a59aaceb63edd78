import { expect } from 'vitest';
import { messages } from '#shared/messages.ts';
import { stockRequestMessages } from '#shared/stock-messages.ts';
import { test } from '../../support/browser.ts';
import { countedGarment } from '../../support/counted-garment.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { newGoods } from '../../support/goods.ts';
import { eventually, Shop, waitForFocus } from '../../support/shop.ts';
import { openShop } from '../../support/signed-in.ts';
import { phoneFirst } from '../../support/widths.ts';

phoneFirst('On a $name', ({ width }) => {
  test('a size that is sold out takes an address, unless it came back meanwhile, and one with few pieces says so', async ({
    visit,
  }) => {
    const garment = await countedGarment({ S: 0, M: 2, L: 9 });
    await garment.cost('L', 5);
    const { page, shop, main, customer, expectAnswer } = await openShop(visit, { width });
    for (const status of [400, 409]) expectAnswer(status, /\/stock-requests$/);
    const size = (name: string) => main.getByRole('radio', { name, exact: true });
    const said = (text: string) => main.getByRole('status').getByText(text, { exact: true });
    await shop.open(garment.path);
    await main.getByText('From $20.00').first().waitFor();
    await size('M').check();
    await said('2 left').waitFor();
    await page.keyboard.press('ArrowLeft');
    await said('Out of Stock').waitFor();
    await waitForFocus(size('S, sold out'));
    await main.getByText(stockRequestMessages.explained).waitFor();
    expect(await main.getByRole('button', { name: /^Add to Cart/ }).count()).toBe(0);
    const email = main.getByRole('textbox', { name: 'Email' });
    await eventually(() => email.inputValue()).toBe(customer.email);
    await expectNoFaults(page, 'a size that is sold out');
    await email.fill('nobody');
    await email.press('Enter');
    await main.getByText('Not a valid email address').waitFor();
    await waitForFocus(email);
    await email.fill(customer.email);
    await main.getByRole('button', { name: 'Email me' }).click();
    const answer = main.getByText(stockRequestMessages.added);
    await waitForFocus(answer);
    await size('L').check();
    await said('In Stock').waitFor();
    expect(await answer.isVisible()).toBe(false);
    await shop.addToCart.waitFor();
    expect(await garment.waiting('S')).toEqual([customer.email]);

    // What came back meanwhile can be bought at once.
    let answerProfile: () => void = () => undefined;
    const isTyping = new Promise<void>((resolve) => {
      answerProfile = resolve;
    });
    await page.route('**/users/profile', (route) => isTyping.then(() => route.continue()));
    await page.reload();
    await shop.ready();
    await size('S, sold out').check();
    // The customer's address, which is loaded late, is not filled in while another one is typed.
    await email.focus();
    const late = page.waitForResponse('**/users/profile');
    answerProfile();
    await (await late).finished();
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await email.inputValue()).toBe('');
    await email.fill('ada@test.example');
    await garment.change('S', 1);
    const isRefused = async () => {
      const answer = await page.waitForResponse(/\/stock-requests$/);
      expect(answer.status()).toBe(409);
    };
    await Promise.all([isRefused(), main.getByRole('button', { name: 'Email me' }).click()]);
    await shop.seesToast('Test coat is in stock again.');
    await said('1 left').waitFor();
    await shop.addToCart.waitFor();
  });

  test('a garment that is out of stock as a whole asks what to choose, and takes an address', async ({
    visit,
  }) => {
    const { products, change } = await newGoods();
    await change(products[0], { availability: 'OutofStock' });
    const shop = new Shop((await visit({ width })).page);
    await shop.open(`/product/${products[0]._id}/-`);
    const button = shop.main.getByRole('button', { name: messages.products.outOfStock });
    expect(await button.isDisabled()).toBe(true);
    await shop.main.getByText('Choose a size to get an email when it is back.').waitFor();
    await shop.main.getByRole('radio', { name: 'L, sold out' }).check();
    await shop.main.getByRole('textbox', { name: 'Email' }).fill('ada@test.example');
    await shop.main.getByRole('button', { name: 'Email me' }).click();
    await shop.main.getByText(stockRequestMessages.added).waitFor();
  });

  test('the cart follows the price of a size, and says what sold out or is too much', async ({
    visit,
  }) => {
    const garment = await countedGarment({ S: 0, M: 2, L: 9 });
    await garment.cost('L', 5);
    const { page, shop, main, expectAnswer } = await openShop(visit, { width });
    expectAnswer(409, /\/orders\/place-order$/);
    await shop.open(garment.path);
    await shop.addToCart.click();
    const size = shop.added.getByLabel('Size');
    expect(await size.getByRole('option', { name: 'S (sold out)' }).isDisabled()).toBe(true);
    await size.selectOption('L');
    await shop.added.locator('dd').getByText('$25.00').waitFor();

    await shop.open('/cart');
    const line = shop.line('Test coat');
    await eventually(() => line.innerText()).toContain('$25.00');
    await line.getByLabel('Size').selectOption('M');
    await eventually(() => line.innerText()).toContain('$20.00');
    await line.getByRole('button', { name: 'Increase quantity' }).click({ clickCount: 2 });
    const tooMany = line.getByText('Only 2 left: reduce the quantity to check out.');
    await tooMany.waitFor();
    await main.getByRole('link', { name: 'Proceed to Checkout' }).click();
    await main.getByText(messages.checkout.soldOut).waitFor();
    await waitForFocus(tooMany);
    await expectNoFaults(page, 'a line with too many pieces');
    await line.getByRole('button', { name: 'Decrease quantity' }).click();
    await eventually(() => tooMany.count()).toBe(0);

    await shop.open('/checkout');
    await garment.change('M', -2);
    await shop.payNow.click();
    await main.getByRole('alert').getByText(messages.checkout.soldOut).waitFor();
    await expectNoFaults(page, 'an order that was refused');
    await main.getByText('Out of Stock: choose another or remove it to check out.').waitFor();
    await main.getByRole('link', { name: 'Change in cart' }).click();
    await shop.arriveAt('/cart');
    const saved = page.waitForResponse(/\/cart\/update-choice\//);
    await line.getByLabel('Size').selectOption('L');
    await saved;
    await shop.checkOut();
    await main.getByText('$50.00').first().waitFor();
    await shop.goToCardPage();

    // A draft has no page that its line could lead to.
    await shop.open('/cart');
    await line.getByRole('link', { name: 'Test coat' }).waitFor();
    await garment.withdraw();
    await shop.open('/cart');
    await line.getByText('No longer available: remove it to check out.').waitFor();
    expect(await line.getByRole('link', { includeHidden: true }).count()).toBe(0);
    await expectNoFaults(page, 'a line of a draft');
  });
});
