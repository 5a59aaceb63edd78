/** Formats counts, money and dates in the shop's locale. */
const locale = 'en-US';

const count = new Intl.NumberFormat(locale);
const shortPrice = new Intl.NumberFormat(locale, {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
});
const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const month = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' });
const dateAndTime = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' });

/** `12345` → `12,345`. */
export const formatCount = (value: number): string => count.format(value);

/** Dollars, short: `12345` → `$12.3K`. */
export const formatShortPrice = (dollars: number): string => shortPrice.format(dollars);

/** An amount in any currency. */
export const formatMoney = (amount: number, currency: string): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount);

/** An ISO time → `November 21, 2026`, in UTC. */
export const formatDate = (iso: string): string => date.format(new Date(iso));

/** An ISO time → `Nov 21`, in UTC. */
export const formatDay = (iso: string): string => day.format(new Date(iso));

/** An ISO time → `Nov 2026`, in UTC. */
export const formatMonth = (iso: string): string => month.format(new Date(iso));

/** An ISO time → `November 21, 2026 at 2:05 PM`, in local time. */
export const formatDateAndTime = (iso: string): string => dateAndTime.format(new Date(iso));
