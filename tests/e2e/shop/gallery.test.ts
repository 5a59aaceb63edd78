import { expect } from 'vitest';
import { adminToken, good, pictureFile } from '../../api/client.ts';
import { test } from '../../support/browser.ts';
import { demoGarment } from '../../support/customers.ts';
import { newGoods } from '../../support/goods.ts';
import { eventually, Shop, waitForFocus } from '../../support/shop.ts';
import { phoneFirst } from '../../support/widths.ts';

phoneFirst('Pictures on a $name', ({ width: whole }) => {
  /** From 1440 pixels on, all pictures are in view. */
  const width = Math.min(whole, 1280);

  test('picture, colour and address of a product agree, also after Back', async ({ visit }) => {
    const shop = new Shop((await visit({ width })).page);
    const { _id, colors } = await demoGarment();
    const [from = '', to = ''] = colors;
    const chosen = shop.main.getByRole('radio', { checked: true });
    const shown = () => {
      const inView = (strip: HTMLElement) =>
        strip.querySelectorAll('img')[Math.round(strip.scrollLeft / strip.clientWidth)]?.src ?? '';
      return shop.main.locator('[data-strip]').evaluate(inView);
    };
    const agreesOn = async (colour: string) => {
      await eventually(shown).toContain(`/${colour}-`);
      await eventually(() => chosen.first().inputValue()).toBe(colour);
      expect(new URL(shop.page.url()).searchParams.get('color')).toBe(colour);
    };
    await shop.open(`/product/${_id}/-`);
    await eventually(shown).toContain(`/${from}-`);
    // A picture is no choice of its own while it shows the colour that is shown already.
    await shop.main.getByRole('link', { name: 'Show picture 2' }).click();
    await eventually(shown).toContain(`/${from}-back.`);
    expect(await chosen.count()).toBe(0);
    await shop.main.locator(`input[name="color"][value="${to}"]`).check();
    await agreesOn(to);
    // Its own front, back and detail, and of no other colour.
    const own = ['front', 'back', 'detail'].map((it) => expect.stringContaining(`/${to}-${it}.`));
    const sources = (pictures: HTMLImageElement[]) => pictures.map((it) => it.src);
    for (const list of ['[data-strip]', '[data-thumbnails]']) {
      expect(await shop.main.locator(`${list} img`).evaluateAll(sources)).toEqual(own);
    }
    await shop.main.getByRole('link', { name: 'Show picture 3' }).click();
    await eventually(shown).toContain(`/${to}-detail.`);
    await shop.main.getByRole('link', { name: /detail Zoom$/ }).click();
    const large = shop.main.getByRole('dialog', { name: /^Large picture/ });
    expect(await large.getByRole('img').getAttribute('src')).toContain(`/1920/`);
    expect(await large.getByRole('img').getAttribute('src')).toContain(`/${to}-detail.`);
    await large.getByRole('button', { name: 'Close' }).click();
    await shop.open('/about');
    await shop.page.goBack();
    await agreesOn(to);
    // Some browsers fill in an earlier choice only after the scripts have run.
    await shop.main.locator(`input[name="color"][value="${from}"]`).evaluate((it) => {
      if (it instanceof HTMLInputElement) it.checked = true;
      dispatchEvent(new Event('pageshow'));
    });
    await agreesOn(to);
    // Tab reaches Zoom of the shown picture, and not of those beside it, which would scroll to them.
    await shop.main.getByRole('link', { name: 'Show picture 1' }).focus();
    await shop.page.keyboard.press('Shift+Tab');
    const zoom = shop.main.getByRole('link', { name: /front Zoom$/ });
    await waitForFocus(zoom);
    await shop.page.keyboard.press('Shift+Tab');
    expect(await zoom.evaluate((it) => it === document.activeElement)).toBe(false);
    await agreesOn(to);
    expect(await shown()).toContain(`/${to}-front.`);
    await shop.page.keyboard.press('Tab');
    await shop.page.keyboard.press('Enter');
    await large.getByRole('img').waitFor();
  });

  test('a picture of another colour chooses it where colours have one picture each', async ({
    visit,
  }) => {
    const { products, change } = await newGoods();
    const [{ _id }] = products;
    await change(products[0], { colors: ['navy', '#a1b2c3', 'olive'] });
    const token = await adminToken();
    for (const color of ['navy', '#a1b2c3', 'olive']) {
      const form = new FormData();
      form.set('image', pictureFile());
      form.set('color', color);
      await good('POST', `/products/${_id}/image`, { token, form });
    }
    const shop = new Shop((await visit({ width })).page);
    const picture = (number: number) =>
      shop.main.getByRole('link', { name: `Show picture ${number}` });
    const radio = (colour: string) => shop.main.locator(`input[name="color"][value="${colour}"]`);
    const color = () => new URL(shop.page.url()).searchParams.get('color');
    await eventually(async () => {
      await shop.open(`/product/${_id}/-`);
      return picture(3).count();
    }).toBe(1);
    await picture(2).click();
    await eventually(() => radio('#a1b2c3').isChecked()).toBe(true);
    expect(color()).toBe('#a1b2c3');
    await radio('olive').check();
    await eventually(() => picture(3).getAttribute('aria-current')).toBe('true');
    await picture(1).click();
    await eventually(color).toBe('navy');
    expect(await radio('navy').isChecked()).toBe(true);
    // A finger that pushes the picture aside comes to the next one, and its colour is chosen.
    const strip = shop.main.locator('[data-strip]');
    await strip.scrollIntoViewIfNeeded();
    await eventually(() => strip.evaluate((it) => it.scrollLeft)).toBe(0);
    await eventually(() => picture(1).getAttribute('aria-current')).toBe('true');
    const { x = 0, y = 0, width: wide = 0 } = (await strip.boundingBox()) ?? {};
    const hand = await shop.page.context().newCDPSession(shop.page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) => {
      const touchPoints = at === undefined ? [] : [{ x: x + wide * at, y: y + 60 }];
      return hand.send('Input.dispatchTouchEvent', { type, touchPoints });
    };
    await touch('touchStart', 0.9);
    // In steps, since one leap is a fling faster than any finger.
    for (let at = 0.84; at > 0.25; at -= 0.06) await touch('touchMove', at);
    await touch('touchEnd');
    await eventually(color).toBe('#a1b2c3');
    expect(await radio('#a1b2c3').isChecked()).toBe(true);
    expect(await picture(2).getAttribute('aria-current')).toBe('true');
  });
});

test('from 1440 pixels on, all pictures of a colour are in view, and Tab reaches each', async ({
  visit,
}) => {
  const { page } = await visit({ width: 1440 });
  const shop = new Shop(page);
  const { _id, colors } = await demoGarment();
  await shop.open(`/product/${_id}/-`);
  await shop.main.locator(`input[name="color"][value="${colors[1]}"]`).check();
  const pictures = shop.main.locator('[data-strip] img');
  const boxes = () =>
    pictures.evaluateAll((all) =>
      all.map((it) => {
        const { src } = it as HTMLImageElement;
        const { x, width } = it.getBoundingClientRect();
        return {
          own: src.includes(`/${new URL(location.href).searchParams.get('color')}-`),
          x,
          width,
        };
      }),
    );
  await eventually(async () => (await boxes()).map((it) => it.own)).toEqual([true, true, true]);
  const [first, second, third] = await boxes();
  expect(second?.x).toBe(first?.x);
  expect(third?.x).toBeGreaterThan((second?.x ?? 0) + (second?.width ?? 0));
  expect(await shop.main.getByRole('link', { name: 'Show picture 1' }).count()).toBe(0);
  const zoom = shop.main.getByRole('link', { name: /Zoom$/ });
  await zoom.first().focus();
  for (const place of [1, 2]) {
    await page.keyboard.press('Tab');
    await waitForFocus(zoom.nth(place));
  }
});

test('six sizes are in one row on a phone, a tablet and a desk', async ({ visit }) => {
  const { page } = await visit();
  const { products } = await good('GET', '/products/all?limit=100');
  const dress = products.find((it) => it.sizes.join() === '6,8,10,12,14,16');
  await new Shop(page).open(`/product/${dress?._id}/-`);
  for (const width of [390, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const rows = () =>
      page.locator('.sizes label').evaluateAll((all) => {
        const tops = all.map((it) => it.getBoundingClientRect().top);
        return [innerWidth, tops.length, new Set(tops).size];
      });
    // The new width reaches the page a moment later.
    await eventually(rows).toEqual([width, 6, 1]);
  }
});
