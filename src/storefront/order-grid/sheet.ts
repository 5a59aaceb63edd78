import { colourName } from '#shared/domain/colour-name.ts';
import type { ProductWithVariants } from '#shared/schemas/products.ts';
import type { Variant } from '#shared/schemas/stock.ts';
import type { CompanyProduct } from '../company-price.ts';

/** A product as a table: a row for each color, a column for each size, the cells row by row. */
export interface Sheet {
  readonly rows: readonly (string | null)[];
  readonly columns: readonly (string | null)[];
  /** Empty if this combination does not exist. */
  readonly cells: readonly (Variant | undefined)[];
}

export function sheetOf({
  colors,
  sizes,
  variants,
}: Pick<ProductWithVariants, 'colors' | 'sizes' | 'variants'>): Sheet {
  const rows = colors.length > 0 ? colors : [null];
  const columns = sizes.length > 0 ? sizes : [null];
  const cells = rows.flatMap((color) =>
    columns.map((size) => variants.find((it) => it.size === size && it.color === color)),
  );
  return { rows, columns, cells };
}

/** The display name of a cell: Navy, M. */
export const nameOf = ({ color, size }: Variant): string =>
  [color && colourName(color), size].filter(Boolean).join(', ') || 'Pieces';

/** Digits only, at most three; the cart takes 999. */
export const asQuantity = (text: string): string => text.replaceAll(/\D/g, '').slice(0, 3);

/**
 * Pastes a spreadsheet block into the values at `start`. Empty cells of the block change nothing; `leftOut` counts invalid
 * quantities and cells outside.
 */
export function withBlock(
  { cells, columns }: Sheet,
  values: readonly string[],
  start: number,
  block: string,
): { values: string[]; leftOut: number } {
  const width = columns.length;
  const changed = [...values];
  let leftOut = 0;
  for (const [down, line] of block.split(/\r?\n/).entries()) {
    for (const [right, text] of line.split('\t').entries()) {
      const quantity = text.trim();
      if (!quantity) continue;
      const at = start + down * width + right;
      const fits = (start % width) + right < width && isForSale(cells[at]);
      if (fits && /^\d{1,3}$/.test(quantity)) changed[at] = String(Number(quantity) || '');
      else leftOut += 1;
    }
  }
  return { values: changed, leftOut };
}

export const isForSale = (cell: Variant | undefined): boolean =>
  cell !== undefined && cell.stock !== 'out';

/** The target cell of a navigation key, skipping gaps; the same cell if there is none. */
export function cellBeside({ cells, columns }: Sheet, from: number, key: string): number {
  const width = columns.length;
  const column = from % width;
  const [first, last] = [from - column, from - column + width - 1];
  const ways: Readonly<Record<string, readonly [from: number, to: number, step: number]>> = {
    ArrowRight: [from + 1, last, 1],
    ArrowLeft: [from - 1, first, -1],
    ArrowDown: [from + width, cells.length, width],
    ArrowUp: [from - width, 0, -width],
    Enter: [from + width, cells.length, width],
    Home: [first, last, 1],
    End: [last, first, -1],
  };
  const way = ways[key];
  if (!way) return from;
  const [begin, end, step] = way;
  for (let at = begin; step > 0 ? at <= end : at >= end; at += step) if (cells[at]) return at;
  return from;
}

/** How many pieces are missing to a valid quantity; 0 if none. */
export function missingPieces({ minimum, multiple }: CompanyProduct, pieces: number): number {
  return Math.ceil(Math.max(pieces, minimum) / multiple) * multiple - pieces;
}

/** The order quantities as text; empty if any quantity is allowed. */
export const rulesOf = ({ minimum, multiple }: CompanyProduct): string =>
  [minimum > 1 && `at least ${minimum} pieces`, multiple > 1 && `in packs of ${multiple}`]
    .filter(Boolean)
    .join(', ');
