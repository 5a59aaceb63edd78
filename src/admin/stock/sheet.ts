import type { OfficeVariant } from '#shared/schemas/stock.ts';
import { colourName } from '#shared/domain/colour-name.ts';
import { choicesOf, variantOf, type Choices } from './choices-of.ts';
import { textOf, willBeCounted, type CellText, type Edits } from './stock-edits.ts';
import type { Block } from './tab-text.ts';
import {
  fieldLabels,
  isEditField,
  oneSize,
  shownText,
  type VariantField,
} from './variant-fields.ts';

/** A cell: one field of one variant. */
export interface Cell {
  readonly variant: OfficeVariant;
  readonly field: VariantField;
}

export interface Head {
  readonly text: string;
  /** A colour has its swatch. */
  readonly colour?: string | null;
  /** Its row span; 0 if a header above spans this row. */
  readonly span: number;
}

export interface SheetRow {
  readonly key: string;
  readonly heads: readonly Head[];
  /** Undefined where the product has no such variant. */
  readonly cells: readonly (Cell | undefined)[];
}

export interface Sheet {
  /** Above the row headers. */
  readonly corner: readonly string[];
  readonly columns: readonly { readonly label: string; readonly isFigure: boolean }[];
  readonly rows: readonly SheetRow[];
}

export interface Spot {
  readonly row: number;
  readonly column: number;
}

export interface Range {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

const fields = Object.keys(fieldLabels).filter((it): it is VariantField => it in fieldLabels);

const headOf = (color: string | null, span: number): Head => ({
  text: color ? colourName(color) : fieldLabels.onHand,
  colour: color,
  span,
});

const figures: readonly VariantField[] = ['onHand', 'held', 'free', 'waiting', 'priceDelta'];
const isFigure = (field: VariantField): boolean => figures.includes(field);

/** Colours down, sizes across, and the stock of each. */
export function stockSheet(variants: readonly OfficeVariant[], product: Choices): Sheet {
  const { sizes, colors } = choicesOf(variants, product);
  return {
    corner: ['Color'],
    columns: sizes.map((it) => ({ label: it ?? fieldLabels.onHand, isFigure: true })),
    rows: colors.map((color) => ({
      key: color ?? '',
      heads: [headOf(color, 1)],
      cells: sizes.map((size) => {
        const variant = variantOf(variants, size, color);
        return variant && { variant, field: 'onHand' };
      }),
    })),
  };
}

/** A row for each variant, grouped by colour, with all its fields. */
export function detailSheet(variants: readonly OfficeVariant[], product: Choices): Sheet {
  const { sizes, colors } = choicesOf(variants, product);
  const hasColors = colors.some(Boolean);
  return {
    corner: hasColors ? ['Color', 'Size'] : ['Size'],
    columns: fields.map((it) => ({ label: fieldLabels[it], isFigure: isFigure(it) })),
    rows: colors.flatMap((color) => {
      const own = sizes.flatMap((size) => variantOf(variants, size, color) ?? []);
      return own.map((variant, at) => ({
        key: variant._id,
        heads: [
          ...(hasColors ? [headOf(color, at === 0 ? own.length : 0)] : []),
          { text: variant.size ?? oneSize, span: 1 },
        ],
        cells: fields.map((field) => ({ variant, field })),
      }));
    }),
  };
}

/** The position of a cell in a sheet, or null. */
export function spotOf(sheet: Sheet, { variant, field }: Cell): Spot | null {
  for (const [row, { cells }] of sheet.rows.entries()) {
    const column = cells.findIndex((it) => it?.variant._id === variant._id && it.field === field);
    if (column >= 0) return { row, column };
  }
  return null;
}

export const rangeOf = (one: Spot, other: Spot): Range => ({
  top: Math.min(one.row, other.row),
  left: Math.min(one.column, other.column),
  bottom: Math.max(one.row, other.row),
  right: Math.max(one.column, other.column),
});

export const isIn = ({ row, column }: Spot, { top, left, bottom, right }: Range): boolean =>
  row >= top && row <= bottom && column >= left && column <= right;

/** What a cell shows. */
export function shownIn(edits: Edits, { variant, field }: Cell): string {
  return shownText(field, textOf(edits, variant, field), willBeCounted(edits, variant));
}

/** The cells of a range as clipboard text. */
export function blockOf(sheet: Sheet, range: Range, edits: Edits): Block {
  return sheet.rows
    .slice(range.top, range.bottom + 1)
    .map((row) =>
      row.cells
        .slice(range.left, range.right + 1)
        .map((cell) => (cell ? shownIn(edits, cell) : '')),
    );
}

export interface Writing {
  readonly cells: readonly CellText[];
  /** The number of cells outside the sheet or read-only. */
  readonly left: number;
}

/** Writes `text` into each cell of a range. */
function write(sheet: Sheet, range: Range, text: (row: number, column: number) => string): Writing {
  const cells: CellText[] = [];
  let left = 0;
  for (let row = range.top; row <= range.bottom; row += 1) {
    for (let column = range.left; column <= range.right; column += 1) {
      const cell = sheet.rows[row]?.cells[column];
      if (!cell || !isEditField(cell.field)) left += 1;
      else cells.push({ variant: cell.variant, field: cell.field, text: text(row, column) });
    }
  }
  return { cells, left };
}

/** Pastes a block at the first cell; repeated to fill a larger selected range. */
export function paste(sheet: Sheet, range: Range, block: Block): Writing {
  const height = block.length;
  const width = Math.max(...block.map((it) => it.length), 1);
  const fill = (selected: number, own: number) => (selected % own === 0 ? selected : own);
  const { top, left } = range;
  const rows = fill(range.bottom - top + 1, height);
  const columns = fill(range.right - left + 1, width);
  const to = { top, left, bottom: top + rows - 1, right: left + columns - 1 };
  return write(
    sheet,
    to,
    (row, column) => block[(row - top) % height]?.[(column - left) % width] ?? '',
  );
}

/** Fills a range down from its first row, or a single row from the row above. */
export function fillDown(sheet: Sheet, range: Range, edits: Edits): Writing {
  const from = range.top === range.bottom ? range.top - 1 : range.top;
  if (from < 0) return { cells: [], left: 0 };
  return write(sheet, { ...range, top: from + 1 }, (_, column) => {
    const cell = sheet.rows[from]?.cells[column];
    return cell ? textOf(edits, cell.variant, cell.field) : '';
  });
}

export const empty = (sheet: Sheet, range: Range): Writing => write(sheet, range, () => '');
