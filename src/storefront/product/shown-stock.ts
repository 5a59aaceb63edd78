import { availabilityLabels } from '#shared/domain/availability.ts';
import { formatPrice } from '#shared/domain/money.ts';
import type { ProductWithVariants } from '#shared/schemas/products.ts';
import { fitting, lowestPrice, priceText, stockText, type Choice, type Stocked } from '../stock.ts';

const onlyOne = (values: readonly string[]) => (values.length === 1 ? values[0] : undefined);

/** The initial stock and price of a product page; single options are preselected. */
export function shownStock({ variants, colors, sizes, price, availability }: ProductWithVariants) {
  const tells = variants.some((it) => it.stock !== 'in' || it.price !== price);
  /** Empty if there is nothing to distinguish. */
  const stocked: Stocked[] = tells
    ? variants.map(({ size, color, price, stock, left }) => ({ size, color, price, stock, left }))
    : [];
  const choice: Choice = { color: onlyOne(colors), size: onlyOne(sizes) };
  const left = fitting(stocked, choice);
  return {
    stocked,
    choice,
    price: left.length > 0 ? priceText(left) : formatPrice(price),
    /** In the shop's currency. */
    lowest: left.length > 0 ? lowestPrice(left) : price,
    text: left.length > 0 ? stockText(left) : availabilityLabels[availability],
  };
}
