import { formatPrice, fromMinor, toMinor } from '#shared/domain/money.ts';
import { stockPolicyLabels } from '#shared/domain/stock-policy.ts';
import type { QuotedGoods } from '#shared/schemas/quotes.ts';

interface Line {
  readonly product: string;
  readonly size: string;
  readonly color: string;
  /** As typed. */
  readonly quantity: string;
  readonly unitPrice: string;
}

/** The size and color of a line in the shop; undefined if there is no such choice. */
export const goodsOf = (goods: readonly QuotedGoods[], line: Line): QuotedGoods | undefined =>
  goods.find(
    (it) =>
      it.product === line.product &&
      (it.size ?? '') === line.size &&
      (it.color ?? '') === line.color,
  );

const percentOff = (list: number, price: number): number => Math.round((1 - price / list) * 100);

/** `List price $65.00, 20% off`; empty if it is unknown. */
export function listPriceText(found: QuotedGoods | undefined, { unitPrice }: Line): string {
  if (!found) return '';
  const offered = Number(unitPrice.trim() || found.price);
  const off = offered < found.price && `${percentOff(found.price, offered)}% off`;
  return [`List price ${formatPrice(found.price)}`, off].filter(Boolean).join(', ');
}

/** `36 in stock`; empty if it is unknown. */
export function stockText(found: QuotedGoods | undefined, { quantity }: Line): string {
  if (!found) return '';
  const { stock } = found;
  if (stock === null) return stockPolicyLabels.untracked;
  if (stock <= 0) return 'Not in stock';
  return stock < Number(quantity) ? `Only ${stock} in stock` : `${stock} in stock`;
}

/** `$3,900.00 at list prices, discount $780.00 (20%)`; empty if one is unknown or nothing is taken off. */
export function discountText(goods: readonly QuotedGoods[], lines: readonly Line[]): string {
  const sum = (priceOf: (line: Line) => number) =>
    lines.reduce((all, line) => all + toMinor(priceOf(line)) * Number(line.quantity), 0);
  const list = sum((line) => goodsOf(goods, line)?.price ?? NaN);
  const offered = sum((line) => Number(line.unitPrice));
  if (!(offered < list)) return '';
  const amount = formatPrice(fromMinor(list - offered));
  return `${formatPrice(fromMinor(list))} at list prices, discount ${amount} (${percentOff(list, offered)}%)`;
}
