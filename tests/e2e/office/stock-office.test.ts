import type { Page } from 'playwright';
import { expect } from 'vitest';
import { messages } from '#shared/messages.ts';
import type { Product } from '#shared/schemas/products.ts';
import { stockMessages } from '#shared/stock-messages.ts';
import { adminToken, good } from '../../api/client.ts';
import type { BackOffice } from '../../support/back-office.ts';
import { openOffice } from '../../support/signed-in.ts';
import { test, type OpenVisitor, type VisitorOptions } from '../../support/browser.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { newGoods } from '../../support/goods.ts';
import { eventually, waitForFocus } from '../../support/shop.ts';
import { deskFirst } from '../../support/widths.ts';

/** A cape in M and L, navy. */
async function newCape() {
  const { mark, products } = await newGoods();
  const token = await adminToken();
  const path = `/products/${products[0]._id}/variants`;
  const read = async () => (await good('GET', path, { token })).variants;
  /** As another administrator. */
  const save = (variants: object[]) => good('PUT', path, { token, json: { variants } });
  return { mark, product: products[0], read, save };
}

/** Opens the stock of a product. */
function openStock(visit: OpenVisitor, { _id }: Product, options: VisitorOptions = {}) {
  return openOffice(visit, `/admin/products/${_id}#stock`, options);
}

/** The grid of an open product's page. */
function gridOf({ page, main }: BackOffice) {
  const section = main.getByRole('region', { name: 'Sizes and stock' });
  const grid = section.getByRole('grid');
  return {
    section,
    grid,
    cells: () => grid.getByRole('gridcell').allInnerTexts(),
    cell: (row: number, column: number) =>
      grid.getByRole('row').nth(row).getByRole('gridcell').nth(column),
    said: (words: string) =>
      section.getByRole('status').getByText(words, { exact: true }).waitFor(),
    press: async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    },
    /** Fields that stand half behind a bar count as too small for a thumb. */
    looksGood: async (name: string) => {
      await section.evaluate((it) => it.scrollIntoView());
      await expectNoFaults(page, name);
    },
    save: (changes: string) => section.getByRole('button', { name: `Save ${changes}` }).click(),
  };
}

/** As if it were copied from a spreadsheet. */
async function onClipboard(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((it) => navigator.clipboard.writeText(it), text);
}

test('The stock of a product is filled in as in a spreadsheet', async ({ visit }) => {
  const { product, read } = await newCape();
  // All of the page is in view, so that no field stands half behind a bar.
  const { office, main, dialog, page, expectAnswer } = await openStock(visit, product, {
    height: 3200,
  });
  const { section, cells, cell, said, press, looksGood, save } = gridOf(office);
  await section.getByText('Stock is not tracked').waitFor();
  await onClipboard(page, '8\t2\t9\n');
  await cell(1, 0).click();
  await press('Control+v');
  await said(stockMessages.written(2, 1));
  expect(await cells()).toEqual(['8', '2']);
  await press('Control+z');
  await said(stockMessages.undone);
  expect(await cells()).toEqual(['', '']);
  await press('Control+z');
  await said(stockMessages.nothingToUndo);
  await press('Control+y');
  await said(stockMessages.redone);
  await press('Control+c');
  await said(stockMessages.copied(2));
  // Typing writes over, F2 does not; Escape takes it back, Tab goes on.
  await press('ArrowLeft', 'F2');
  await page.keyboard.type('9');
  await press('Escape');
  await page.keyboard.type('+4');
  await press('Tab');
  await page.keyboard.type('7');
  await press('Shift+Tab', 'Delete', 'Control+z');
  expect(await cells()).toEqual(['12', '7']);
  await looksGood('a grid with changes');

  await office.sidebarLink('Running low').click();
  await office.leaving.waitFor();
  await office.keepEditing();
  await section.getByLabel('Reason').selectOption('Received');
  await section.getByLabel('Note').fill('Delivery 12');
  await save('4 changes');
  await office.seesAndClosesToast(stockMessages.saved);
  expect(await read()).toMatchObject([
    { size: 'M', onHand: 12, policy: 'deny' },
    { size: 'L', onHand: 7, policy: 'deny' },
  ]);
  await main.getByText('Depends on the stock of its sizes and colors.').waitFor();
  expect(await main.getByLabel('Availability').isDisabled()).toBe(true);

  await cell(1, 0).click();
  await section.getByRole('button', { name: 'Stock history' }).click();
  const lines = dialog.getByRole('listitem');
  await eventually(() => lines.allInnerTexts()).toEqual([
    expect.stringMatching(/^\+12\s+Received\s+Delivery 12\s+\S+, .*ago\s+12 in stock$/),
  ]);
  await dialog.getByLabel('Difference').fill('-5');
  await dialog.getByLabel('Reason').selectOption('Damaged or lost');
  await dialog.getByRole('button', { name: 'Adjust' }).click();
  await office.seesAndClosesToast(stockMessages.adjusted);
  await eventually(() => lines.first().innerText()).toMatch(
    /^−5\s+Damaged or lost\s.*\s7 in stock$/s,
  );
  await expectNoFaults(page, 'the history of a stock');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await eventually(cells).toEqual(['7', '7']);

  // The page begins with what changes daily.
  await office.open(`/admin/products/${product._id}`);
  await eventually(() => section.getByRole('row').last().innerText()).toMatch(/\s7\s+7$/);
  const price = main.getByLabel('Product Price');
  const title = main.getByLabel('Product Title');
  const sales = main.getByRole('region', { name: 'Sales' });
  const tops = [section, price, title, sales].map(async (it) => (await it.boundingBox())?.y ?? 0);
  const inOrder = await Promise.all(tops);
  expect(inOrder).toEqual(inOrder.toSorted((one, other) => one - other));
  await looksGood('the stock of a product at a glance');
  await main.getByRole('button', { name: 'Edit sizes and stock' }).click();

  // What has stock goes only when that is confirmed.
  expectAnswer(409, /\/products\/update/);
  const { question, no, yes } = stockMessages.lost('');
  const saveProduct = main.getByRole('button', { name: 'Save', exact: true });
  await main.getByLabel('Product Size 2').fill('');
  await saveProduct.click();
  const asked = page.getByRole('alertdialog', { name: question });
  await asked.getByText(/^No longer for sale would be: L, navy, SKU \S+, 7 pieces\.$/).waitFor();
  await expectNoFaults(page, 'a question about sizes that go');
  await asked.getByRole('button', { name: no }).click();
  expect(await read()).toHaveLength(2);
  await saveProduct.click();
  await asked.getByRole('button', { name: yes }).click();
  await office.seesAndClosesToast(messages.products.updated);
  expect(await read()).toMatchObject([{ size: 'M', onHand: 7 }]);
});

test('Errors of sizes and colors are shown at their cells, and conflicting edits are resolved', async ({
  visit,
}) => {
  const { product, read, save: saveElsewhere } = await newCape();
  const { office, dialog, page, expectAnswer } = await openStock(visit, product);
  expectAnswer(409, /\/variants$|\/stock\/adjust$/);
  const { section, cell, said, press, looksGood, save } = gridOf(office);
  await section.getByRole('button', { name: 'All fields' }).click();
  await cell(1, 5).click();
  await press('Enter');
  await said(stockMessages.readOnly);
  await cell(1, 1).click();
  await page.keyboard.type('4006381333932');
  await press('Enter');
  await cell(1, 3).click();
  await press('Enter');
  await page.getByLabel('Policy of M, Navy').selectOption('Back-order');
  await press('Enter');
  await save('2 changes');
  const refused = section.getByRole('alert');
  await refused.getByText('The check digit is wrong').waitFor();
  // It has the focus, and says what is wrong.
  expect(await cell(1, 1).getAttribute('aria-invalid')).toBe('true');
  await waitForFocus(cell(1, 1));
  await section.getByText(/Barcode was empty\..*The check digit is wrong/).waitFor();
  await looksGood('a refused cell');
  await page.keyboard.type('4006381333931');
  const sku = (whose: string) => `${whose}-${product._id.slice(0, 8)}`.toUpperCase();
  const [m] = await read();
  // A cell that is left by a press elsewhere keeps what was typed, and that is no drag over the cells that move up then.
  await cell(1, 0).hover();
  await page.mouse.down();
  await refused.waitFor({ state: 'hidden' });
  await cell(2, 0).and(page.locator(':hover')).waitFor();
  await page.mouse.up();
  await page.keyboard.type(sku('mine'));
  await press('Enter');
  await saveElsewhere([{ _id: m?._id, sku: sku('theirs'), by: 3 }]);
  const answered = page.waitForResponse((it) => it.request().method() === 'PUT');
  await save('3 changes');
  expect((await answered).status()).toBe(409);
  await refused.getByText(stockMessages.conflict(true)).waitFor();
  await refused.getByText(`In the shop now: ${sku('theirs')}`).waitFor();
  expect(await cell(1, 0).innerText()).toBe(sku('mine'));
  await looksGood('two edits');
  await refused.getByRole('button', { name: 'Take theirs: SKU of M, Navy' }).click();
  await refused.getByText(stockMessages.conflict(false)).waitFor();
  await save('2 changes');
  await office.seesAndClosesToast(stockMessages.saved);
  expect(await read()).toMatchObject([
    { sku: sku('theirs'), barcode: '4006381333931', policy: 'backorder', onHand: 3 },
    { policy: 'untracked' },
  ]);

  await cell(2, 0).click();
  await section.getByRole('button', { name: 'Stock history' }).click();
  await dialog.getByText(stockMessages.noMovements).waitFor();
  await dialog.getByLabel('Difference').fill('-1');
  await dialog.getByRole('button', { name: 'Adjust' }).click();
  await dialog.locator('[aria-invalid=true]').and(dialog.getByLabel('Difference')).waitFor();
  await office.withFailingRequests('**/stock/adjust', async () => {
    await dialog.getByLabel('Difference').fill('1');
    await dialog.getByRole('button', { name: 'Adjust' }).click();
    await office.seesAndClosesToast(stockMessages.failed);
  });
});

test('On a phone, stock is a list of fields', async ({ visit }) => {
  const { product, read } = await newCape();
  const { office, main, page } = await openStock(visit, product, { width: 390 });
  const { section, looksGood, save } = gridOf(office);
  await section.getByRole('button', { name: 'Track stock' }).click();
  await main.getByLabel('Stock of M, Navy').fill('4');
  await main.getByLabel('Stock of L, Navy').fill('+2');
  await main.getByLabel('More about L, Navy').click();
  await section.getByLabel('Price difference').and(page.locator(':visible')).fill('1.5');
  await section.getByRole('button', { name: 'Undo' }).click();
  await section.getByRole('button', { name: 'Redo' }).click();
  await looksGood('a list of stock');
  await save('5 changes');
  await office.seesAndClosesToast(stockMessages.saved);
  expect(await read()).toMatchObject([
    { onHand: 4, policy: 'deny' },
    { onHand: 2, policy: 'deny', priceDelta: 1.5 },
  ]);
});

deskFirst('Stock on a $name', ({ width }) => {
  test('that runs low is listed, and received one by one or together', async ({ visit }) => {
    const { mark, product, read, save } = await newCape();
    await save((await read()).map(({ _id }) => ({ _id, policy: 'deny' })));
    const path = `/admin/stock?q=${mark}`;
    const { office, bar, main, dialog, page } = await openOffice(visit, path, { width });
    await main.getByText('2 found').waitFor();
    await main.getByRole('checkbox', { name: /all/i }).check();
    await bar.getByRole('button', { name: 'Received' }).click();
    const received = dialog.getByRole('button', { name: 'Received' });
    await received.click();
    await dialog.getByText('Enter how many pieces you received.').waitFor();
    await dialog.getByLabel(`${product.title}, M, Navy`).fill('3');
    await dialog.getByLabel(`${product.title}, L, Navy`).fill('-1');
    await received.click();
    await dialog.getByText('A whole number above zero').waitFor();
    await expectNoFaults(page, 'goods that came in');
    await dialog.getByLabel(`${product.title}, L, Navy`).fill('30');
    await received.click();
    await office.seesAndClosesToast(stockMessages.adjusted);
    await main.getByText('1 found').waitFor();
    await office.row('M, Navy').getByRole('button', { name: 'Received' }).click();
    await dialog.getByLabel(`${product.title}, M, Navy`).fill('4');
    await received.click();
    await office.seesAndClosesToast(stockMessages.adjusted);
    await main.getByText(messages.products.nothingFound).waitFor();
    expect((await read()).map((it) => it.onHand)).toEqual([7, 30]);
  });
});
