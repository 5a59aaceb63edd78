import type { Page } from 'playwright';
import { describe, expect } from 'vitest';
import { linkOfPaidOrder, withIds } from '../../scripts/demo-shop.ts';
import { screens, type Role } from '../../scripts/screens.ts';
import { restoreNetwork, type Act } from '../../scripts/shop-states.ts';
import { test, type Visitor } from './browser.ts';
import { allGarments, demoGarment } from './customers.ts';
import { faultsInForcedColours, faultsOfLargeText, faultsWhenZoomed } from './eyesight.ts';
import { faultsOf, type Scheme } from './faults.ts';
import { eventually, Shop } from './shop.ts';
import { stack } from './stack.ts';
import { faultsForThumbs } from './targets.ts';
import { desk, phone } from './widths.ts';

interface Scan {
  readonly role: Role;
  /** What `npm test` sees first; everything else is for `npm run test:more`. */
  readonly first: typeof desk;
  /** Signs in, and puts on the screens what they can show. */
  readonly prepare: (visitor: Visitor) => Promise<void>;
}

/** Opens each screen and each state of one role, and collects what is wrong with any of them. */
async function faultsOfScreens(
  page: Page,
  role: Role,
  schemes: readonly Scheme[],
  isWhole: boolean,
) {
  const shop = new Shop(page);
  const garment = await demoGarment();
  const soldOut = (await allGarments()).find((it) => it.availability === 'OutofStock');
  const ids = {
    product: garment._id,
    soldOut: soldOut?._id ?? '',
    category: garment.category?._id ?? '',
    orderLink: await linkOfPaidOrder(stack()),
  };
  const settled = () =>
    eventually(() => page.locator('.spinner, .skeleton, [aria-busy="true"]').count()).toBe(0);
  const isPhone = (page.viewportSize()?.width ?? 0) < 700;
  const onWidth = isPhone ? [faultsForThumbs] : [faultsWhenZoomed, faultsInForcedColours];
  const faults: string[] = [];
  for (const [name, screen] of Object.entries(screens[role])) {
    const { path, act, staysPending }: Partial<Act> & { path: string } =
      typeof screen === 'string' ? { path: screen } : screen;
    await shop.open(withIds(path, ids));
    await shop.main.getByRole('heading').first().waitFor();
    await settled();
    await act?.(page);
    if (act && !staysPending) await settled();
    faults.push(...(await faultsOf(name, page, schemes)));
    // The back office's tables are pushed sideways, and the card page is the provider's.
    const isOwn = role !== 'administrator' && page.url().startsWith(stack().siteUrl);
    for (const look of isWhole && isOwn ? [faultsOfLargeText, ...onWidth] : []) {
      faults.push(...(await look(name, page)));
    }
    if (act) await restoreNetwork(page);
  }
  return faults;
}

/** Declares the tests that look for faults on each screen and in each open state of a role. */
export function scanScreens({ role, first, prepare }: Scan): void {
  const scan = (size: typeof desk, schemes: Scheme[], isWhole: boolean) =>
    test(
      `On a ${size.name} no screen has a fault`,
      { tags: isWhole ? ['more'] : [] },
      async ({ visit }) => {
        const visitor = await visit(size);
        await prepare(visitor);
        expect(await faultsOfScreens(visitor.page, role, schemes, isWhole)).toEqual([]);
      },
    );
  describe(`The screens of a ${role}`, () => scan(first, ['light'], false));
  describe(`The screens of a ${role}, light, dark, zoomed and with large text`, () => {
    for (const size of [desk, phone]) {
      scan(size, size === first ? ['dark'] : ['light', 'dark'], true);
    }
  });
}
