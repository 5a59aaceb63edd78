import { colourName, spelledColours } from '#shared/domain/colour-name.ts';

/** The CSS colours of one word; `colour-name.ts` has those of several. */
const oneWord =
  'aqua,aquamarine,azure,beige,bisque,black,blue,brown,burlywood,chartreuse,chocolate,coral,cornsilk,crimson,firebrick,fuchsia,gainsboro,gold,goldenrod,gray,green,honeydew,indigo,ivory,khaki,lavender,lime,linen,maroon,moccasin,navy,olive,orange,orchid,peru,pink,plum,purple,red,salmon,seashell,sienna,silver,snow,tan,teal,thistle,tomato,turquoise,violet,wheat,white,yellow';

const known = new Set([...oneWord.split(','), ...spelledColours.keys()]);

/** The colours that the shop can show, by their names for people. */
export const houseColours: readonly string[] = [...known].map(colourName).toSorted();

export const isHouseColour = (colour: string): boolean => known.has(colour);

/** What is kept of a colour as it was typed: `Dark slate grey` → `darkslategray`; what is no colour of the house stays as it is. */
export function keptColour(typed: string): string {
  const name = typed.replaceAll(/[-_\s]+/g, '').toLowerCase();
  const house = name.replace('grey', 'gray');
  return known.has(house) ? house : typed;
}

/** Whether the shop draws its dot in it, or in black. */
export const canBeShown = (colour: string): boolean => CSS.supports('color', colour.trim());
