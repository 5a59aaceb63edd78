import { limits } from '../domain/limits.ts';
import type { ImportField } from './fields.ts';
import type { ForeignFormat } from './formats.ts';
import type { Group, SourceRow } from './groups.ts';
import type { PricedVariant, Remarks } from './variants.ts';

/** A picture that a file names. */
export interface ImportedPicture {
  /** Its address, or the name of a file beside the table. */
  readonly url: string;
  /** Among the pictures of its product, from 1. */
  readonly place: number;
  /** The row that names it. */
  readonly line: number;
  /** The heading of the column that names it. */
  readonly heading: string;
  /** The color that it shows; null for none. */
  readonly color: string | null;
}

/** The addresses of a cell, which commas, bars, semicolons or lines separate; a comma within an address does not. */
const addressesOf = (cell: string): string[] =>
  cell
    .split(cell.includes('://') ? /\s*[|;\n]\s*|,\s+|,(?=https?:)/i : /\s*[|;,\n]\s*/)
    .map((it) => it.trim())
    .filter((it) => it !== '' && it !== 'no_selection');

const most = limits.images.perProduct;
const longest = 2000;

/** Where files have a place for each picture, rows without one stay last. */
const placeOf = ({ cell }: SourceRow): number =>
  /^\d{1,4}$/.test(cell('picturePlace')) ? Number(cell('picturePlace')) : Number.MAX_SAFE_INTEGER;

/** All pictures of a product, each once: those of the product in their order, then those of its variants. */
export function picturesOf(
  { rows }: Group,
  variants: readonly PricedVariant[],
  format: ForeignFormat,
  remarks: Remarks,
  headingOf: (field: ImportField) => string,
): ImportedPicture[] {
  const areOfVariants = ['google', 'woocommerce', 'magento'].includes(format);
  const colorOf = (line: number) => variants.find((it) => it.row === line)?.variant.color ?? null;
  const ordered = rows.toSorted((a, b) => placeOf(a) - placeOf(b));
  const inColumn = ({ row: line, cell }: SourceRow, field: ImportField, color: string | null) =>
    addressesOf(cell(field)).map((url) => ({ url, line, heading: headingOf(field), color }));
  const named = ordered.flatMap((row) => {
    const color = areOfVariants ? colorOf(row.row) : null;
    return [...inColumn(row, 'pictures', color), ...inColumn(row, 'morePictures', color)];
  });
  const shown = rows.flatMap((row) => inColumn(row, 'variantPicture', colorOf(row.row)));
  const all = new Map<string, typeof named>();
  for (const it of [...named, ...shown]) all.set(it.url, [...(all.get(it.url) ?? []), it]);
  const pictures = [...all].flatMap(([url, [first, ...others]], at): ImportedPicture[] => {
    if (!first) return [];
    const colors = new Set([first, ...others].flatMap(({ color }) => color ?? []));
    const [color = null] = colors.size === 1 ? colors : [];
    return [{ url, line: first.line, heading: first.heading, place: at + 1, color }];
  });
  const local = pictures.filter((it) => !/^https?:\/\//i.test(it.url));
  if (local[0])
    remarks.doubt(
      local[0].line,
      'pictures',
      `Not an address, so looked for in the ZIP file with the pictures: ${local
        .slice(0, 3)
        .map((it) => it.url.slice(0, 80))
        .join(', ')}${local.length > 3 ? ' …' : ''}`,
    );
  const wrong = pictures.find((it) => it.url.length > longest);
  if (wrong)
    remarks.problem(wrong.line, 'pictures', `An address has at most ${longest} characters`);
  const [beyond] = pictures.slice(most);
  if (beyond)
    remarks.doubt(
      beyond.line,
      'pictures',
      `${pictures.length} pictures: a product has at most ${most}, the others are left out`,
    );
  return pictures.slice(0, most);
}
