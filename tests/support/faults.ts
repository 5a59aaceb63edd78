import axe from 'axe-core';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { htmlFaults } from './html.ts';

/** Of the rules, only those about colours can find something else in another scheme. */
const rules = {
  light: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  dark: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
} as const;

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/** What axe holds against the page as it is shown now. */
async function axeFaults(page: Page, scheme: keyof typeof rules): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(axe.source);
    // Colours change over to another scheme at once; a link that inherits its colour would lag behind.
    await page.evaluate(() => {
      const still = new CSSStyleSheet();
      still.replaceSync('*, *::before, *::after { transition-property: none !important; }');
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, still];
    });
  }
  return page.evaluate(async ({ type, values }) => {
    const runOnly = { type, values: [...values] };
    await new Promise(requestAnimationFrame);
    const { violations } = (await window.axe?.run({ runOnly, resultTypes: ['violations'] })) ?? {
      violations: [{ id: 'axe did not run', nodes: [] }],
    };
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((it) => it.target.join(' '))}`,
    );
  }, rules[scheme]);
}

/** How far the page is wider than the screen, in pixels. */
export const beyondScreen = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });

/** Everything that is wrong with what is shown now, in both colour schemes, in a form that says where to look. */
export async function faultsOf(name: string, page: Page): Promise<string[]> {
  const inSchemes = async () => {
    const faults: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const found = await axeFaults(page, colorScheme);
      faults.push(...found.map((fault) => `${name}, ${colorScheme}: ${fault}`));
    }
    await page.emulateMedia({ colorScheme: null });
    return faults;
  };
  // The markup is looked at here while the browser looks at the page.
  const html = await page.content();
  const faults = (await Promise.all([inSchemes(), htmlFaults(name, html)])).flat();
  const beyond = await beyondScreen(page);
  if (beyond > 0) faults.push(`${name}: ${beyond} pixels wider than the screen`);
  return faults;
}

/** Fails with what is wrong with the state that a test has brought about. */
export async function expectNoFaults(page: Page, name: string): Promise<void> {
  expect(await faultsOf(name, page)).toEqual([]);
}
