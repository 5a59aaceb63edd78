import { expect } from 'vitest';
import { messages } from '#shared/messages.ts';
import { pageMessages } from '#shared/page-messages.ts';
import { openOffice } from '../../support/signed-in.ts';
import { test } from '../../support/browser.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { pasteHtml } from '../../support/paste-html.ts';
import { picture } from '../../support/pictures.ts';
import { eventually, Shop } from '../../support/shop.ts';
import { deskFirst } from '../../support/widths.ts';

const pasted =
  '<h1 onclick="alert(1)">Opening hours</h1><p style="color:red">Every <b>day</b></p>' +
  '<script>alert(1)</script><img src="https://other.example/spy.gif" onerror="alert(1)">' +
  '<p><a href="javascript:alert(1)">Careful</a></p>';

deskFirst('On a $name', ({ width }) => {
  test('a page is written, pasted into, previewed, published, compared, restored and deleted', async ({
    visit,
  }) => {
    const { office, main, dialog, page, expectAnswer } = await openOffice(
      visit,
      '/admin/pages/new',
      { width },
    );
    expectAnswer(409, /\/pages\/create$/);
    expectAnswer(404, /\/pages\/admin\/[\da-f-]+$|\/pages\/[\w-]+$/);
    const title = `Stores ${crypto.randomUUID().slice(0, 8)}`;
    const slug = title.toLowerCase().replace(' ', '-');
    const text = main.getByRole('textbox', { name: 'Text' });
    const address = main.getByLabel('Address');
    const add = main.getByRole('button', { name: 'Add', exact: true });
    await main.getByLabel('Title').fill(title);
    await text.click();
    expect(await address.inputValue()).toBe(slug);
    await address.fill('terms');
    await add.click();
    await office.seesAndClosesToast(pageMessages.addressTaken);
    await address.fill(slug);

    const tool = (name: string) => main.getByRole('button', { name, exact: true });
    await text.click();
    await page.keyboard.type('Come and see us');
    await page.keyboard.press('ControlOrMeta+a');
    await tool('Heading').click();
    await tool('Bold').focus();
    await page.keyboard.press('ArrowRight');
    expect(await tool('Italic').evaluate((it) => it === document.activeElement)).toBe(true);
    await text.press('End');
    await page.keyboard.press('Enter');
    await pasteHtml(text, pasted);
    await text.getByRole('heading', { name: 'Opening hours', level: 2 }).waitFor();
    expect(await text.innerHTML()).not.toMatch(/script|style|onclick|onerror|other\.example/);
    await tool('Link').click();
    const to = main.getByLabel('Link to');
    await to.fill('javascript:alert(1)');
    await to.press('Enter');
    await main.getByText(/^A path in the shop, such as/).waitFor();
    await to.fill('/shop');
    await to.press('Enter');
    await text.getByRole('link', { name: '/shop' }).waitFor();
    await main
      .getByLabel('Picture', { exact: true })
      .last()
      .setInputFiles(await picture('mill.png'));
    await main.getByLabel('What the picture shows').fill('Our mill');
    await tool('Apply').click();
    await text.getByRole('img', { name: 'Our mill' }).waitFor();
    await tool('Table').click();
    await page.keyboard.type('Leeds');
    await expectNoFaults(page, 'the editor');
    await add.click();
    await office.seesAndClosesToast(pageMessages.created);
    await office.arriveAt(/\/admin\/pages\/[\da-f-]{36}$/);
    await main.getByText(pageMessages.noVersions).waitFor();

    const preview = page.context().waitForEvent('page');
    await tool('Preview').click();
    const shown = await preview;
    await shown.getByText('This is a preview.').waitFor();
    expect(new URL(shown.url()).pathname).toBe('/admin/pages/preview');
    await shown.getByRole('img', { name: 'Our mill' }).waitFor();
    await shown.close();

    const shop = new Shop((await visit({ width })).page);
    const answer = async () => (await shop.page.request.get(`/pages/${slug}`)).status();
    expect(await answer()).toBe(404);
    const save = tool('Save');
    await main.getByLabel('Published').check();
    await office.pressTwice(save, '**/pages/update/*', pageMessages.failed, pageMessages.updated);
    await eventually(answer).toBe(200);
    await shop.open(`/pages/${slug}`);
    await shop.heading(title);
    await shop.main.getByRole('columnheader', { name: 'Leeds' }).waitFor();
    await expectNoFaults(shop.page, 'a page of the shop');

    const compare = main.getByRole('button', { name: 'Compare' }).first();
    await compare.click();
    await dialog.getByText(pageMessages.sameText).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await text.press('ControlOrMeta+Home');
    await page.keyboard.type('Do ');
    await save.click();
    await office.seesAndClosesToast(pageMessages.updated);
    await main.getByText('Version 2').waitFor();
    await compare.click();
    await dialog.locator('ins').getByText('Do Come and see us').waitFor();
    await dialog.getByRole('button', { name: 'Restore' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByText(pageMessages.confirmRestore).waitFor();
    await question.getByRole('button', { name: 'Restore' }).click();
    await office.seesAndClosesToast(pageMessages.restored);
    await text.getByRole('heading', { name: 'Come and see us', exact: true }).waitFor();

    await main.getByRole('button', { name: 'Delete', exact: true }).click();
    await dialog.getByText(pageMessages.confirmDelete).waitFor();
    await office.confirm();
    await office.arriveAt('/admin/pages');
    await office.seesToast(pageMessages.removed);
    await page.getByRole('button', { name: messages.trash.undo }).click();
    await office.seesAndClosesToast(messages.trash.restored(1));
    await office.row(title).getByText('Published').waitFor();
    await expectNoFaults(page, 'the list of pages');
    await office.open(`/admin/pages/${crypto.randomUUID()}`);
    await main.getByText(pageMessages.missing).waitFor();
  });
});
