import { colourName } from '#shared/domain/colour-name.ts';
import { cssColours, isCssColour, storedColour } from './css-colours.ts';

/** Lists of a product that are entered one by one. */
export type ChoiceName = 'sizes' | 'colors';

interface ChoiceKind {
  /** What to type to add one, after its number. */
  readonly nth: (number: number) => string;
  /** How a typed entry is stored and displayed. */
  readonly kept: (typed: string) => string;
  readonly shown: (entry: string) => string;
  readonly suggested: readonly string[];
  /** Sets that can be added or removed with one click. */
  readonly presets: readonly (readonly [label: string, entries: readonly string[]])[];
}

export const choiceKinds: Readonly<Record<ChoiceName, ChoiceKind>> = {
  sizes: {
    nth: (number) => `Size ${number}`,
    kept: (typed) => typed.trim(),
    shown: String,
    suggested: [],
    presets: [
      ['XS–XXL', ['XS', 'S', 'M', 'L', 'XL', 'XXL']],
      ['EU 36–46', ['36', '38', '40', '42', '44', '46']],
      ['One size', ['One size']],
    ],
  },
  colors: {
    nth: (number) => `Color ${number}: name`,
    kept: (typed) => storedColour(typed.trim()),
    shown: (entry) => (isCssColour(entry) ? colourName(entry) : entry),
    suggested: cssColours,
    presets: [],
  },
};

/** `S, M, L` is three entries, `rgb(1, 2, 3)` is one. A trailing comma starts an empty one. */
export const splitEntries = (text: string): string[] => text.split(/(?<!\([^)]*)[,;\t\r\n]/);

/** The entries to submit, in their stored form, without empty ones. */
export const keptEntries = (name: ChoiceName, entries: readonly string[]): string[] =>
  entries.map(choiceKinds[name].kept).filter((it) => it !== '');
