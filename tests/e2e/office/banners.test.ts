import { expect } from 'vitest';
import { messages } from '#shared/messages.ts';
import { openOffice } from '../../support/signed-in.ts';
import { test } from '../../support/browser.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { cutPicture, notAPicture, picture } from '../../support/pictures.ts';
import { eventually, Shop } from '../../support/shop.ts';
import { deskFirst } from '../../support/widths.ts';

deskFirst('On a $name', ({ width }) => {
  test('a banner without a picture shows one of the house, leads where it says, and is moved, pictured, planned, hidden and restored', async ({
    visit,
  }) => {
    const path = '/admin/newbanner';
    const { office, main, dialog, page, expectAnswer } = await openOffice(visit, path, { width });
    expectAnswer(400, /\/banner\/create$/);
    const header = `Capes ${crypto.randomUUID().slice(0, 8)}`;
    await main.getByRole('link', { name: 'All Banners' }).waitFor();
    const save = main.getByRole('button', { name: 'Save' });
    await save.click();
    await office.seesAndClosesToast(messages.banners.failed);
    await main.getByText('A banner needs a header, a paragraph or a picture').waitFor();
    await main.getByLabel('Header text').fill(header);
    await main.getByLabel('Paragraph text').fill('Felted and brushed.');
    await main.getByLabel('Link', { exact: true }).fill('/about');
    await main.getByLabel('Link text').fill('How capes are made');
    await main.getByLabel('Banner Image').setInputFiles([notAPicture, await cutPicture('cut.png')]);
    await main.getByText(notAPicture.refusal).waitFor();
    await save.click();
    await office.seesAndClosesToast(messages.banners.failed);
    await main.getByText('cut.png is incomplete').waitFor();
    await expectNoFaults(page, 'a banner that was refused');
    await main.getByRole('button', { name: 'Remove New banner, picture 1 of 1' }).click();
    await main.getByLabel('Shown from').fill('2026-01-02T10:00');
    await main.getByLabel('Shown until').fill('2026-01-01T10:00');
    await save.click();
    await office.seesAndClosesToast(messages.banners.failed);
    await main.getByText('Has to be later than the start').waitFor();
    await main.getByLabel('Shown until').fill('');
    await save.click();
    await office.seesAndClosesToast(messages.banners.created);
    await office.arriveAt('/admin/banner');
    const row = office.row(header);
    await row.getByText('On the home page').waitFor();

    const shop = new Shop((await visit({ width })).page);
    const slide = shop.main.locator('.slide').filter({ hasText: header });
    await eventually(async () => {
      await shop.open('/');
      return slide.count();
    }).toBe(1);
    const link = slide.getByRole('link', { name: 'How capes are made' });
    expect(await link.getAttribute('href')).toBe('/about');
    expect(await slide.locator('img').first().getAttribute('src')).toContain('/built-in/');

    const first = main.getByRole('row').nth(1);
    expect(await first.innerText()).toContain(header);
    const down = row.getByRole('button', { name: 'Move down' });
    await office.withFailingRequests('**/banner/place/*', async () => {
      await down.click();
      await office.seesAndClosesToast(messages.banners.failed);
    });
    await down.press('Enter');
    await eventually(() => first.innerText()).not.toContain(header);
    await eventually(() => main.getByRole('row').nth(2).innerText()).toContain(header);
    if (width > 760) await row.locator('[draggable]').dragTo(first);
    else await row.getByRole('button', { name: 'Move up' }).click();
    await eventually(() => first.innerText()).toContain(header);

    const edit = row.getByRole('button', { name: 'Edit' });
    const update = dialog.getByRole('button', { name: 'Update' });
    await edit.click();
    expect(await dialog.getByLabel('Shown from').inputValue()).toBe('2026-01-02T10:00');
    await dialog.getByLabel('Shown from').fill('2999-01-02T10:00');
    await dialog.getByLabel('New pictures').setInputFiles([await picture('wide.png')]);
    await dialog.getByRole('img', { name: 'New picture, picture 1 of 1' }).waitFor();
    const failed = messages.banners.failed;
    await office.pressTwice(update, '**/banner/update/*', failed, messages.banners.updated);
    await eventually(() => row.getByRole('img').getAttribute('src')).not.toContain('/built-in/');
    await row.getByText('Planned').waitFor();
    await edit.click();
    await dialog.getByPlaceholder('Edit Paragraph Text').fill('Felted.');
    await dialog.getByPlaceholder('Edit Header Text').fill(`${header}, again`);
    await dialog.getByLabel('Shown on the home page').uncheck();
    await update.click();
    await office.seesAndClosesToast(messages.banners.updated);
    await row.getByText('Hidden').waitFor();

    const question = messages.banners.confirmDelete;
    await office.removeTwice(`${header}, again`, question, '**/banner/delete/*', { failed });
  });
});
