import type { Sheet, Spot } from './sheet.ts';

const page = 10;

interface Keys {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

const clamp = (value: number, last: number): number => Math.min(Math.max(value, 0), last);

/** The nearest existing cell. */
export function within(sheet: Sheet, { row, column }: Spot): Spot {
  return {
    row: clamp(row, sheet.rows.length - 1),
    column: clamp(column, sheet.columns.length - 1),
  };
}

/** The target of a navigation key, or null. */
export function movedBy({ key, ctrlKey, metaKey }: Keys, sheet: Sheet, from: Spot): Spot | null {
  const far = ctrlKey || metaKey;
  const { row, column } = from;
  // Deliberately too far: clamped to the edge.
  const [rows, columns] = [sheet.rows.length, sheet.columns.length];
  const to: Readonly<Record<string, Spot>> = {
    ArrowUp: { row: far ? 0 : row - 1, column },
    ArrowDown: { row: far ? rows : row + 1, column },
    ArrowLeft: { row, column: far ? 0 : column - 1 },
    ArrowRight: { row, column: far ? columns : column + 1 },
    Home: { row: far ? 0 : row, column: 0 },
    End: { row: far ? rows : row, column: columns },
    PageUp: { row: row - page, column },
    PageDown: { row: row + page, column },
  };
  const spot = to[key];
  return spot ? within(sheet, spot) : null;
}

/** The target of Enter and Tab after an edit; Tab wraps to the next row. */
export function nextAfter(key: string, back: boolean, sheet: Sheet, { row, column }: Spot): Spot {
  const by = back ? -1 : 1;
  if (key !== 'Tab') return within(sheet, { row: row + by, column });
  const width = sheet.columns.length;
  const at = clamp(row * width + column + by, sheet.rows.length * width - 1);
  return { row: Math.floor(at / width), column: at % width };
}
