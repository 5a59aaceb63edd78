import { ownTimeZone, timeZone } from '../ui/time-zone.ts';

const nameIn = (zone: string, timeZoneName: 'longGeneric' | 'short'): string => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName });
  return format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? zone;
};

/** `Pacific Time`, by default that of the shop. */
export const zoneName = (zone = timeZone()): string =>
  zone === 'UTC' ? zone : nameIn(zone, 'longGeneric');

/** Which days are meant, if those of the browser may be others; else ''. */
export const foreignDays = (): string => {
  const [shop, own] = [timeZone(), ownTimeZone()];
  return nameIn(shop, 'short') === nameIn(own, 'short') ? '' : `Days in ${zoneName(shop)}`;
};
