/** How cells of other shops are written. */

/** The code of a currency in a price: `15.00 EUR`. */
export const currencyIn = (text: string): string | null =>
  /^([A-Z]{3})\s*[\d.,]|[\d.,]\s*([A-Z]{3})$/.exec(text.trim())?.slice(1).find(Boolean) ?? null;

/**
 * A price without its currency and thousands separators, where it is certain which of its marks they are: `1,200` may mean two
 * numbers and stays.
 */
export function plainAmount(text: string): string {
  const bare = text.replaceAll(
    /^\s*[A-Z]{3}(?=[\s\d])|(?<=[\s\d])[A-Z]{3}\s*$|[\s\u00a0\u202f'$€£¥]/g,
    '',
  );
  const [, whole = '', mark = '', decimals = ''] = /^([\d.,]*)([.,])(\d+)$/.exec(bare) ?? [];
  if (mark === '') return bare;
  const others = whole.replaceAll(/\d/g, '');
  // Each of the marks before the last one separates thousands; two equal ones do so without decimals.
  if (others !== '' && !others.includes(mark))
    return `${whole.replaceAll(/[.,]/g, '')}.${decimals}`;
  if (others !== '') return /^\d{1,3}([.,]\d{3})+$/.test(bare) ? bare.replaceAll(mark, '') : bare;
  return decimals.length > 3 ? `${whole}.${decimals.replace(/(?<=\d\d)0+$/, '')}` : bare;
}

const grams = { g: 1, kg: 1000, lb: 453.592_37, oz: 28.349_523_125 } as const;
type Unit = keyof typeof grams;

/** A weight in whole grams; as it is where it is no number. */
export function plainGrams(text: string, column: Unit): string {
  const [, number = '', written = ''] =
    /^(\d+(?:[.,]\d+)?)\s*(g|kg|lbs?|oz|grams?)?$/i.exec(text.trim()) ?? [];
  if (number === '') return text.trim();
  const unit = written
    .toLowerCase()
    .replace(/^lbs$/, 'lb')
    .replace(/^grams?$/, 'g');
  const value = Number(number.replace(',', '.')) * grams[(unit || column) as Unit];
  return String(Math.round(value));
}

const yes =
  /^(1|1\.0+|true|yes|y|ja|oui|taxable|taxable goods|shopify|continue|notify|in[ _]?stock|preorder|backorder|active|published)$/i;
const no =
  /^(0|0\.0+|-1|2|false|no|n|nein|non|none|not[ _]taxable|deny|out[ _]?of[ _]?stock|inactive|draft|archived|unlisted)$/i;

/** Undefined where a cell is empty or says neither. */
export function yesOrNo(text: string): boolean | undefined {
  const word = text.trim();
  return yes.test(word) ? true : no.test(word) ? false : undefined;
}

/** A stock keeping unit with the letters that this shop's have; spaces become hyphens. */
export const plainSku = (text: string): string =>
  text
    .trim()
    .replace(/^'/, '')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9._/-]+/g, '-')
    .replaceAll(/^[._/-]+|(?<!-)-+$/g, '')
    .slice(0, 64);

/** The last category of the first path: `Clothing > Shirts, Sale` is Shirts. `\,` is no separator. */
export function firstCategory(text: string, separator: RegExp): string {
  const [path = ''] = text.split(separator);
  return (path.split(/[>/]/).at(-1) ?? '').replaceAll('\\,', ',').trim();
}

const sizeNames =
  /^(pa_)?(size|sizes|größe|grösse|groesse|taille|pointure|talla|taglia|maat|storlek|rozmiar|tamanho|shoe size|clothing size|サイズ|尺码)$/i;
const colorNames = /^(pa_)?(colou?rs?|farbe|couleur|colore|kleur|färg|kolor|cor|カラー|颜色)$/i;

/** What the name of an option means. */
export const axisOf = (name: string): 'size' | 'color' | 'other' =>
  sizeNames.test(name.trim()) ? 'size' : colorNames.test(name.trim()) ? 'color' : 'other';

/** `size=M,color=Black` as pairs; a comma within a value belongs to it. */
export const pairsOf = (text: string): (readonly [name: string, value: string])[] =>
  text
    .split(/,(?=[^,=]+=)/)
    .map((it) => it.split('='))
    .map(([name = '', ...value]) => [name.trim(), value.join('=').trim()] as const)
    .filter(([name, value]) => name !== '' && value !== '');
