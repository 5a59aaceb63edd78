import { expect } from 'vitest';
import { test } from '../../support/browser.ts';
import { demoGarment } from '../../support/customers.ts';
import { faultsOfLargeText } from '../../support/eyesight.ts';
import { scanScreens } from '../../support/screen-scan.ts';
import { eventually, Shop } from '../../support/shop.ts';
import { desk, phone } from '../../support/widths.ts';

scanScreens({
  role: 'visitor',
  first: phone,
  prepare: (visitor) => {
    visitor.expectAnswer(404, /^\/nowhere$/);
    visitor.expectAnswer(401, /\/auth\/(user-login|reset-password)$/);
    visitor.expectAnswer(400, /\/contact\/submit$/);
    return Promise.resolve();
  },
});

test(
  'the check of large text sees what would be a fault',
  { tags: ['more'] },
  async ({ visit }) => {
    for (const size of [desk, phone]) {
      const { page } = await visit(size);
      const shop = new Shop(page);
      const { _id } = await demoGarment();
      for (const [path, style, fault] of [
        [`/product/${_id}/-`, '.sizes { gap: 0 !important }', 'touches: '],
        ['/shop', 'article :is(h2, h3) { block-size: 1em; overflow: hidden }', 'cut off: '],
        [
          '/login',
          'input { height: 24px !important; min-height: 0 !important }',
          'too small for its ',
        ],
        ['/', 'footer li { block-size: 20px }', 'lies over each other: '],
      ] as const) {
        await shop.open(path);
        expect(await faultsOfLargeText(path, page)).toEqual([]);
        await page.evaluate((text) => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(text);
          document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
        }, style);
        const read = () => faultsOfLargeText(path, page, 0);
        await eventually(async () => String(await read())).toContain(fault);
      }
    }
  },
);
