import { colourName, houseColours, spelledColours } from '#shared/domain/colour-name.ts';

/** The CSS colours of one word; `colour-name.ts` has those of several, and those with a name of the house. */
const oneWord =
  'aqua,aquamarine,azure,beige,bisque,black,blue,brown,chartreuse,chocolate,coral,crimson,fuchsia,gold,gray,green,honeydew,indigo,ivory,khaki,lavender,lime,maroon,moccasin,navy,olive,orange,orchid,pink,plum,purple,red,salmon,sienna,silver,snow,tan,teal,thistle,tomato,turquoise,violet,wheat,white,yellow';

const known = new Set([...oneWord.split(','), ...spelledColours.keys(), ...houseColours.keys()]);

/** The display names of the colours that the shop can show. */
export const cssColours: readonly string[] = [...known].map(colourName).toSorted();

export const isCssColour = (colour: string): boolean => known.has(colour);

const byHouseName = new Map([...houseColours].map(([css, it]) => [it.toLowerCase(), css]));

/** The stored form of a typed colour: `Dark slate grey` and `Slate` → `darkslategray`; unknown colours stay unchanged. */
export function storedColour(typed: string): string {
  const name = typed.replaceAll(/[-_\s]+/g, '').toLowerCase();
  const plain = name.replace('grey', 'gray');
  return byHouseName.get(plain) ?? (known.has(plain) ? plain : typed);
}

/** Whether the shop can show it as a swatch. */
export const canBeShown = (colour: string): boolean => CSS.supports('color', colour.trim());
