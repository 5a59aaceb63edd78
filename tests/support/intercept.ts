import type { Page, Route } from 'playwright';

/**
 * Answers requests to these URLs until the returned function is called. The route itself stays, so neither `unroute` nor `times`
 * is used: while Chromium stops intercepting, requests that a page sends never get an answer.
 */
export async function intercept(
  page: Page,
  url: string,
  answer: (route: Route) => Promise<void>,
): Promise<() => void> {
  let isOn = true;
  await page.route(url, (route) => (isOn ? answer(route) : route.fallback()));
  return () => {
    isOn = false;
  };
}
