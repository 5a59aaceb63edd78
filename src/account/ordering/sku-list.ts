/** A line of a quick order, as it was typed. */
export interface SkuLine {
  readonly id: number;
  readonly sku: string;
  readonly quantity: string;
  /** Why it could not be added; empty if there was no error. */
  readonly problem: string;
}

let last = 0;
export function newLine(sku = '', quantity = ''): SkuLine {
  last += 1;
  return { id: last, sku, quantity, problem: '' };
}

/**
 * Lines of a list, "SKU, quantity" each, as typed or saved by a spreadsheet. A first line without a number is treated as a
 * header.
 */
export function readList(text: string): SkuLine[] {
  return text
    .split(/\r?\n/)
    .map((line) =>
      line.split(/[,;\t]/).map((part) =>
        part
          .trim()
          .replace(/^"(.*)"$/, '$1')
          .trim(),
      ),
    )
    .filter(
      ([sku = '', quantity = ''], n) =>
        (sku || quantity) && (n > 0 || /\d/.test(quantity) || !quantity),
    )
    .map(([sku = '', quantity = '']) => newLine(sku, quantity));
}

/** A whole number from 1 to 999, or null. */
export function quantityOf({ quantity }: SkuLine): number | null {
  return /^0*[1-9]\d{0,2}$/.test(quantity.trim()) ? Number(quantity) : null;
}
