import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import { limits } from '#shared/domain/limits.ts';
import { messages } from '#shared/messages.ts';
import { openOffice } from '../../support/signed-in.ts';
import { test } from '../../support/browser.ts';
import { expectNoFaults } from '../../support/faults.ts';
import { newGoods } from '../../support/goods.ts';
import { cutPicture, notAPicture, picture, vastPicture } from '../../support/pictures.ts';
import { intercept } from '../../support/intercept.ts';
import { eventually, waitForFocus } from '../../support/shop.ts';
import { deskFirst } from '../../support/widths.ts';

/** Drags the first of two pictures onto the second: with the mouse on a desk, with a finger on a phone. */
async function dragOnto(page: Page, thing: Locator, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const [from, to] = [await thing.boundingBox(), await target.boundingBox()];
  if (!from || !to) throw new Error('What is dragged does not show');
  const at = (share: number) => ({
    x: from.x + from.width / 2 + (to.x + to.width / 2 - from.x - from.width / 2) * share,
    y: from.y + from.height / 2 + (to.y + to.height / 2 - from.y - from.height / 2) * share,
  });
  const finger = await page.context().newCDPSession(page);
  const byMouse = (page.viewportSize()?.width ?? 0) > 700;
  const touch = (type: 'touchStart' | 'touchMove', share: number) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: [at(share)] });
  const move = async (share: number): Promise<void> => {
    if (byMouse) await page.mouse.move(at(share).x, at(share).y);
    else await touch('touchMove', share);
  };
  if (byMouse) await move(0);
  await (byMouse ? page.mouse.down() : touch('touchStart', 0));
  let share = 0;
  // Back and forth at the end, until the page has seen where it is.
  await eventually(async () => {
    share = share < 1 ? share + 0.25 : 0.9;
    await move(share);
    return page.getByRole('status').getByText('is at position 2 of 2').count();
  }).toBe(1);
  if (byMouse) await page.mouse.up();
  else await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await finger.detach();
}

deskFirst('Pictures on a $name', ({ width }) => {
  test('are added several at once, ordered by keys and by hand, and removed', async ({ visit }) => {
    const { products, read } = await newGoods();
    const [product] = products;
    const { title } = product;
    const path = `/admin/products/${product._id}`;
    const { office, main, dialog, page, expectAnswer } = await openOffice(visit, path, { width });
    expectAnswer(400, /\/image$/);
    const images = async () => (await read(product)).images;
    await office.heading(title);

    const letGo = await office.hold('**/image');
    const sent = [
      await picture('front.png'),
      await cutPicture('cut.png'),
      await picture('back.png'),
    ];
    await main.getByLabel('Add pictures').setInputFiles([notAPicture, ...sent]);
    // Before anything is sent.
    const line = (name: string) => main.getByRole('listitem').filter({ hasText: name });
    await line(notAPicture.name).getByRole('alert').getByText(notAPicture.refusal).waitFor();
    for (const { name } of sent) {
      await main.getByRole('progressbar', { name: `Uploading ${name}` }).waitFor();
    }
    letGo();
    await office.seesAndClosesToast(messages.images.added);
    await office.seesAndClosesToast(messages.images.addFailed);
    const upload = line('cut.png');
    await upload.getByRole('alert').getByText('cut.png is incomplete').waitFor();
    await upload.getByRole('button', { name: 'Try again' }).click();
    await upload.getByRole('alert').getByText('cut.png is incomplete').waitFor();
    for (const it of [upload, line(notAPicture.name)]) {
      await it.getByRole('button', { name: 'Discard' }).click();
      await eventually(() => it.count()).toBe(0);
    }
    await main.getByRole('img', { name: `${title}, picture 2 of 2` }).waitFor();
    const [front, back] = await images();

    const grip = main.getByRole('button', {
      name: `Move ${title}, picture 1 of 2`,
      exact: true,
    });
    const said = (words: RegExp) => page.getByRole('status').getByText(words).waitFor();
    const moveOn = async () => {
      await grip.focus();
      await page.keyboard.press('Space');
      await said(/picked up|is at position 1 of 2/);
      // The first press may come before all pictures have been measured; one more does nothing at the end.
      await eventually(async () => {
        await page.keyboard.press('ArrowRight');
        return page.getByRole('status').getByText('is at position 2 of 2').count();
      }).toBe(1);
      await page.keyboard.press('Space');
    };
    await office.withFailingRequests(`**/products/${product._id}/images`, async () => {
      await moveOn();
      await office.seesAndClosesToast(messages.products.updateFailed);
    });
    expect(await images()).toEqual([front, back]);
    await moveOn();
    await eventually(images).toEqual([back, front]);
    await dragOnto(page, grip, main.getByRole('img', { name: `${title}, picture 2 of 2` }));
    await eventually(images).toEqual([front, back]);

    const remove = main.getByRole('button', { name: `Remove ${title}, picture 1 of 2` });
    await remove.click();
    await dialog.getByText(messages.images.confirmRemove).waitFor();
    await dialog.getByRole('button', { name: 'No' }).click();
    await remove.click();
    await office.confirm();
    await eventually(images).toEqual([back]);
    await main.getByRole('img', { name: `${title}, picture 1 of 1` }).waitFor();

    // Which colour a picture shows is told by its name, which the shop reads.
    const colour = main.getByLabel(`Color of ${title}, picture 1 of 1`);
    expect(await colour.inputValue()).toBe('');
    await office.withFailingRequests('**/images/color', async () => {
      await colour.selectOption('Navy');
      await office.seesAndClosesToast(messages.products.updateFailed);
    });
    await eventually(() => colour.inputValue()).toBe('');
    await colour.selectOption('Navy');
    await eventually(images).toEqual([expect.stringContaining('/navy-')]);
    await eventually(() => colour.inputValue()).toBe('navy');
    await waitForFocus(colour);
    await main.getByLabel('Color of new pictures').selectOption('Navy');
    await main.getByLabel('Add pictures').setInputFiles(await picture());
    await office.seesAndClosesToast(messages.images.added);
    await eventually(images).toEqual(Array(2).fill(expect.stringContaining('/navy-')));
    await expectNoFaults(page, 'pictures with colours');

    const most = limits.images.perProduct;
    await main.getByLabel('Add pictures').setInputFiles(Array(most).fill(notAPicture));
    await office.seesToast(messages.images.tooMany(most));
  });

  test('that are refused cost a new product nothing that was typed; it is pictured, edited and deleted in its row', async ({
    visit,
  }) => {
    const { mark, category, products, read } = await newGoods();
    const title = `Apron ${mark}`;
    const path = '/admin/product/newproduct';
    const { office, main, dialog, page, expectAnswer } = await openOffice(visit, path, { width });
    expectAnswer(400, /\/products\/create$|\/image$/);
    await main.getByLabel('Product Title').fill(title);
    await main.getByLabel('Product Price').fill('48.50');
    await main.getByLabel('Category').selectOption({ label: category.name });
    await main.getByLabel('Product Color 1').fill('indigo');
    await main.getByLabel('Product Size 1').fill('M');
    await main.getByLabel('Product Description').fill('Heavy linen.');
    const field = main.getByLabel('Product Image');
    const large = { ...notAPicture, name: 'large.png', buffer: Buffer.alloc(8 * 1024 * 1024 + 1) };
    const vast = await vastPicture('vast.png');
    await field.setInputFiles([await picture('front.png'), notAPicture, large, vast]);
    await main.getByRole('alert').getByText(notAPicture.refusal).waitFor();
    await main.getByRole('alert').getByText('large.png: at most 8 MB').waitFor();
    await main.getByRole('img', { name: 'New product, picture 2 of 2' }).waitFor();
    await field.setInputFiles([await cutPicture('cut.png')]);
    const create = main.getByRole('button', { name: 'Save', exact: true });
    await create.click();
    await office.seesAndClosesToast(messages.products.createFailed);
    await main.getByText('cut.png is incomplete').waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await waitForFocus(field);
    for (const place of ['3 of 3', '2 of 2', '1 of 1']) {
      await main.getByRole('button', { name: `Remove New product, picture ${place}` }).click();
    }
    await office.withFailingRequests('**/products/create', async () => {
      await create.click();
      await office.seesAndClosesToast(messages.products.createFailed);
    });
    expect(await main.getByLabel('Product Title').inputValue()).toBe(title);
    expect(await main.getByLabel('Product Description').inputValue()).toBe('Heavy linen.');
    await create.click();
    await office.seesAndClosesToast(messages.products.created);
    await office.arriveAt('/admin/products');
    const row = office.row(title);
    await row.getByText('$48.50').waitFor();

    await row.getByRole('img', { name: `${title}: no picture` }).waitFor();
    const file = row.getByLabel(`New picture of ${title}`);
    const save = row.getByRole('button', { name: 'save image' });
    await file.setInputFiles(notAPicture);
    await save.click();
    await office.seesAndClosesToast(messages.images.addFailed);
    await row.getByRole('alert').getByText(notAPicture.refusal).waitFor();
    await file.setInputFiles(await picture());
    await office.pressTwice(save, '**/image', messages.images.addFailed, messages.images.added);
    const shown = row.getByRole('img', { name: title, exact: true });
    const src = (await shown.getAttribute('src')) ?? '';
    expect((await page.request.get(src)).status()).toBe(200);

    await row.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByPlaceholder('Edit Title').waitFor();
    await dialog.getByPlaceholder('Edit Price').fill('52');
    await dialog.getByPlaceholder('Edit Color 1').fill('indigo');
    await dialog.getByPlaceholder('Edit Size 1').fill('XS');
    await dialog.getByLabel('Product Description').fill('Heavy linen with a long tie.');
    await dialog.getByLabel('Availability').selectOption({ label: 'Out of Stock' });
    const update = dialog.getByRole('button', { name: 'Update' });
    // An answer that says nothing, as the contract knows it: the shop itself never gives one.
    const stop = await intercept(page, '**/products/update/*', (route) =>
      route.fulfill({ json: { message: '', product: products[0] } }),
    );
    await update.click();
    await office.seesAndClosesToast(messages.products.updateFailed);
    stop();
    expect(await dialog.getByPlaceholder('Edit Price').inputValue()).toBe('52');
    const threw = messages.products.updateThrew;
    await office.pressTwice(update, '**/update/*', threw, messages.products.updated);
    await eventually(() => row.innerText()).toContain('$52.00');
    const link = main.getByRole('link', { name: title, exact: true });
    const _id = (await link.getAttribute('href'))?.split('/').at(-1) ?? '';
    const saved = { price: 52, sizes: ['XS'], images: [expect.any(String)] };
    expect(await read({ ...products[0], _id })).toMatchObject(saved);

    const question = messages.products.confirmDelete;
    await office.removeTwice(title, question, '**/products/delete/*', {
      failed: messages.products.removeFailed,
      removed: messages.products.removed,
    });
  });
});
