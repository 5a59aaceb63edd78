import { expect } from 'vitest';
import { messages } from '#shared/messages.ts';
import { openOffice } from '../../support/signed-in.ts';
import { test } from '../../support/browser.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { newGoods } from '../../support/goods.ts';
import { eventually, waitForFocus } from '../../support/shop.ts';
import { deskFirst } from '../../support/widths.ts';

deskFirst('What was typed on a $name and not saved', ({ width }) => {
  test('goes neither with its dialog nor with its page before a question', async ({ visit }) => {
    const { products } = await newGoods();
    const { office, main, dialog, page } = await openOffice(visit, '/admin/categories', { width });
    const edit = main.getByRole('button', { name: 'Edit' }).first();
    const name = dialog.getByPlaceholder('Edit Name');
    const close = dialog.getByRole('button', { name: 'Close' });
    await edit.click();
    const before = await name.inputValue();
    await name.fill('Typed in vain');
    await close.click();
    await office.heading(messages.unsaved.question);
    await office.leaving.getByText(messages.unsaved.explained).waitFor();
    const answers = [messages.unsaved.no, messages.unsaved.yes];
    expect(await office.leaving.getByRole('button').allInnerTexts()).toEqual(answers);
    await expectNoFaults(page, 'the question before typed words are dropped');
    await office.keepEditing();
    // A browser would let the second Escape through.
    for (const again of [1, 2]) {
      await page.keyboard.press('Escape');
      await office.leaving.waitFor();
      await page.keyboard.press('Escape');
      // The browser hides it before the page knows.
      await eventually(() => page.locator('[role="alertdialog"] button').count()).toBe(0);
      expect(await name.inputValue(), `after ${again}`).toBe('Typed in vain');
    }
    await close.click();
    await office.leaveWithoutSaving();
    await eventually(() => dialog.count()).toBe(0);

    // Nothing is asked where nothing is changed, or where it was taken back.
    await edit.click();
    expect(await name.inputValue()).toBe(before);
    await name.fill('Taken back');
    await name.fill(before);
    await close.click();
    await eventually(() => dialog.count()).toBe(0);

    // An order of which only lines were chosen.
    await office.open('/admin/neworder');
    const product = main.getByLabel('Add a product');
    await product.fill(products[0].title);
    await main.getByRole('button', { name: products[0].title }).click();
    await waitForFocus(product);
    await office.openSidebar();
    await office.sidebarLink('Messages').click();
    await office.leaveWithoutSaving();
    await office.arriveAt('/admin/messages');

    await office.open('/admin/newbanner');
    await main.getByLabel('Header text').fill('Never saved');
    await (await office.openSidebar()).getByRole('button', { name: 'Logout' }).click();
    await office.keepEditing();
    await office.sidebarLink('Messages').click();
    await office.keepEditing();
    expect(await main.getByLabel('Header text').inputValue()).toBe('Never saved');
    await office.sidebarLink('Messages').click();
    await office.leaveWithoutSaving();
    await office.arriveAt('/admin/messages');
  });
});
