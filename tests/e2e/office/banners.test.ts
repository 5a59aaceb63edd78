import { expect } from 'vitest';
import { messages } from '#shared/messages.ts';
import { BackOffice } from '../../support/back-office.ts';
import { test } from '../../support/browser.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { picture } from '../../support/pictures.ts';
import { eventually, Shop } from '../../support/shop.ts';

test('a banner without a picture shows one of the house, leads where it says, and is hidden, planned and moved', async ({
  visit,
}) => {
  const visitor = await visit();
  visitor.expectAnswer(400, /\/banner\/create$/);
  const { page } = visitor;
  const office = new BackOffice(page);
  const { main, dialog } = office;
  const header = `Capes ${crypto.randomUUID().slice(0, 8)}`;
  await office.returnAs();
  await office.open('/admin/newbanner');
  await main.getByLabel('Header text').fill(header);
  await main.getByLabel('Link', { exact: true }).fill('/about');
  await main.getByLabel('Link text').fill('How capes are made');
  await main.getByLabel('Shown from').fill('2026-01-02T10:00');
  await main.getByLabel('Shown until').fill('2026-01-01T10:00');
  const save = main.getByRole('button', { name: 'Save' });
  await save.click();
  await office.seesAndClosesToast(messages.banners.failed);
  await main.getByText('Has to be later than the start').waitFor();
  await main.getByLabel('Shown until').fill('');
  await save.click();
  await office.seesAndClosesToast(messages.banners.created);
  await office.arriveAt('/admin/banner');
  const row = office.row(header);
  await row.getByText('On the home page').waitFor();
  const first = main.getByRole('row').nth(1);
  expect(await first.innerText()).toContain(header);

  const shop = new Shop((await visit()).page);
  const slide = shop.main.locator('.slide').filter({ hasText: header });
  await eventually(async () => {
    await shop.open('/');
    return slide.count();
  }).toBe(1);
  const link = slide.getByRole('link', { name: 'How capes are made' });
  expect(await link.getAttribute('href')).toBe('/about');
  expect(await slide.locator('img').first().getAttribute('src')).toContain('/built-in/');

  const down = row.getByRole('button', { name: 'Move down' });
  await office.withFailingRequests('**/banner/place/*', async () => {
    await down.click();
    await office.seesAndClosesToast(messages.banners.failed);
  });
  await down.press('Enter');
  await eventually(() => first.innerText()).not.toContain(header);
  await eventually(() => main.getByRole('row').nth(2).innerText()).toContain(header);
  await row.locator('[draggable]').dragTo(first);
  await eventually(() => first.innerText()).toContain(header);
  await expectNoFaults(page, 'the table of banners');

  const update = dialog.getByRole('button', { name: 'Update' });
  await row.getByRole('button', { name: 'Edit' }).click();
  expect(await dialog.getByLabel('Shown from').inputValue()).toBe('2026-01-02T10:00');
  await dialog.getByLabel('Shown from').fill('2999-01-02T10:00');
  await dialog.getByLabel('New pictures').setInputFiles([await picture('wide.png')]);
  await dialog.getByRole('img', { name: 'New picture, picture 1 of 1' }).waitFor();
  await expectNoFaults(page, 'the edit of a banner');
  await update.click();
  await office.seesAndClosesToast(messages.banners.updated);
  await eventually(() => row.getByRole('img').getAttribute('src')).not.toContain('/built-in/');
  await row.getByText('Planned').waitFor();
  await eventually(async () => {
    await shop.open('/');
    return slide.count();
  }).toBe(0);
  await row.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel('Shown on the home page').uncheck();
  await update.click();
  await office.seesAndClosesToast(messages.banners.updated);
  await row.getByText('Hidden').waitFor();
  await office.remove(header, messages.banners.confirmDelete);
  await eventually(() => row.count()).toBe(0);
});
