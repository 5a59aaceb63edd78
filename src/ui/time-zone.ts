import { clockIn } from '#shared/domain/shop-time.ts';

let onServer = 'UTC';

/** For what the server renders; all of its pages are of one shop. */
export function setServerTimeZone(zone: string): void {
  onServer = zone;
}

/** What the layout wrote into the page; undefined while the shop has chosen no zone. */
export const chosenTimeZone = (): string | undefined =>
  document.documentElement.dataset['timeZone'];

/** The shop's time zone. */
export const timeZone = (): string =>
  typeof document === 'undefined' ? onServer : (chosenTimeZone() ?? 'UTC');

/** The time zone of the browser. */
export const ownTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The day of a time in the shop, `YYYY-MM-DD`; by default today. */
export const shopDay = (time = new Date()): string => clockIn(timeZone())(time).slice(0, 10);
