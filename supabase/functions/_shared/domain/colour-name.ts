/** CSS colours, as the shop keeps them, in the words of people. */

/** Those of several words, shade and family apart. */
const phrases = [
  ['dark', 'blue,cyan,goldenrod,gray,green,khaki,magenta,olive green,orange,orchid,red,salmon'],
  ['dark', 'sea green,slate blue,slate gray,turquoise,violet'],
  ['deep', 'pink,sky blue'],
  ['light', 'blue,coral,cyan,goldenrod yellow,gray,green,pink,salmon,sea green,sky blue'],
  ['light', 'slate gray,steel blue,yellow'],
  ['medium', 'aquamarine,blue,orchid,purple,sea green,slate blue,spring green,turquoise'],
  ['medium', 'violet red'],
  ['pale', 'goldenrod,green,turquoise,violet red'],
  ['', 'alice blue,antique white,blanched almond,blue violet,cadet blue,cornflower blue,dim gray'],
  ['', 'dodger blue,floral white,forest green,ghost white,green yellow,hot pink,indian red'],
  ['', 'lavender blush,lawn green,lemon chiffon,lime green,midnight blue,mint cream,misty rose'],
  ['', 'navajo white,old lace,olive drab,orange red,papaya whip,peach puff,powder blue'],
  ['', 'rebecca purple,rosy brown,royal blue,saddle brown,sandy brown,sea green,sky blue'],
  ['', 'slate blue,slate gray,spring green,steel blue,white smoke,yellow green'],
] as const;

const compact = (words: string) => words.replaceAll(/[-_\s]+/g, '');

/** From `darkslategray` to `dark slate gray`. */
export const spelledColours: ReadonlyMap<string, string> = new Map(
  phrases.flatMap(([shade, names]) =>
    names.split(',').map((it) => [compact(shade + it), `${shade} ${it}`.trim()]),
  ),
);

/** `darkslategray` → `Dark slate gray`; other names only get a capital; hex stays as it is. */
export function colourName(colour: string): string {
  const trimmed = colour.trim();
  if (trimmed.startsWith('#') || trimmed.includes('(')) return trimmed;
  const words = trimmed.replaceAll(/[-_]+/g, ' ').toLowerCase();
  const name = spelledColours.get(compact(words).replace('grey', 'gray')) ?? words;
  return name.charAt(0).toUpperCase() + name.slice(1);
}
