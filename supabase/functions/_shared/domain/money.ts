/** Money is a number of dollars with at most two decimals; sums are calculated in whole cents. */

/** Dollars to whole cents: `19.5` → `1950`. */
export function toCents(dollars: number): number {
  return Math.round(dollars * 100);
}

/** Whole cents to dollars: `1950` → `19.5`. */
export function fromCents(cents: number): number {
  return cents / 100;
}

/** Whether a number of dollars has at most two decimals. */
export function isWholeCents(dollars: number): boolean {
  return Number.isFinite(dollars) && Math.abs(dollars - Number(dollars.toFixed(2))) < 1e-8;
}

/** Dollars for one line, exact to the cent. */
export function lineTotal(price: number, quantity: number): number {
  return fromCents(toCents(price) * quantity);
}

/** Dollars for all lines together, exact to the cent. */
export function sumOfLines(lines: readonly { price: number; quantity: number }[]): number {
  return fromCents(lines.reduce((sum, it) => sum + toCents(it.price) * it.quantity, 0));
}

/** All prices of the shop are in it. */
export const currency = 'USD';

const dollarFormat = new Intl.NumberFormat('en-US', { style: 'currency', currency });

/** Formats dollars for display: `19.5` → `$19.50`. */
export function formatPrice(dollars: number): string {
  return dollarFormat.format(dollars);
}
