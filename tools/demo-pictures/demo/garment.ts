import type { Cut } from '../pictures/cut.ts';
import type { Dye } from '../pictures/dyes.ts';

/** One garment of the demo shop, and what its pictures need to be drawn. */
export interface Garment {
  /** Folder of its pictures, and the seed of its uuid. */
  slug: string;
  title: string;
  /** Two or three sentences: the cloth, how it falls, how to care for it. */
  description: string;
  /** Dollars with two decimals, as text: `'118.00'`. */
  price: string;
  sizes: readonly string[];
  /** CSS colour names. Each has front, back and detail. */
  colours: readonly [Dye, ...Dye[]];
  soldOut?: boolean;
  /** The compare-at price, and what it cost before, with the days since. */
  sale?: { compareAt: string; earlier: readonly (readonly [price: string, days: number])[] };
  /** Days since it came to the shop. */
  age: number;
  cut: Cut;
}

export interface Category {
  slug: string;
  name: string;
  garments: readonly Garment[];
}
