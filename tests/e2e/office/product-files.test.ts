import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';
import { importMessages } from '#shared/import-messages.ts';
import { messages } from '#shared/messages.ts';
import { pictureFile, sql } from '../../api/client.ts';
import { valueOf } from '../../sql/answers.ts';
import { openOffice } from '../../support/signed-in.ts';
import { test } from '../../support/browser.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { newGoods } from '../../support/goods.ts';
import { eventually } from '../../support/shop.ts';
import { deskFirst } from '../../support/widths.ts';

const csv = (...lines: string[]) => ({
  name: 'products.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\r\n')),
});

deskFirst('On a $name', ({ width }) => {
  test('products are exported without formulas, and imported as a whole once every row is valid', async ({
    visit,
  }) => {
    const { mark, products, category, change, read } = await newGoods(2);
    const [product] = products;
    const formula = `=HYPERLINK("http://x.example") ${mark}`;
    await change(product, { title: formula });
    const path = `/admin/products?q=${mark}`;
    const { office, main, dialog, page } = await openOffice(visit, path, { width });
    await main.getByText('2 found').waitFor();
    const download = main.getByRole('button', { name: 'Export CSV' });
    await office.withFailingRequests('**/products/admin/export?*', async () => {
      await download.click();
      await office.seesAndClosesToast(messages.products.exportFailed);
    });
    const saving = page.waitForEvent('download');
    await download.click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe('products.csv');
    const lines = (await readFile(await saved.path(), 'utf8')).split('\r\n');
    // Only what fits the search: the head, two products, and the end of the last line.
    expect(lines).toHaveLength(4);
    const head = lines[0] ?? '';
    const line = lines.find((it) => it.startsWith(product._id)) ?? '';
    expect(line).toContain(`"'=HYPERLINK(""http://x.example"") ${mark}",20.00,`);

    const cheaper = line.replace(',20.00,', ',17.50,');
    const rest = ','.repeat(head.split(',').length - 10);
    const row = (title: string, price: string, within = category.name) =>
      `,${title} ${mark},${price},,${within},In stock,,,,Published${rest}`;
    await main.getByRole('button', { name: 'Import CSV' }).click();
    const file = dialog.getByLabel('CSV file');
    const take = dialog.getByRole('button', { name: 'Import', exact: true });
    const listed = dialog.getByRole('listitem');
    const said = (number: number) => listed.filter({ hasText: `Row ${number}` }).first();
    await office.withFailingRequests('**/products/admin/import', async () => {
      await file.setInputFiles(csv(head, cheaper));
      await dialog.getByRole('alert').getByText('The shop could not be reached.').waitFor();
    });
    // Of many rows the wrong ones are shown first.
    const many = Array.from({ length: 60 }, (_, n) => row(`Cape ${n}`, '9'));
    const wrong = row('Cape', 'ten', 'No such category');
    await file.setInputFiles(csv(head, cheaper, ...many, wrong));
    await dialog.getByText('1 wrong, 60 new, 1 changed, 0 unchanged.').waitFor();
    await dialog
      .getByText('Correct the file and choose it again, or import the other rows.')
      .waitFor();
    expect(await listed.first().innerText()).toMatch(/^Row 63[^]*price: Not a price/i);
    expect(await listed.nth(1).innerText()).toContain('(new)');
    expect(await listed.count()).toBe(50);
    await dialog.getByRole('button', { name: 'Show more' }).click();
    await eventually(() => listed.count()).toBe(62);
    expect(await take.count()).toBe(0);

    // As a spreadsheet saves it that knows no UTF-8.
    const created = csv(head.replace('\uFEFF', ''), cheaper, row('Grüner Umhang', '9'));
    const buffer = Buffer.from(created.buffer.toString(), 'latin1');
    await file.setInputFiles({ ...created, buffer });
    await dialog.getByText('0 wrong, 1 new, 1 changed, 0 unchanged.').waitFor();
    expect(await said(2).innerText()).toMatch(/price: 20\.00 17\.50/);
    expect(await said(3).innerText()).toMatch(/Grüner Umhang[^]*\(new\)/);
    expect((await read(product)).price).toBe(20);
    await office.withFailingRequests('**/products/admin/import', async () => {
      await take.click();
      await dialog.getByRole('alert').getByText('The shop could not be reached.').waitFor();
    });
    await take.click();
    await office.seesAndClosesToast('1 created, 1 changed.');
    await eventually(() => dialog.count()).toBe(0);
    await main.getByText('3 found').waitFor();
    expect(await read(product)).toMatchObject({ title: formula, price: 17.5 });
    // Somebody has changed the product since the file was written.
    await main.getByRole('button', { name: 'Import CSV' }).click();
    await file.setInputFiles(csv(head, line));
    await dialog.getByText('1 wrong, 0 new, 0 changed, 0 unchanged.').waitFor();
    await dialog.getByText('Nothing is imported until every row is correct.').waitFor();
    await said(2)
      .getByText(/^version: /)
      .waitFor();
  });
});

test('The columns of another shop are mapped once, and its file is known again', async ({
  visit,
}) => {
  const { mark, category } = await newGoods(1);
  const path = `/admin/products?q=${mark}`;
  const { office, main, dialog, page, expectAnswer } = await openOffice(visit, path, {
    width: 390,
  });
  const file = dialog.getByLabel('CSV file');
  const lines = [
    'Handle,Title,Type,Option1 Name,Option1 Value,Variant SKU,Variant Price,Vendor,Image Src,Shelf',
    `cape-${mark},Cape ${mark},${category.name},Size,S,${mark}-1,25.00,Loom,pictures/Cape.png,A1`,
    `cape-${mark},,,,M,${mark}-2,27.00,,,A2`,
  ];
  const shopify = { ...csv(...lines), name: `${mark}.csv` };
  await main.getByRole('button', { name: 'Import CSV' }).click();
  await office.withFailingRequests('**/products/admin/import-columns', async () => {
    await file.setInputFiles(shopify);
    await dialog.getByRole('alert').getByText('The shop could not be reached.').waitFor();
  });
  await file.setInputFiles(shopify);
  await dialog.getByText('Columns of Shopify: 8 imported, 1 left out, 1 not recognized').waitFor();
  const shelf = dialog.getByLabel('Shelf');
  expect(await shelf.inputValue()).toBe('unknown');
  await dialog.getByText('A1 · A2').waitFor();
  expect(await dialog.getByLabel('Variant Price').inputValue()).toBe('price');
  await expectNoFaults(page, 'the columns of another shop');
  // A column can be only one thing.
  expectAnswer(400, /import$/);
  await shelf.selectOption('SKU');
  await dialog.getByRole('button', { name: 'Show changes' }).click();
  await dialog.getByText('Only one column can be “SKU”: “Variant SKU”, “Shelf”').waitFor();
  await shelf.selectOption('Leave out');
  await dialog.getByRole('button', { name: 'Show changes' }).click();
  await dialog.getByText('0 wrong, 1 new, 0 changed, 0 unchanged.').waitFor();
  await dialog.getByText(/price difference 2/).waitFor();
  // A doubt leads to its row.
  await dialog.getByRole('button', { name: /^Row 2, .*looked for in the ZIP file/ }).click();
  const row = dialog.getByRole('listitem').filter({ hasText: 'price difference 2' });
  expect(await row.evaluate((it) => it === document.activeElement)).toBe(true);
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await office.seesAndClosesToast('1 created, 0 changed.');
  await main.getByText('2 found').waitFor();
  await dialog.getByText('1 picture could not be fetched:').waitFor();
  await expectNoFaults(page, 'an import with a picture that was not fetched');
  const zip = dialog.getByLabel('Or a ZIP file with these pictures');
  const named = { name: 'pictures.zip', mimeType: 'application/zip' };
  await zip.setInputFiles({ ...named, buffer: Buffer.from('no') });
  // At the top of the screen, away from the buttons of the dialog.
  const box = await office.notice(importMessages.noZip).boundingBox();
  expect(box?.y).toBeLessThan(100);
  await office.seesAndClosesToast(importMessages.noZip);
  const writer = new ZipWriter(new Uint8ArrayWriter());
  await writer.add('all/cape.png', new Uint8ArrayReader(await pictureFile().bytes()));
  await zip.setInputFiles({ ...named, buffer: Buffer.from(await writer.close()) });
  await dialog.getByText('1 new, 0 changed, 1 picture').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();

  await main.getByRole('button', { name: 'Import CSV' }).click();
  await file.setInputFiles(shopify);
  await dialog.getByText('0 wrong, 0 new, 0 changed, 1 unchanged.').waitFor();
  await dialog.getByText('Columns of Shopify: 8 imported, 2 left out').waitFor();

  await dialog.getByText('Earlier imports').click();
  const earlier = dialog.getByRole('listitem').filter({ hasText: `${mark}.csv` });
  await earlier.first().getByRole('button', { name: 'Show' }).click();
  await dialog.getByRole('button', { name: 'Undo this import' }).click();
  // The page first hears of the undo when it has ended, and reads the list again.
  const bringState = await office.hold('**/products/admin/imports/*');
  await page.getByRole('button', { name: importMessages.undo.yes }).click();
  await office.seesAndClosesToast(importMessages.undoing);
  const state = () =>
    valueOf(sql`select state from private.product_imports where file_name = ${shopify.name}`);
  await eventually(state).toBe('undone');
  bringState();
  await dialog.getByText('Undone').waitFor();
  await main.getByText('1 found').waitFor();
});

test('Stock is exported and imported as counted, and tracking is enabled for many products at once', async ({
  visit,
}) => {
  const { mark } = await newGoods(2);
  const path = `/admin/products?q=${mark}`;
  const { office, bar, main, dialog, page } = await openOffice(visit, path);
  await main.getByRole('checkbox', { name: /all/i }).check();
  await bar.getByRole('button', { name: 'Track stock' }).click();
  await office.heading('Track stock of 2 products');
  await dialog.getByRole('button', { name: 'Update' }).click();
  await office.seesAndClosesToast(messages.products.updated);
  const soldOut = main.locator('tbody').getByText('Out of Stock');
  await eventually(() => soldOut.count()).toBe(2);

  await main.getByRole('button', { name: 'Stock CSV' }).click();
  const download = dialog.getByRole('button', { name: 'Export SKU and stock' });
  await office.withFailingRequests('**/stock/export?*', async () => {
    await download.click();
    await office.seesAndClosesToast(messages.products.exportFailed);
  });
  const saving = page.waitForEvent('download');
  await download.click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('stock.csv');
  const lines = (await readFile(await saved.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(5);
  const file = dialog.getByLabel('CSV file');
  await file.setInputFiles(csv(...lines, 'NO-SUCH-SKU,4,'));
  await dialog.getByText('1 wrong, 0 changed, 4 unchanged.').waitFor();
  await dialog.getByText('SKU: There is no variant with this SKU').waitFor();
  await file.setInputFiles(csv(...lines.map((it) => it.replace(',0,', ',3,'))));
  await dialog.getByText('0 wrong, 4 changed, 0 unchanged.').waitFor();
  await expectNoFaults(page, 'what a file of stock would change');
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await office.seesAndClosesToast('4 changed.');
  await eventually(() => dialog.count()).toBe(0);
  await eventually(() => soldOut.count()).toBe(0);
});
