/** The remainder of a long row of digits. */
const rest = (digits: string, by: number): number => Number(BigInt(digits) % BigInt(by));

const weighted = (digits: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, i) => sum + weight * Number(digits[i]), 0);

/** The sum of the digits, every second one from the right doubled; of a doubled one both digits count. */
const luhnSum = (digits: string): number =>
  [...digits]
    .toReversed()
    .map((digit, i) => Number(digit) * (i % 2 === 0 ? 1 : 2))
    .reduce((sum, it) => sum + (it > 9 ? it - 9 : it), 0);

/** ISO 7064, mod 11,10. */
function isGerman(id: string): boolean {
  let product = 10;
  for (const digit of id.slice(0, 8)) {
    const sum = (Number(digit) + product) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return (11 - product) % 10 === Number(id[8]);
}

/** Of a company by its tax number, of a sole trader by all characters, letters as numbers from A = 10. */
function isDutch(id: string): boolean {
  const letters = [...`NL${id}`].map((it) =>
    /\d/.test(it) ? it : String(it.charCodeAt(0) - 'A'.charCodeAt(0) + 10),
  );
  return (
    weighted(id, [9, 8, 7, 6, 5, 4, 3, 2]) % 11 === Number(id[8]) ||
    rest(letters.join(''), 97) === 1
  );
}

const spanishLetters = 'TRWAGMYFPDXBNJZSQVHLCKE';

/** People have a letter of 23 behind their number, companies a digit or one of ten letters. */
function isSpanish(id: string): boolean {
  if (/^[\dXYZ]/.test(id)) {
    const number = id.slice(0, 8).replace(/[XYZ]/, (it) => String('XYZ'.indexOf(it)));
    return spanishLetters[rest(number, 23)] === id[8];
  }
  const control = (10 - (luhnSum(`${id.slice(1, 8)}0`) % 10)) % 10;
  return id[8] === String(control) || id[8] === 'JABCDEFGHI'[control];
}

/** The second letter counts too; numbers of before 2013 have a letter, + or * as their second character. */
function isIrish(id: string): boolean {
  const old = /(\d)[A-Z+*](\d{5})([A-W])/.exec(id);
  const digits = old ? `0${old[2] ?? ''}${old[1] ?? ''}` : id;
  const extra = old ? 0 : 'WABCDEFGHI'.indexOf(id[8] ?? '') * 9;
  const letter = old ? old[3] : id[7];
  return (
    'WABCDEFGHIJKLMNOPQRSTUV'[(weighted(digits, [8, 7, 6, 5, 4, 3, 2]) + extra) % 23] === letter
  );
}

/** Of government departments and health authorities only the format is known. */
function isBritish(id: string): boolean {
  const sum = weighted(id, [8, 7, 6, 5, 4, 3, 2]) + Number(id.slice(7, 9));
  return /[GH]/.test(id) || sum % 97 === 0 || (sum + 55) % 97 === 0;
}

type Rule = readonly [format: RegExp, check?: (id: string) => boolean];

const british: Rule = [/^(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/, isBritish];

/** What stands behind the letters of the country: the format, and its check digit where that is documented. */
const rules: Readonly<Record<string, Rule>> = {
  AT: [/^U\d{8}$/, (id) => (96 - luhnSum(id.slice(1, 8))) % 10 === Number(id[8])],
  BE: [/^[01]\d{9}$/, (id) => 97 - rest(id.slice(0, 8), 97) === Number(id.slice(8))],
  BG: [/^\d{9,10}$/],
  CY: [/^\d{8}[A-Z]$/],
  CZ: [/^\d{8,10}$/],
  DE: [/^[1-9]\d{8}$/, isGerman],
  DK: [/^\d{8}$/],
  EE: [/^\d{9}$/],
  EL: [/^\d{9}$/],
  ES: [/^([A-Z]\d{7}[\dA-Z]|\d{8}[A-Z])$/, isSpanish],
  FI: [/^\d{8}$/],
  FR: [
    /^[\dA-HJ-NP-Z]{2}\d{9}$/,
    (id) => /\D/.test(id) || (12 + 3 * rest(id.slice(2), 97)) % 97 === Number(id.slice(0, 2)),
  ],
  GB: british,
  HR: [/^\d{11}$/],
  HU: [/^\d{8}$/],
  IE: [/^(\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/, isIrish],
  IT: [/^\d{11}$/, (id) => luhnSum(id) % 10 === 0],
  LT: [/^(\d{9}|\d{12})$/],
  LU: [/^\d{8}$/],
  LV: [/^\d{11}$/],
  MT: [/^\d{8}$/],
  NL: [/^\d{9}B\d{2}$/, isDutch],
  PL: [/^\d{10}$/, (id) => weighted(id, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === Number(id[9])],
  PT: [/^\d{9}$/],
  RO: [/^\d{2,10}$/],
  SE: [/^\d{12}$/],
  SI: [/^\d{8}$/],
  SK: [/^\d{10}$/],
  XI: british,
};

/** A VAT number as it is stored: in capital letters, without spaces, dots and hyphens. */
export const plainVatId = (typed: string): string => typed.toUpperCase().replace(/[\s.-]/g, '');

/** Whether a plain VAT number can be right. Only the tax office knows whether it belongs to somebody. */
export function isVatId(id: string): boolean {
  if (!/^[A-Z]{2}[A-Z0-9+*]{2,13}$/.test(id)) return false;
  const [format, check] = rules[id.slice(0, 2)] ?? [];
  const number = id.slice(2);
  return !format || (format.test(number) && (!check || check(number)));
}
