import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { messages } from '../../supabase/functions/_shared/messages.ts';
import { BackOffice } from '../support/back-office.ts';
import { test } from '../support/browser.ts';
import { newGoods } from '../support/goods.ts';
import { eventually } from '../support/shop.ts';

const csv = (...lines: string[]) => ({
  name: 'products.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\r\n')),
});

test('A file of products goes out harmless, and comes in as a whole once every row is right', async ({
  visit,
}) => {
  const { mark, products, category, change, read } = await newGoods(2);
  const [product] = products;
  const formula = `=HYPERLINK("http://x.example") ${mark}`;
  await change(product, { title: formula });
  const office = new BackOffice((await visit()).page);
  const { main, dialog, page } = office;
  await office.signIn();
  await office.open(`/admin/products?q=${mark}`);
  await main.getByText('2 found').waitFor();
  const download = main.getByRole('button', { name: 'Export CSV' });
  await office.unanswered('**/products/admin/export', async () => {
    await download.click();
    await office.hears(messages.products.exportFailed);
  });
  const saving = page.waitForEvent('download');
  await download.click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('products.csv');
  const lines = (await readFile(await saved.path(), 'utf8')).split('\r\n');
  const head = lines[0] ?? '';
  const line = lines.find((it) => it.startsWith(product._id)) ?? '';
  expect(line).toContain(`"'=HYPERLINK(""http://x.example"") ${mark}",20.00,`);

  const cheaper = line.replace(',20.00,', ',17.50,');
  const created = `,Cape ${mark} 3,9,${category.name},In stock,,,,,`;
  const wrong = `,Cape ${mark} 4,ten,No such category,In stock,,,,,`;
  await main.getByRole('button', { name: 'Import CSV' }).click();
  const file = dialog.getByLabel('CSV file');
  const take = dialog.getByRole('button', { name: 'Import', exact: true });
  await office.unanswered('**/products/admin/import', async () => {
    await file.setInputFiles(csv(head, cheaper));
    await dialog.getByRole('alert').getByText('The shop could not be reached.').waitFor();
  });
  await file.setInputFiles(csv(head, cheaper, created, wrong));
  await dialog.getByText('1 wrong, 1 new, 1 changed, 0 unchanged.').waitFor();
  await dialog.getByText('Nothing is imported while a row is wrong.').waitFor();
  const row = (number: number) => dialog.getByRole('listitem').filter({ hasText: `Row ${number}` });
  expect(await row(4).innerText()).toMatch(/price: Not a price/);
  expect(await take.count()).toBe(0);

  await file.setInputFiles(csv(head, cheaper, created));
  await dialog.getByText('0 wrong, 1 new, 1 changed, 0 unchanged.').waitFor();
  expect(await row(2).innerText()).toMatch(/price: 20\.00 17\.50/);
  expect(await row(3).innerText()).toContain('(new)');
  expect((await read(product)).price).toBe(20);
  await office.unanswered('**/products/admin/import', async () => {
    await take.click();
    await dialog.getByRole('alert').getByText('The shop could not be reached.').waitFor();
  });
  await take.click();
  await office.hears('1 created, 1 changed.');
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
