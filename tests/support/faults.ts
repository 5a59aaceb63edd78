import axe from 'axe-core';
import type { Page } from 'playwright';
import { expect, TestRunner } from 'vitest';
import { htmlFaults } from './html.ts';

/** In the dark scheme only the rules about colours can differ. */
const rules = {
  light: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  dark: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
} as const;

export type Scheme = keyof typeof rules;

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/** Violations that axe finds in the current state of the page. */
async function axeFaults(page: Page, scheme: Scheme): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(axe.source);
    // Without transitions, so that colours have their final values after a change of the scheme.
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
    // A control that a sticky bar half covers is not too small: it is measured again in full view.
    const isSmallInFullView = async (selector: string) => {
      document.querySelector(selector)?.scrollIntoView({ block: 'center', behavior: 'instant' });
      const again = await window.axe?.run(selector, { runOnly: ['target-size'] });
      return again?.violations.length !== 0;
    };
    const faults: string[] = [];
    for (const { id, nodes } of violations) {
      const targets: string[] = [];
      for (const { target } of nodes) {
        const selector = target.join(' ');
        if (id !== 'target-size' || (await isSmallInFullView(selector))) targets.push(selector);
      }
      if (id !== 'target-size' || targets.length > 0) {
        faults.push(`${id}: ${targets.slice(0, 3)}`);
      }
    }
    return faults;
  }, rules[scheme]);
}

/** The width of the page beyond the screen, in pixels. */
export const beyondScreen = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });

/** All faults of the current state of the page in these color schemes; those of its HTML with the light one. */
export async function faultsOf(
  name: string,
  page: Page,
  schemes: readonly Scheme[],
): Promise<string[]> {
  const inSchemes = async () => {
    const faults: string[] = [];
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      const found = await axeFaults(page, colorScheme);
      faults.push(...found.map((fault) => `${name}, ${colorScheme}: ${fault}`));
    }
    await page.emulateMedia({ colorScheme: null });
    return faults;
  };
  // HTML validation runs here while axe runs in the browser.
  const html = schemes.includes('light') ? await page.content() : null;
  const inHtml = html === null ? [] : htmlFaults(name, html);
  const faults = (await Promise.all([inSchemes(), inHtml])).flat();
  const beyond = await beyondScreen(page);
  if (beyond > 0) faults.push(`${name}: ${beyond} pixels wider than the screen`);
  return faults;
}

/** Fails if the current state of the page has faults; in the dark scheme too in tests of `npm run test:more`. */
export async function expectNoFaults(page: Page, name: string): Promise<void> {
  const isMore = TestRunner.getCurrentTest()?.tags?.includes('more');
  expect(await faultsOf(name, page, isMore ? ['light', 'dark'] : ['light'])).toEqual([]);
}
