import { expect } from 'vitest';
import { messages } from '#shared/messages.ts';
import { adminToken, good } from '../../api/client.ts';
import { openOffice } from '../../support/signed-in.ts';
import { test } from '../../support/browser.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { eventually, waitForFocus } from '../../support/shop.ts';
import { deskFirst } from '../../support/widths.ts';

deskFirst('On a $name', ({ width }) => {
  test('What a list shows is named, opened, renamed, deleted and brought back', async ({
    visit,
  }) => {
    const path = '/admin/orders?status=Pending&sort=price-desc&limit=50&page=1';
    const { office, main, dialog, page, expectAnswer } = await openOffice(visit, path, { width });
    expectAnswer(409, /\/views\//);
    const mark = crypto.randomUUID().slice(0, 8);
    const views = main.getByRole('navigation', { name: 'Saved views' });
    const save = main.getByRole('button', { name: 'Save view' });
    const tab = (name: string) => views.getByRole('link', { name, exact: true });
    const list = async () => good('GET', '/views?list=orders', { token: await adminToken() });
    const saveAs = async (name: string) => {
      await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
      await dialog.getByRole('button', { name: 'Save' }).click();
    };
    // On the line of the filters, which a phone folds away behind a button.
    const beside = main.getByRole('button', { name: width < 760 ? /^Filters/ : 'Columns' });
    const middle = async (it: typeof save) => {
      const box = await it.boundingBox();
      return box && Math.round(box.y + box.height / 2);
    };
    await eventually(() => middle(save)).toBe(await middle(beside));
    await office.withFailingRequests('**/api/v1/views', async () => {
      await save.click();
      await saveAs(`Unpaid ${mark}`);
      await office.seesAndClosesToast(messages.views.failed);
    });
    await expectNoFaults(page, 'the name of a view');
    await saveAs(`Unpaid ${mark}`);
    await office.seesAndClosesToast(messages.views.saved);
    await eventually(() => tab(`Unpaid ${mark}`).getAttribute('aria-current')).toBe('true');
    await tab('All').click();
    await eventually(() => new URL(page.url()).search).toBe('');

    // A view with days moves along with them, if it shall.
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    await office.open(`/admin/orders?from=${day(6)}&to=${day(0)}`);
    await save.click();
    await dialog.getByLabel('Keep dates relative to today').check();
    await saveAs(`Week ${mark}`);
    await office.seesAndClosesToast(messages.views.saved);
    const { views: kept } = await list();
    expect(kept.find((it) => it.name === `Week ${mark}`)?.query).toBe('from=-6&to=0');

    // Another day, another page of the office: the view is there, and the search box and the filters follow it.
    await office.open('/admin/orders?q=nothing-of-that-name');
    await tab(`Unpaid ${mark}`).click();
    await eventually(() => new URL(page.url()).search).toBe(
      '?status=Pending&sort=price-desc&limit=50',
    );
    expect(await main.getByRole('searchbox', { name: 'Search orders' }).inputValue()).toBe('');
    await main.getByRole('table').waitFor();
    await expectNoFaults(page, 'saved views');
    await views.getByRole('button', { name: 'Rename view' }).click();
    const name = dialog.getByRole('textbox', { name: 'Name' });
    await name.fill(`week ${mark}`);
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await office.fieldError('Another view of this list has this name').waitFor();
    await name.fill(`Not paid ${mark}`);
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await office.seesAndClosesToast(messages.views.renamed);
    await tab(`Not paid ${mark}`).waitFor();
    await views.getByRole('button', { name: 'Delete view' }).click();
    await office.seesToast(messages.views.removed);
    await eventually(() => tab(`Not paid ${mark}`).count()).toBe(0);
    const head = main.getByRole('group', { name: 'What the list shows' });
    await waitForFocus(head);
    await page.getByRole('button', { name: messages.trash.undo }).click();
    await office.seesAndClosesToast(messages.views.saved);
    await tab(`Not paid ${mark}`).waitFor();
    for (const { _id, name: it } of (await list()).views) {
      if (it.endsWith(mark)) await good('DELETE', `/views/${_id}`, { token: await adminToken() });
    }
  });
});
