import { chromium, type Browser, type Page } from 'playwright';
import { inject, test as base } from 'vitest';
import { findBrowser } from '../../scripts/browser.ts';

/** Machines are noisy: what a test waits for may take this long before it counts as missing. */
export const patience = 30_000;

export interface Visitor {
  page: Page;
  /** Answers of the site that a test provokes on purpose, such as a refused login's 401. */
  expectAnswer(status: number, path: RegExp): void;
}

export interface VisitorOptions {
  /** Another shop than the one that all tests share. */
  baseURL?: string;
  width?: number;
  height?: number;
  javaScriptEnabled?: boolean;
  reducedMotion?: 'reduce' | 'no-preference';
  colorScheme?: 'light' | 'dark';
}

export type OpenVisitor = (options?: VisitorOptions) => Promise<Visitor>;

/** Writes down whatever a person with the developer tools open would frown at. */
function watch(page: Page, expected: { status: number; path: RegExp }[]): string[] {
  const faults: string[] = [];
  const isExpected = (status: number, url: string) =>
    expected.some((it) => it.status === status && it.path.test(new URL(url).pathname));
  page.on('pageerror', (error) => faults.push(`script error: ${error.message}`));
  page.on('console', (message) => {
    // A failed answer is told twice; the line about the answer itself says more.
    if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return;
    faults.push(`console: ${message.text()}`);
  });
  page.on('response', (response) => {
    const status = response.status();
    if (status < 400 || isExpected(status, response.url())) return;
    faults.push(`${status} ${response.request().method()} ${response.url()}`);
  });
  return faults;
}

/**
 * A test with visitors of its own: each has a fresh browser profile, and the test fails when a page
 * of theirs logs an error or gets a failed answer that nobody announced.
 */
export const test = base
  .extend('browser', { scope: 'file' }, async ({}, { onCleanup }): Promise<Browser> => {
    const executablePath = findBrowser();
    const browser = await chromium.launch({
      ...(executablePath ? { executablePath } : {}),
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
    });
    onCleanup(() => browser.close());
    return browser;
  })
  .extend('visit', async ({ browser }, { onCleanup }): Promise<OpenVisitor> => {
    const faults: string[][] = [];
    const contexts: { close(): Promise<void> }[] = [];
    onCleanup(async () => {
      await Promise.all(contexts.map((context) => context.close()));
      const found = faults.flat();
      if (found.length > 0) throw new Error(`Faults in the browser:\n${found.join('\n')}`);
    });
    return async ({ width = 1440, height = 900, ...options } = {}) => {
      const context = await browser.newContext({
        baseURL: inject('stack').siteUrl,
        viewport: { width, height },
        hasTouch: width < 700,
        reducedMotion: 'reduce',
        ...options,
      });
      context.setDefaultTimeout(patience);
      contexts.push(context);
      const page = await context.newPage();
      const expected: { status: number; path: RegExp }[] = [];
      faults.push(watch(page, expected));
      return { page, expectAnswer: (status, path) => void expected.push({ status, path }) };
    };
  });
