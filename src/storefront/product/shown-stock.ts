import { availabilityLabels } from '#shared/domain/availability.ts';
import { formatPrice } from '#shared/domain/money.ts';
import type { ProductWithVariants } from '#shared/schemas/products.ts';
import { fitting, lowestPrice, priceText, stockText, type Choice, type Stocked } from '../stock.ts';

const onlyOne = (values: readonly string[]) => (values.length === 1 ? values[0] : undefined);

/** What a product's page shows of stock and price before anything is chosen; where there is nothing to choose, it is chosen. */
export function shownStock({ variants, colors, sizes, price, availability }: ProductWithVariants) {
  const tells = variants.some((it) => it.stock !== 'in' || it.price !== price);
  /** Empty where there is nothing to tell apart. */
  const stocked: Stocked[] = tells
    ? variants.map(({ size, color, price, stock, left }) => ({ size, color, price, stock, left }))
    : [];
  const choice: Choice = { color: onlyOne(colors), size: onlyOne(sizes) };
  const left = fitting(stocked, choice);
  return {
    stocked,
    choice,
    price: left.length > 0 ? priceText(left) : formatPrice(price),
    /** Dollars. */
    lowest: left.length > 0 ? lowestPrice(left) : price,
    text: left.length > 0 ? stockText(left) : availabilityLabels[availability],
  };
}
