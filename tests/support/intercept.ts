import type { Page, Route } from 'playwright';

/**
 * Answers requests to these URLs until what is returned is called. The route itself stays: requests that are sent at the moment
 * in which Chromium stops intercepting never get an answer.
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
