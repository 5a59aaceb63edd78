import { locale } from '#shared/domain/money.ts';
import { timeZone } from './time-zone.ts';

/* Counts and dates; money is in domain/money.ts. */

const count = new Intl.NumberFormat(locale);

/** Writes ISO times in the shop's time zone, and days such as `2026-11-21` as they are. */
function inShop(options: Intl.DateTimeFormatOptions) {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (iso: string): string => {
    const zone = iso.length === 'YYYY-MM-DD'.length ? 'UTC' : timeZone();
    const format =
      formats.get(zone) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: zone });
    formats.set(zone, format);
    return format.format(new Date(iso));
  };
}

const minute: Intl.DateTimeFormatOptions = {
  ...{ year: 'numeric', month: 'long', day: 'numeric' },
  ...{ hour: 'numeric', minute: '2-digit' },
};
const dateAndTime = inShop(minute);
const dateAndTimeInZone = inShop({ ...minute, timeZoneName: 'short' });
const here = new Intl.DateTimeFormat(locale, minute);

/** `12345` → `12,345`. */
export const formatCount = (value: number): string => count.format(value);

/** `November 21, 2026`. */
export const formatDate = inShop({ dateStyle: 'long' });

/** `Nov 21`. */
export const formatDay = inShop({ day: 'numeric', month: 'short' });

/** `Nov 2026`. */
export const formatMonth = inShop({ month: 'short', year: 'numeric' });

/** `November 21, 2026 at 2:05 PM`, followed by the zone, such as `PST`, if clocks here show another time. */
export function formatDateAndTime(iso: string): string {
  const text = dateAndTime(iso);
  return here.format(new Date(iso)) === text ? text : dateAndTimeInZone(iso);
}
