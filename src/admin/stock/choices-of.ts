import type { OfficeVariant } from '#shared/schemas/stock.ts';

/** The distinct colours or sizes in the order of the product; removed ones last. */
function inOrder(values: readonly (string | null)[], order: readonly string[]): (string | null)[] {
  const place = (value: string | null) => {
    const at = order.findIndex((it) => it.trim() === value);
    return at < 0 ? order.length : at;
  };
  return [...new Set(values)].toSorted((one, other) => place(one) - place(other));
}

export interface Choices {
  readonly sizes: readonly string[];
  readonly colors: readonly string[];
}

/** The sizes and colours of variants. */
export function choicesOf(variants: readonly OfficeVariant[], { sizes, colors }: Choices) {
  return {
    sizes: inOrder(
      variants.map((it) => it.size),
      sizes,
    ),
    colors: inOrder(
      variants.map((it) => it.color),
      colors,
    ),
  };
}

export const variantOf = (
  variants: readonly OfficeVariant[],
  size: string | null,
  color: string | null,
) => variants.find((it) => it.size === size && it.color === color);
