/** What is counted of a garment. */
export interface Counted {
  slug: string;
  /** Pieces by color, and within a color by size, in the order of the garment. */
  pieces: readonly (readonly number[])[];
  /** Sold without stock too. */
  backorder?: boolean;
  /** Dollars that a size costs more: `'6.00'`. */
  dearer?: Readonly<Record<string, string>>;
}

const counted = (slug: string, ...pieces: (readonly number[])[]): Counted => ({ slug, pieces });

/** The garments whose stock is counted; the others are on sale as long as nobody says otherwise. */
export const stock: readonly Counted[] = [
  counted('mill-linen-shirt', [6, 9, 14, 11, 2], [4, 0, 7, 5, 3], [8, 10, 12, 9, 4]),
  counted(
    'lamb-crew-jumper',
    [5, 8, 12, 12, 7, 2],
    [3, 0, 2, 6, 4, 1],
    [6, 7, 9, 8, 5, 0],
    [4, 6, 10, 7, 4, 3],
  ),
  counted('holm-cardigan', [3, 5, 8, 6, 2], [2, 4, 6, 0, 0], [5, 7, 9, 8, 4]),
  counted('pier-peacoat', [2, 4, 6, 5, 3], [0, 0, 0, 0, 0]),
  counted('fen-quilted-jacket', [4, 6, 9, 7, 5], [3, 2, 0, 4, 6]),
  {
    ...counted('skiff-rain-mac', [0, 0, 2, 5, 1], [6, 8, 0, 9, 4]),
    backorder: true,
  },
  counted('sail-wide-trouser', [7, 9, 12, 10, 6, 2], [5, 8, 0, 9, 4, 1], [6, 6, 8, 7, 3, 0]),
  counted('vale-slip-dress', [4, 5, 8, 7, 3, 2], [6, 9, 12, 10, 5, 4], [2, 0, 4, 3, 0, 1]),
  counted('dusk-satin-skirt', [3, 6, 8, 5, 2], [5, 9, 12, 8, 4], [0, 2, 5, 4, 0]),
  counted('heavy-pocket-tee', [18, 26, 34, 30, 16], [12, 20, 2, 24, 9], [15, 22, 28, 0, 11]),
  {
    ...counted(
      'harbour-sweatshirt',
      [8, 12, 18, 16, 9, 5],
      [6, 10, 14, 12, 2, 0],
      [7, 9, 15, 13, 8, 4],
    ),
    dearer: { XXL: '6.00' },
  },
  counted('watch-beanie', [24], [2], [31], [0]),
];

/** The n-th EAN-13 of those that shops may give for themselves, which begin with 20 to 29. */
export function houseBarcode(number: number): string {
  const digits = `200${String(number).padStart(9, '0')}`;
  const sum = [...digits].reduce(
    (total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3),
    0,
  );
  return `${digits}${String((10 - (sum % 10)) % 10)}`;
}
