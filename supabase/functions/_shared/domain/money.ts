/**
 * Money is a number in units of a currency, with at most as many decimals as that has; sums are calculated in whole smallest
 * units. All that formats amounts is here.
 */
import { decimalsOf, shopCurrency } from './currency.ts';

/** In which amounts are written. */
export const locale = 'en-US';

/** An amount in whole smallest units: `19.5` → `1950`. */
export const toMinor = (amount: number, currency = shopCurrency()): number =>
  Math.round(amount * 10 ** decimalsOf(currency));

/** Whole smallest units as an amount: `1950` → `19.5`. */
export const fromMinor = (minor: number, currency = shopCurrency()): number =>
  minor / 10 ** decimalsOf(currency);

/** Whether an amount has no more decimals than the shop's currency. */
export const fitsCurrency = (amount: number): boolean =>
  Number.isFinite(amount) &&
  Math.abs(amount - Number(amount.toFixed(decimalsOf(shopCurrency())))) < 1e-8;

const decimalTexts = ['No decimals', '', 'At most two decimals', 'At most three decimals'];

/** What an amount needs to fit. */
export const fitsText = (): string => decimalTexts[decimalsOf(shopCurrency())] ?? '';

/** What an amount above zero needs. */
export const leastText = (): string => `At least ${fromMinor(1)}`;

/** The price of all pieces of one line. */
export const lineTotal = (price: number, quantity: number, currency = shopCurrency()): number =>
  fromMinor(toMinor(price, currency) * quantity, currency);

/** The price of all lines together. */
export const sumOfLines = (
  lines: readonly { price: number; quantity: number }[],
  currency = shopCurrency(),
): number =>
  fromMinor(
    lines.reduce((sum, it) => sum + toMinor(it.price, currency) * it.quantity, 0),
    currency,
  );

const formats = new Map<string, Intl.NumberFormat>();

/** For display: `19.5` → `$19.50`. */
export function formatPrice(amount: number, currency = shopCurrency()): string {
  const decimals = decimalsOf(currency);
  const format =
    formats.get(currency) ??
    new Intl.NumberFormat(locale, {
      ...{ style: 'currency', currency },
      ...{ minimumFractionDigits: decimals, maximumFractionDigits: decimals },
    });
  formats.set(currency, format);
  return format.format(amount);
}

/** For files, forms and data: `19.50`. */
export const plainPrice = (amount: number, currency = shopCurrency()): string =>
  amount.toFixed(decimalsOf(currency));

/** `formatPrice` of one currency. */
export const priceIn = (currency: string) => (amount: number) => formatPrice(amount, currency);

/** `$6.50`, but `$200`. */
export const formatWhole = (amount: number, currency = shopCurrency()): string =>
  formatPrice(amount, currency).replace(/\.0+(?!\d)/, '');

/** Short: `12345` → `$12.3K`. */
export const formatShort = (amount: number): string =>
  new Intl.NumberFormat(locale, {
    ...{ style: 'currency', currency: shopCurrency() },
    ...{ notation: 'compact', minimumFractionDigits: 0, maximumFractionDigits: 1 },
  }).format(amount);

/** `$`, as prices have it. */
export const currencySign = (): string => formatPrice(0).replaceAll(/[\d.,\s]/g, '');

/** `US dollars`. */
export const currencyName = (currency = shopCurrency()): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'name' })
    .formatToParts(2)
    .find(({ type }) => type === 'currency')?.value ?? currency;
