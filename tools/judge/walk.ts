import type { Page } from 'playwright';
import { signIn, withIds } from '../../scripts/demo-shop.ts';
import { screens, type Role } from '../../scripts/screens.ts';
import type { JudgedShop } from './verdict.ts';

export const roles = Object.keys(screens) as Role[];
export const widths = [1440, 390];

/** The paths of the screens that need no clicks, by role. */
export function pathsOf(role: Role): string[] {
  const paths = Object.values(screens[role]).filter((it) => typeof it === 'string');
  return [...new Set(paths)];
}

/** Opens each of these screens in a browser that is signed in as the role. Returns how many there are. */
export async function walk(
  shop: JudgedShop,
  role: Role,
  width: number,
  look: (page: Page, path: string) => Promise<void>,
): Promise<number> {
  // Judges bring scripts of their own, which the shop's policy refuses.
  const context = await shop.browser.newContext({
    ...{ baseURL: shop.url, bypassCSP: true, reducedMotion: 'reduce' },
    viewport: { width, height: 900 },
  });
  try {
    const page = await context.newPage();
    await signIn(page, role);
    for (const path of pathsOf(role)) {
      await page.goto(withIds(path, shop.ids), { waitUntil: 'networkidle' });
      await look(page, path);
    }
    return pathsOf(role).length;
  } finally {
    await context.close();
  }
}
