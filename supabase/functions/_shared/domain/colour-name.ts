/** CSS colours, as the shop keeps them, in the words of people. */

/** Those of several words without a name of the house, shade and family apart. */
const phrases = [
  ['dark', 'blue,cyan,goldenrod,gray,green,magenta,orange,orchid,red,salmon,turquoise,violet'],
  ['deep', 'pink,sky blue'],
  ['light', 'blue,coral,cyan,goldenrod yellow,gray,green,pink,salmon,sea green,sky blue'],
  ['light', 'slate gray,yellow'],
  ['medium', 'aquamarine,blue,orchid,purple,sea green,slate blue,spring green,turquoise'],
  ['medium', 'violet red'],
  ['pale', 'goldenrod,green,turquoise,violet red'],
  ['', 'alice blue,blanched almond,blue violet,cornflower blue,dodger blue,floral white'],
  ['', 'forest green,ghost white,green yellow,hot pink,lavender blush,lawn green'],
  ['', 'lemon chiffon,lime green,mint cream,navajo white,olive drab,orange red,papaya whip'],
  ['', 'peach puff,powder blue,rebecca purple,royal blue,sandy brown,sky blue,slate blue'],
  ['', 'spring green,white smoke,yellow green'],
] as const;

const compact = (words: string) => words.replaceAll(/[-_\s]+/g, '');

/** From `forestgreen` to `forest green`. */
export const spelledColours: ReadonlyMap<string, string> = new Map(
  phrases.flatMap(([shade, names]) =>
    names.split(',').map((it) => [compact(shade + it), `${shade} ${it}`.trim()]),
  ),
);

/** The house's own names, by the CSS colours behind them. The search and new SKUs have them too (supabase/schemas/170_colours.sql). */
export const houseColours: ReadonlyMap<string, string> = new Map([
  ['antiquewhite', 'Oat'],
  ['burlywood', 'Camel'],
  ['cadetblue', 'Lagoon'],
  ['cornsilk', 'Parchment'],
  ['darkkhaki', 'Stone'],
  ['darkolivegreen', 'Moss'],
  ['darkseagreen', 'Sage'],
  ['darkslateblue', 'Ink'],
  ['darkslategray', 'Slate'],
  ['dimgray', 'Graphite'],
  ['firebrick', 'Madder'],
  ['gainsboro', 'Dove'],
  ['goldenrod', 'Ochre'],
  ['indianred', 'Brick'],
  ['lightsteelblue', 'Mist'],
  ['linen', 'Flax'],
  ['midnightblue', 'Midnight'],
  ['mistyrose', 'Blush'],
  ['oldlace', 'Chalk'],
  ['peru', 'Caramel'],
  ['rosybrown', 'Rose'],
  ['saddlebrown', 'Chestnut'],
  ['seagreen', 'Pine'],
  ['seashell', 'Pearl'],
  ['slategray', 'Flint'],
  ['steelblue', 'Storm'],
]);

/** `darkslategray` → `Slate`, `forestgreen` → `Forest green`; other names only get a capital; hex stays as it is. */
export function colourName(colour: string): string {
  const trimmed = colour.trim();
  if (trimmed.startsWith('#') || trimmed.includes('(')) return trimmed;
  const words = trimmed.replaceAll(/[-_]+/g, ' ').toLowerCase();
  const plain = compact(words).replace('grey', 'gray');
  const name = houseColours.get(plain) ?? spelledColours.get(plain) ?? words;
  return name.charAt(0).toUpperCase() + name.slice(1);
}
