import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright';
import { test as base } from 'vitest';
import { findBrowser } from '../../scripts/browser.ts';
import { stack } from './stack.ts';
import { results } from './temporary.ts';

/** What failed tests leave: screenshots, and traces with `TRACES=1`; `npm test` empties it. */
const traces = join(results, 'traces');
const isTraced = process.env.TRACES === '1';

/** Timeout of waits in browser tests, long enough for a busy machine. */
export const timeoutMs = 60_000;

export interface Visitor {
  page: Page;
  /** Announces an error response that the test causes on purpose, such as 401 for a wrong password. */
  expectAnswer(status: number, path: RegExp): void;
}

export interface VisitorOptions {
  /** The address of a separate shop; by default the one that all tests share. */
  baseURL?: string;
  width?: number;
  height?: number;
  javaScriptEnabled?: boolean;
  reducedMotion?: 'reduce' | 'no-preference';
  /** Toasts close after their time, as for shoppers; by default they stay until they are closed. */
  toastsClose?: boolean;
  colorScheme?: 'light' | 'dark';
  /** The cookies of an earlier sign-in. */
  storageState?: Awaited<ReturnType<BrowserContext['storageState']>>;
}

export type OpenVisitor = (options?: VisitorOptions) => Promise<Visitor>;

/** Collects script errors, console errors and unexpected error responses. */
function watch(page: Page, expected: { status: number; path: RegExp }[]): string[] {
  const faults: string[] = [];
  const isExpected = (status: number, url: string) =>
    expected.some((it) => it.status === status && it.path.test(new URL(url).pathname));
  page.on('pageerror', (error) => faults.push(`script error: ${error.message}`));
  page.on('console', (message) => {
    // Error responses are also reported by the response event, with more detail.
    if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return;
    // The script of the trace, in the preview of a mail, which is sandboxed.
    if (message.text().startsWith("Blocked script execution in 'about:srcdoc'")) return;
    faults.push(`console: ${message.text()}`);
  });
  page.on('response', (response) => {
    const status = response.status();
    if (status < 400 || isExpected(status, response.url())) return;
    faults.push(`${status} ${response.request().method()} ${response.url()}`);
  });
  return faults;
}

/** Stops the animation that counts the time of a toast, which a busy machine may need to look at it. */
function stopToastTimers(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('.Toastify__progress-bar { animation-play-state: paused !important }');
  document.adoptedStyleSheets.push(sheet);
}

/** What a page shows and waits for, as text: the log of a CI run is all that is left of it. */
async function stateOf(page: Page): Promise<string> {
  const waiting = (await page.requests()).filter((it) => !it.existingResponse() && !it.failure());
  const parts = [page.url(), ...waiting.map((it) => `waits for ${it.method()} ${it.url()}`)];
  for (const shown of ['dialog:modal', '.toasts', 'main']) {
    for (const it of await page.locator(shown).all()) parts.push(await it.ariaSnapshot());
  }
  return parts.join('\n').split('\n', 60).join('\n');
}

/** A test's name as that of a file. */
const fileName = (name: string) => name.replaceAll(/\W+/g, '-').slice(0, 150);

/**
 * A test with its own browser profiles. It fails if a page logs an error or gets an error response that
 * was not announced. If it fails, it says what each page shows and leaves a screenshot of it, and with
 * `TRACES=1` a trace of each profile.
 */
export const test = base
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }): Promise<Browser> => {
    const executablePath = findBrowser();
    const browser = await chromium.launch({
      ...(executablePath ? { executablePath } : {}),
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
    });
    onCleanup(() => browser.close());
    return browser;
  })
  .extend('visit', async ({ browser, task }, { onCleanup }): Promise<OpenVisitor> => {
    const faults: string[][] = [];
    const contexts: BrowserContext[] = [];
    onCleanup(async () => {
      const failed = faults.flat().length > 0 || task.result?.state === 'fail';
      const keep = async (context: BrowserContext, place: number) => {
        const file = join(traces, `${fileName(task.fullTestName)}-${place + 1}`);
        const screenshots = context
          .pages()
          .map((page, at) => page.screenshot({ path: `${file}-page-${at + 1}.png` }));
        await Promise.allSettled(screenshots);
        if (isTraced) await context.tracing.stop({ path: `${file}.zip` });
      };
      const states: string[] = [];
      const pages = failed ? contexts.flatMap((context) => context.pages()) : [];
      for (const page of pages) states.push(await stateOf(page).catch(String));
      // A test may have closed a context or a page itself.
      if (failed) await Promise.allSettled(contexts.map(keep));
      await Promise.all(contexts.map((context) => context.close()));
      const found = [...faults.flat(), ...states];
      if (found.length > 0) throw new Error(`In the browser:\n${found.join('\n')}`);
    });
    return async ({ width = 1440, height = 900, toastsClose = false, ...options } = {}) => {
      const context = await browser.newContext({
        baseURL: stack().siteUrl,
        viewport: { width, height },
        hasTouch: width < 700,
        reducedMotion: 'reduce',
        ...options,
      });
      context.setDefaultTimeout(timeoutMs);
      contexts.push(context);
      if (!toastsClose) await context.addInitScript(stopToastTimers);
      // Traces cost every test about a fifth of its time.
      if (isTraced) await context.tracing.start({ snapshots: true });
      const page = await context.newPage();
      const expected: { status: number; path: RegExp }[] = [];
      faults.push(watch(page, expected));
      return { page, expectAnswer: (status, path) => void expected.push({ status, path }) };
    };
  });
