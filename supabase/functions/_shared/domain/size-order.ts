/** The order of sizes in lists and filters: letters, then numbers, waist and length, bras, ages, everything else by name. */

/** Kind of size, then what sizes of that kind are compared by, smaller first. */
type Key = readonly [kind: number, ...values: number[]];

const kinds = { letters: 0, numbers: 1, bras: 2, ages: 3, other: 4 } as const;

const words: Readonly<Record<string, string>> = {
  ...{ small: 's', medium: 'm', med: 'm', large: 'l' },
  ...{ extrasmall: 'xs', extralarge: 'xl', xsmall: 'xs', xlarge: 'xl' },
  ...{ xxsmall: 'xxs', xxlarge: 'xxl', extraextrasmall: 'xxs', extraextralarge: 'xxl' },
};

/** M is 0, each step up or down is 1: `XS` -2, `3XL` 4. */
function letterValue(text: string): number | null {
  const plain = text.toLowerCase().replaceAll(/[\s.-]/g, '');
  const [, times = '', xs = '', letter = ''] =
    /^(\d)?(x*)(s|m|l)$/.exec(words[plain] ?? plain) ?? [];
  if (letter === '' || (times !== '' && xs.length !== 1)) return null;
  if (letter === 'm') return xs === '' ? 0 : null;
  const steps = 1 + (times === '' ? xs.length : Number(times));
  return letter === 's' ? -steps : steps;
}

const lengths = ['petite', 'short', 'regular', 'long', 'tall'];

/** `M`, `S/M`, `M Tall`. */
function letters(text: string): Key | null {
  const [, size = '', length = ''] =
    /^(.*?)[\s-]+(petite|short|regular|long|tall)$/i.exec(text) ?? [];
  const parts = (size || text).split(/\s*\/\s*|\s+-\s+|(?<=\w)-(?=(?:\d?x*[sml])$)/i);
  const values = parts.map(letterValue).filter((it) => it !== null);
  const [first = 0, last = first] = values;
  if (values.length !== parts.length || values.length > 2) return null;
  return [kinds.letters, (first + last) / 2, lengths.indexOf(length.toLowerCase())];
}

const fractions: Readonly<Record<string, number>> = {
  ...{ '¼': 0.25, '½': 0.5, '¾': 0.75, '⅓': 1 / 3, '⅔': 2 / 3 },
  ...{ '1/4': 0.25, '1/2': 0.5, '3/4': 0.75, '1/3': 1 / 3, '2/3': 2 / 3 },
};

/** `36`, `36.5`, `36,5`, `36½`, `36 2/3`; `00` is smaller than `0`. */
function numberValue(text: string): number | null {
  if (/^0+$/.test(text)) return 1 - text.length;
  const [, whole = '', decimals = '0', fraction = ''] =
    /^(\d{1,4})(?:[.,](\d{1,2})|\s*([¼½¾⅓⅔]|(?<=\s)[123]\/[234]))?$/.exec(text) ?? [];
  if (whole === '') return null;
  return Number(`${whole}.${decimals}`) + (fractions[fraction] ?? 0);
}

/** One number or two, such as waist and length: `32/34`, `W32 L34`, `36-38`, `42 R`. */
function numbers(text: string): Key | null {
  const [, first = '', second = '', suffix = ''] =
    /^w?\s*(.+?)(?:\s*[/x–-]\s*(?=\d)|\s+l|\s*l(?=\d))(\d.*)$/i.exec(text) ??
    /^(.+?)()\s*(s|r|l|t)$/i.exec(text) ??
    [];
  const one = numberValue(text);
  if (one !== null) return [kinds.numbers, one, one];
  const [from, to] = [numberValue(first), second === '' ? null : numberValue(second)];
  if (from === null || (second !== '' && to === null)) return null;
  return [kinds.numbers, from, to ?? from, ['s', 'r', 'l', 't'].indexOf(suffix.toLowerCase())];
}

/** Band and cup: `75B`, `34DD`; `AA` is before `A`, and `DD` between `D` and `E`. */
function bras(text: string): Key | null {
  const [, band = '', cup = ''] = /^(\d{2,3})\s*(([a-k])\3{0,3})$/i.exec(text) ?? [];
  if (Number(band) < 28) return null;
  const more = cup.length - 1;
  const letter = cup.toLowerCase().charCodeAt(0);
  return [
    kinds.bras,
    Number(band),
    letter + (cup.toLowerCase().startsWith('a') ? -more : more / 4),
  ];
}

const newborn = /^(newborn|new born|nb)$/i;
const age =
  /^(\d{1,2})\s*(m|mo|mos|months?|y|yr|yrs|years?|t)?(?:\s*(?:[-–/]|to)\s*(\d{1,2}))?\s*(m|mo|mos|months?|y|yr|yrs|years?|t)?$/i;

/** In months: `0-3M`, `2T`, `3-4 years`, `6M-12M`. */
function ages(text: string): Key | null {
  if (newborn.test(text)) return [kinds.ages, 0, 0];
  const [, from = '', firstUnit = '', to = '', lastUnit = ''] = age.exec(text) ?? [];
  if (from === '' || (firstUnit === '' && lastUnit === '')) return null;
  const months = (count: string, unit: string) =>
    Number(count) * (unit.toLowerCase().startsWith('m') ? 1 : 12);
  const start = months(from, firstUnit || lastUnit);
  return [kinds.ages, start, to === '' ? start : months(to, lastUnit || firstUnit)];
}

const region = /^(eu|uk|us|fr|it|de|jp|au|int)\b[\s.:]*|[\s.:]*\b(eu|uk|us|fr|it|de|jp|au|int)$/i;

/** Regions in front, behind or in brackets do not count: `EU 38`, `38 (UK 10)`, `M (12)`. */
function keyOf(size: string): Key {
  const main = size.replace(/\s*[([].*[)\]]\s*$/, '').trim() || size;
  const text = main.replace(region, '').trim() || main;
  return ages(text) ?? letters(text) ?? bras(text) ?? numbers(text) ?? [kinds.other];
}

/** What people read for each system of sizes, in the order of filters. */
export const sizeSystems = {
  letters: 'Letters',
  numbers: 'Numbers',
  waists: 'Waist in inches',
  ranges: 'Ranges',
  bras: 'Bands and cups',
  ages: 'Ages',
  other: 'Other',
} as const;
export type SizeSystem = keyof typeof sizeSystems;

/** Whether a number alone is a waist, only a size guide can tell. */
export function systemOf(size: string, isWaist: boolean): SizeSystem {
  const [kind, from, to] = keyOf(size);
  if (kind !== kinds.numbers) {
    const [name = 'other'] = (['letters', 'bras', 'ages'] as const).filter(
      (it) => kinds[it] === kind,
    );
    return name;
  }
  if (isWaist || /^w|[/l]/i.test(size)) return 'waists';
  return from === to ? 'numbers' : 'ranges';
}

/** Orders sizes from small to large, kind after kind. */
export function compareSizes(a: string, b: string): number {
  const [first, second] = [keyOf(a), keyOf(b)];
  for (const [place, value] of first.entries()) {
    const difference = value - (second[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.localeCompare(b, 'en', { numeric: true });
}
