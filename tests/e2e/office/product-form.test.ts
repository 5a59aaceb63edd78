import { expect } from 'vitest';
import { messages } from '#shared/messages.ts';
import { newProduct } from '../../../src/admin/products/product-schemas.ts';
import { refusesEmpty } from '../../../src/ui/required.ts';
import { openOffice } from '../../support/signed-in.ts';
import { adminToken, good } from '../../api/client.ts';
import { test } from '../../support/browser.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { newGoods } from '../../support/goods.ts';
import { pasteHtml } from '../../support/paste-html.ts';
import { picture } from '../../support/pictures.ts';
import { eventually, Shop } from '../../support/shop.ts';
import { deskFirst } from '../../support/widths.ts';

const pasted =
  '<h2 onclick="alert(1)">Reviews</h2><p>Of <b style="color:red">lambswool</b>, <a href="javascript:alert(1)">felted</a></p>' +
  '<script>alert(1)</script><img src="https://other.example/spy.gif" onerror="alert(1)">' +
  '<ul><li>Warm<ul><li>Light</li></ul></li></ul>' +
  `<table><tr>${'<th>Measured in the mill</th>'.repeat(8)}</tr><tr>${'<td>36</td>'.repeat(8)}</tr></table>`;

test('Sizes and colours are typed, pasted or taken from a set, and a free product is asked about', async ({
  visit,
}) => {
  const { mark, category, products, read } = await newGoods();
  const path = '/admin/product/newproduct';
  const { office, main, page } = await openOffice(visit, path, { width: 390 });
  const { keyboard } = page;
  const group = (name: string) => main.getByRole('group', { name, exact: true });
  const entriesOf = (name: string) =>
    group(name)
      .locator('input:not([type=hidden])')
      .evaluateAll((all) => all.map((it) => (it instanceof HTMLInputElement ? it.value : '')));
  const sizes = group('Product Size');
  const said = (words: string) =>
    page.getByRole('status').getByText(words, { exact: true }).waitFor();
  const title = main.getByLabel('Product Title');
  const fields = await main.locator('.field :is(input, select, textarea)[name]').all();
  for (const field of fields) {
    const name = (await field.getAttribute('name')) ?? '';
    const isRequired = (await field.getAttribute('required')) !== null;
    expect([name, isRequired]).toEqual([name, refusesEmpty(newProduct, {}, name)]);
  }
  await title.fill('S, M,, L');
  await title.selectText();
  await keyboard.press('Control+C');
  await main.getByLabel('Product Size 1').focus();
  await keyboard.press('Control+V');
  await said('S, M, L added.');
  await keyboard.type('XXL,3XL');
  await keyboard.press('Enter');
  await said('3XL added.');
  await keyboard.type('M');
  await keyboard.press('Enter');
  await said('M is already in the list.');
  expect(await entriesOf('Product Size')).toEqual(['S', 'M', 'L', 'XXL', '3XL', '']);
  await keyboard.press('Backspace');
  await said('3XL removed.');
  for (const key of ['ArrowLeft', 'ArrowLeft', 'Delete']) await keyboard.press(key);
  await said('L removed.');
  // What took its place has the focus, and is written over.
  await keyboard.type('XL');
  await keyboard.press('ArrowRight');
  await keyboard.type('Tall');
  expect(await entriesOf('Product Size')).toEqual(['S', 'M', 'XL', 'Tall']);
  const preset = sizes.getByRole('button', { name: 'One size' });
  await preset.click();
  await preset.and(main.locator('[aria-pressed=true]')).click();
  await said('One size removed.');

  await main.getByLabel('Product Color 1').fill('Dark Slate Grey, rgb(1, 2, 3),Midnight Navy');
  await keyboard.press('Enter');
  await main.getByText(messages.products.cannotBeShown('“Midnight Navy”')).waitFor();
  await expectNoFaults(page, 'sizes and colours, one of them unknown');
  await group('Product Color').getByRole('button', { name: 'Remove Midnight Navy' }).click();
  expect(await entriesOf('Product Color')).toEqual(['Slate', 'rgb(1, 2, 3)', '']);

  await title.fill(`Cape ${mark} free`);
  await main.getByLabel('Product Price').fill('0');
  await main.getByLabel('Category', { exact: true }).selectOption({ label: category.name });
  const save = main.getByRole('button', { name: 'Save as draft' });
  const asked = page.getByRole('alertdialog', { name: messages.products.free.question });
  await save.click();
  await asked.getByText(messages.products.free.explained).waitFor();
  await expectNoFaults(page, 'a question about a product that is free');
  await asked.getByRole('button', { name: messages.products.free.no }).click();
  await asked.waitFor({ state: 'detached' });
  await save.click();
  await office.withFailingRequests('**/products/create', async () => {
    await asked.getByRole('button', { name: messages.products.free.yes }).click();
    await office.seesAndClosesToast(messages.products.createFailed);
  });
  // It is asked once.
  await save.click();
  await office.seesAndClosesToast(messages.products.created);
  await office.arriveAt('/admin/products');
  await main.getByRole('link', { name: `Cape ${mark} free` }).click();
  await main.getByLabel('Status').selectOption('published');
  await main.getByRole('button', { name: 'Save', exact: true }).click();
  await office.seesAndClosesToast(messages.products.updated);
  const _id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  expect(await read({ ...products[0], _id })).toMatchObject({
    price: 0,
    status: 'published',
    sizes: ['S', 'M', 'XL', 'Tall'],
    colors: ['darkslategray', 'rgb(1, 2, 3)'],
  });
});

deskFirst('On a $name', ({ width }) => {
  test('a product is put on sale and described, and shoppers see the price before and the lowest one', async ({
    visit,
  }) => {
    const { category, products, change } = await newGoods();
    const [product] = products;
    await change(product, { price: '15' });
    const token = await adminToken();
    const path = `/products/${product._id}/variants`;
    const { variants } = await good('GET', path, { token });
    const dearer = variants
      .filter((it: { size: string | null }) => it.size === 'L')
      .map(({ _id }: { _id: string }) => ({ _id, priceDelta: 2 }));
    await good('PUT', path, { token, json: { variants: dearer } });
    const { office, main } = await openOffice(visit, '', { width });
    const field = main.getByLabel('Compare-at Price');
    const save = main.getByRole('button', { name: 'Save', exact: true });
    await office.open(`/admin/products/${product._id}`);
    await field.fill('15');
    await save.click();
    await main.getByText('Has to be higher than the price').waitFor();
    await field.fill('25.5');
    const text = main.getByRole('textbox', { name: 'Product Description' });
    const discard = main.getByRole('button', { name: 'Discard' });
    const format = main.getByRole('button', { name: /^Add headings/ });
    expect(await text.inputValue()).toBe('A coat');
    await text.fill('A wide coat');
    await format.click();
    await text.getByText('A wide coat').waitFor();
    await text.fill('Nothing of this');
    await discard.click();
    expect(await text.inputValue()).toBe('A coat');
    await field.fill('25.5');
    await text.fill('');
    await format.click();
    expect(await text.getAttribute('data-placeholder')).toBe('Edit Description');
    await pasteHtml(text, pasted);
    await text.getByRole('heading', { name: 'Reviews', level: 2 }).waitFor();
    expect(await text.innerHTML()).not.toMatch(/script|style=|onclick|onerror|other\.example/);
    await main
      .getByLabel('Picture', { exact: true })
      .last()
      .setInputFiles(await picture());
    await main.getByLabel('What the picture shows').fill('The cloth');
    await main.getByRole('button', { name: 'Apply', exact: true }).click();
    await save.click();
    await office.seesAndClosesToast(messages.products.updated);
    await office.openTable('/admin/products', product.title);
    await office.row(product.title).getByText('$25.50').waitFor();

    const shop = new Shop((await visit({ width })).page);
    await eventually(async () => {
      await shop.open(`/category/${category._id}`);
      return shop.main.getByRole('article').innerText();
    }).toMatch(/Now\s+From \$15\.00\s+Price before:\s+\$25\.50/);
    await shop.open(`/product/${product._id}/-`);
    await shop.main.getByText('Lowest price of the last 30 days: $20.00').waitFor();
    const described = shop.main.locator('.about');
    await described.getByRole('heading', { name: 'Reviews', level: 3 }).waitFor();
    expect(await described.innerHTML()).not.toMatch(/<script|onclick|onerror|other\.example/);
    await described.getByText('lambswool').and(shop.main.locator('strong')).waitFor();
    await described.getByRole('img', { name: 'The cloth' }).waitFor();
    const wide = () => shop.page.evaluate(() => document.documentElement.scrollWidth);
    expect(await wide()).toBeLessThanOrEqual(width);
    expect(await shop.page.locator('#reviews').count()).toBe(1);
    const price = () => shop.main.locator('.amount').innerText();
    expect(await price()).toMatch(/Now\s+From \$15\.00\s+Price before:\s+\$25\.50/);
    await expectNoFaults(shop.page, 'the page of a product on sale');
    await shop.main.getByRole('radio', { name: 'L', exact: true }).check();
    await shop.main.getByText('Lowest price of the last 30 days: $22.00').waitFor();
    expect(await price()).toMatch(/Now\s+\$17\.00\s+Price before:\s+\$27\.50/);
  });
});

test('A product is seen in the shop before it is saved, with the pictures chosen for it', async ({
  visit,
}) => {
  const { category } = await newGoods();
  const path = '/admin/product/newproduct';
  const { main, page } = await openOffice(visit, path, { width: 390 });
  await main.getByLabel('Product Title').fill('Cape <not yet>');
  await main.getByLabel('Product Price').fill('129.5');
  await main.getByLabel('Compare-at Price').fill('150');
  await main.getByLabel('Category', { exact: true }).selectOption({ label: category.name });
  await main.getByRole('textbox', { name: 'Product Size' }).fill('S, XL');
  await main.getByLabel('Product Image').setInputFiles(await picture());
  const opened = page.waitForEvent('popup');
  await main.getByRole('button', { name: 'Preview' }).click();
  const preview = new Shop(await opened);
  await preview.ready();
  await preview.heading('Cape <not yet>');
  await preview.main.getByText('$129.50').first().waitFor();
  await preview.main.getByText('$150.00').waitFor();
  await preview.main.getByRole('link', { name: category.name }).first().waitFor();
  const shown = preview.main.locator('[data-gallery] img').first();
  await eventually(() => shown.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBeGreaterThan(
    0,
  );
  await preview.addToCart.click();
  await preview.seesToast(messages.products.preview);

  // What another site posts here is not shown under the shop’s name.
  const form = { product: JSON.stringify({ title: 'Forged' }) };
  const foreign = await page.request.post('/admin/product/preview', { form });
  expect(await foreign.text()).not.toContain('Forged');
});
