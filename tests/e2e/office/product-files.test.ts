import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { messages } from '#shared/messages.ts';
import { BackOffice } from '../../support/back-office.ts';
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
    const office = new BackOffice((await visit({ width })).page);
    const { main, dialog, page } = office;
    await office.returnAs();
    await office.open(`/admin/products?q=${mark}`);
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
    const created = `,Cape ${mark} 3,9,,${category.name},In stock,,,,Published${rest}`;
    const wrong = `,Cape ${mark} 4,ten,,No such category,In stock,,,,Published${rest}`;
    await main.getByRole('button', { name: 'Import CSV' }).click();
    const file = dialog.getByLabel('CSV file');
    const take = dialog.getByRole('button', { name: 'Import', exact: true });
    await office.withFailingRequests('**/products/admin/import', async () => {
      await file.setInputFiles(csv(head, cheaper));
      await dialog.getByRole('alert').getByText('The shop could not be reached.').waitFor();
    });
    await file.setInputFiles(csv(head, cheaper, created, wrong));
    await dialog.getByText('1 wrong, 1 new, 1 changed, 0 unchanged.').waitFor();
    await dialog.getByText('Nothing is imported until every row is correct.').waitFor();
    const row = (number: number) =>
      dialog.getByRole('listitem').filter({ hasText: `Row ${number}` });
    expect(await row(4).innerText()).toMatch(/price: Not a price/);
    expect(await take.count()).toBe(0);

    await file.setInputFiles(csv(head, cheaper, created));
    await dialog.getByText('0 wrong, 1 new, 1 changed, 0 unchanged.').waitFor();
    expect(await row(2).innerText()).toMatch(/price: 20\.00 17\.50/);
    expect(await row(3).innerText()).toContain('(new)');
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
    await row(2)
      .getByText(/^version: /)
      .waitFor();
  });
});

test('Stock is exported and imported as counted, and tracking is enabled for many products at once', async ({
  visit,
}) => {
  const { mark } = await newGoods(2);
  const office = new BackOffice((await visit()).page);
  const { main, dialog, page } = office;
  await office.returnAs();
  await office.open(`/admin/products?q=${mark}`);
  await main.getByRole('checkbox', { name: /all/i }).check();
  const bar = main.getByRole('region', { name: 'Selected rows' });
  await bar.getByRole('button', { name: 'Track stock' }).click();
  await office.heading('Track stock of 2 products');
  await expectNoFaults(page, 'counting the stock of many products');
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

const spreadsheets = join(import.meta.dirname, '../../support/spreadsheets');

/**
 * Exports of three products that LibreOffice opened, in which a price and a description were changed and a product was added
 * by hand, and that it saved, as it does for Americans and for Germans. Ids, versions and titles stand for those of a test.
 */
const saved = [
  ['english.csv', 'utf8', ''],
  ['german.csv', 'utf8', ''],
  ['german-windows.csv', 'windows-1252', ''],
  ['german-utf16.csv', 'utf-16le', '\uFEFF'],
] as const;

test('A file comes back from a spreadsheet of any country as it was meant', async ({ visit }) => {
  const { mark, products, change, read } = await newGoods(3);
  const formula = `=HYPERLINK("http://x.example") ${mark}`;
  const third = products[2] ?? products[0];
  await change(third, { title: formula, availability: 'OutofStock' });
  const { page } = await visit();
  const office = new BackOffice(page);
  const { main, dialog } = office;
  await office.returnAs();
  await office.open(`/admin/products?q=${mark}`);
  const saving = page.waitForEvent('download');
  await main.getByRole('button', { name: 'Export CSV' }).click();
  const lines = (await readFile(await (await saving).path(), 'utf8')).split('\r\n');
  const versionOf = (id: string) =>
    lines
      .find((it) => it.startsWith(id))
      ?.split(',')
      .at(-1) ?? '';

  await main.getByRole('button', { name: 'Import CSV' }).click();
  const row = (number: number) => dialog.getByRole('listitem').filter({ hasText: `Row ${number}` });
  for (const [name, encoding, begin] of saved) {
    let text = new TextDecoder(encoding).decode(await readFile(join(spreadsheets, name)));
    for (const [index, { _id }] of products.entries()) {
      const digit = String(index + 1);
      text = text
        .replace(new RegExp(`${digit}{8}-[-\\d]{27}`), _id)
        .replace(`v${digit.repeat(16)}`, versionOf(_id));
    }
    text = begin + text.replaceAll('MARK', mark);
    const buffer =
      encoding === 'windows-1252'
        ? Buffer.from(text.replace('€', '\u0080').replace('—', '\u0097'), 'latin1')
        : Buffer.from(text, encoding);
    await dialog.getByLabel('CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer });
    await dialog.getByText('0 wrong, 1 new, 2 changed, 1 unchanged.').waitFor();
    // The third says the same as before: its formula came back as harmless as it went.
    expect(await row(4).count(), name).toBe(0);
    expect(await row(2).innerText()).toMatch(/price: 20\.00 17\.50/);
    expect(await row(3).innerText()).toContain('Grüße, "quoted"; 50 € — ok');
    expect(await row(5).innerText()).toMatch(/LibreOffice cape[^]*\(new\)/);
  }
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await office.seesAndClosesToast('1 created, 2 changed.');
  expect(await read(products[0])).toMatchObject({ price: 17.5, sizes: ['M', 'L'] });
  expect((await read(third)).title).toBe(formula);
});

test('Of 5,000 rows the 20 that are wrong are shown first, and nothing is taken in', async ({
  visit,
}) => {
  const { mark, category } = await newGoods();
  const rows = Array.from({ length: 5000 }, (_, n) =>
    n % 250 === 7
      ? `Cape ${mark} ${n},ten,${category.name}`
      : `Cape ${mark} ${n},10,${category.name}`,
  );
  const office = new BackOffice((await visit({ width: 390 })).page);
  const { main, dialog, page } = office;
  await office.returnAs();
  await office.open(`/admin/products?q=${mark}`);
  await main.getByRole('button', { name: 'Import CSV' }).click();
  await dialog.getByLabel('CSV file').setInputFiles(csv('title,price,category', ...rows));
  await dialog.getByText('20 wrong, 4980 new, 0 changed, 0 unchanged.').waitFor();
  const listed = dialog.getByRole('listitem');
  expect(await listed.count()).toBe(50);
  const texts = await listed.allInnerTexts();
  const wrong = Array.from({ length: 20 }, (_, n) => `Row ${n * 250 + 9} `);
  expect(texts.slice(0, 20).map((it) => /^Row \d+ /i.exec(it)?.[0].toLowerCase())).toEqual(
    wrong.map((it) => it.toLowerCase()),
  );
  expect(texts.slice(0, 20).every((it) => it.includes('price: Not a price'))).toBe(true);
  expect(texts[20]).toContain('(new)');
  await dialog.getByRole('button', { name: 'Show more' }).click();
  await eventually(() => listed.count()).toBe(100);
  expect(await dialog.getByRole('button', { name: 'Import', exact: true }).count()).toBe(0);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.reload();
  await main.getByText('1 found').waitFor();
});
