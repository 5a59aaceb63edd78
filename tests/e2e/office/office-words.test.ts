import type { Page } from 'playwright';
import { expect } from 'vitest';
import { messages } from '#shared/messages.ts';
import { adminToken, good } from '../../api/client.ts';
import { openOffice } from '../../support/signed-in.ts';
import { test } from '../../support/browser.ts';
import { registeredCustomer } from '../../support/customers.ts';
import { newGoods } from '../../support/goods.ts';
import { purchase } from '../../support/purchases.ts';
import { eventually } from '../../support/shop.ts';
import { deskFirst } from '../../support/widths.ts';

/** Words that a line break goes through, with the text around them. */
const brokenWords = (page: Page): Promise<string[]> =>
  page.locator('main').evaluate((main) => {
    const broken: string[] = [];
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (!text.parentElement?.checkVisibility()) continue;
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[\p{L}\p{N}]+/gu)) {
        const range = new Range();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = [...range.getClientRects()].map(({ top }) => Math.round(top));
        if (new Set(lines).size > 1) broken.push(`${word} in ${text.textContent}`);
      }
    }
    return broken;
  });

test('The audit trail shows who changed what, before and after, and no word of a table breaks inside at 768 and 1440 pixels', async ({
  visit,
}) => {
  const { mark, products, change } = await newGoods();
  const [{ _id, title }] = products;
  const token = await adminToken();
  await change(products[0], { price: '30' });
  const json = { action: 'delete', ids: [_id] };
  const { undo } = await good('POST', '/products/admin/bulk', { token, json });
  await good('POST', '/trash/restore', { token, json: { ids: undo } });
  const { office, main, page } = await openOffice(visit, '/admin/settings');
  await main.getByRole('link', { name: 'Audit trail' }).click();
  await office.arriveAt('/admin/settings/audit');
  await main.getByRole('searchbox').fill(_id);
  const cell = (name: string) => main.getByRole('cell', { name, exact: true });
  for (const action of ['Added', 'Changed', 'Deleted', 'Restored']) {
    await cell(action).first().waitFor();
  }
  await eventually(() => brokenWords(page)).toEqual([]);
  await main.getByRole('combobox', { name: 'Change' }).selectOption({ label: 'Changed' });
  await eventually(() => cell('Added').count()).toBe(0);
  const changed = office.row(title).filter({ hasText: 'Price' });
  const words = await changed.innerText();
  for (const word of ['Product', 'Changed', 'Price', '20', '30', 'Administrator']) {
    expect(words).toContain(word);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await changed.getByText(title).first().waitFor();
  await main.getByRole('searchbox').fill('zzzzqq');
  await main.getByText(messages.products.nothingFound).waitFor();

  for (const width of [1440, 768]) {
    await page.setViewportSize({ width, height: 900 });
    for (const list of [`products?q=${mark}`, 'customers?q=customers.example', 'settings/audit']) {
      await office.open(`/admin/${list}`);
      await main.getByRole('table').waitFor();
      await eventually(() => brokenWords(page)).toEqual([]);
    }
  }
});

deskFirst('On a $name', ({ width }) => {
  test('Forms and the page of a customer use the width of the screen', async ({ visit }) => {
    const { products } = await newGoods();
    const customer = await registeredCustomer();
    await purchase(customer, products[0]);
    const { office, main } = await openOffice(visit, '', { width });
    /** The share of the screen's width from the first to the last of these. */
    const share = (parts: string) =>
      main.evaluate((it, selector) => {
        const { paddingLeft, paddingRight } = getComputedStyle(it);
        const boxes = [...it.querySelectorAll(selector)]
          .map((part) => part.getBoundingClientRect())
          .filter((box) => box.width > 1);
        const left = Math.min(...boxes.map((box) => box.left));
        const right = Math.max(...boxes.map((box) => box.right));
        return (
          (right - left) / (it.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight))
        );
      }, parts);
    const least = width < 760 ? 0.85 : 0.6;
    for (const path of [
      '/admin/product/newproduct',
      '/admin/newbanner',
      '/admin/settings',
      `/admin/products/${products[0]._id}`,
    ]) {
      await office.open(path);
      await main.getByRole('textbox').first().waitFor();
      await eventually(() => share('input, textarea, select')).toBeGreaterThan(least);
    }
    // The parts of a product follow one another without a hole.
    const below = (...parts: [string, string]) =>
      main.evaluate((it, selectors) => {
        const [above, under] = selectors.map((part) => it.querySelector(part));
        const from = above?.getBoundingClientRect().bottom ?? NaN;
        return (under?.getBoundingClientRect().top ?? NaN) - from;
      }, parts);
    if (width >= 1100) {
      await eventually(() => below('#stock', '.product-page__main')).toBeLessThan(40);
      await eventually(() => below('.product-page__side', 'form + *')).toBeLessThan(40);
    }
    await office.openTable('/admin/customers', customer.email);
    await office.row(customer.email).getByRole('link', { name: 'View Orders' }).click();
    await office.arriveAt(/^\/admin\/[^/]+\/orders$/);
    await eventually(() => share('section, ul')).toBeGreaterThan(0.85);
  });
});
