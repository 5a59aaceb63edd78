import { groundOf } from '../backgrounds.ts';
import { paper } from '../engine/backdrop.ts';
import { encode } from '../engine/canvas.ts';
import { seedOf } from '../engine/noise.ts';
import { place, type Piece } from './arrange.ts';

/** Two or three pieces for each category, the lowest first. */
const arrangements: Readonly<Record<string, readonly Piece[]>> = {
  shirts: [
    {
      slug: 'alder-oxford-shirt',
      colour: 'lightsteelblue',
      x: 330,
      y: 470,
      scale: 1.25,
      angle: -13,
    },
    { slug: 'mill-linen-shirt', colour: 'ivory', x: 880, y: 760, scale: 1.25, angle: 9 },
    { slug: 'harbour-overshirt', colour: 'olive', x: 430, y: 1190, scale: 1.25, angle: -7 },
  ],
  knitwear: [
    { slug: 'ridge-cable-jumper', colour: 'ivory', x: 800, y: 470, scale: 1.34, angle: 10 },
    { slug: 'lamb-crew-jumper', colour: 'darkslategray', x: 350, y: 960, scale: 1.34, angle: -9 },
    { slug: 'gorse-yoke-jumper', colour: 'peru', x: 930, y: 1290, scale: 1.3, angle: 5 },
  ],
  outerwear: [
    { slug: 'warden-overcoat', colour: 'tan', x: 400, y: 820, scale: 1.12, angle: -6 },
    { slug: 'drover-chore-jacket', colour: 'steelblue', x: 940, y: 1080, scale: 1.14, angle: 9 },
  ],
  trousers: [
    { slug: 'furrow-cord-trouser', colour: 'saddlebrown', x: 260, y: 760, scale: 1.16, angle: 5 },
    { slug: 'ferry-pleated-trouser', colour: 'dimgray', x: 620, y: 790, scale: 1.16, angle: -2 },
    { slug: 'slate-straight-jean', colour: 'midnightblue', x: 980, y: 750, scale: 1.16, angle: -7 },
  ],
  dresses: [
    { slug: 'vale-slip-dress', colour: 'rosybrown', x: 370, y: 720, scale: 0.96, angle: -8 },
    { slug: 'orchard-shirt-dress', colour: 'darkseagreen', x: 850, y: 800, scale: 0.98, angle: 7 },
  ],
  skirts: [
    {
      slug: 'ledger-pleated-skirt',
      colour: 'darkslategray',
      x: 370,
      y: 580,
      scale: 1.12,
      angle: -9,
    },
    { slug: 'field-button-skirt', colour: 'goldenrod', x: 850, y: 980, scale: 1.16, angle: 8 },
  ],
  't-shirts': [
    { slug: 'shore-breton-tee', colour: 'ivory', x: 800, y: 430, scale: 1.28, angle: 9 },
    { slug: 'plain-tee', colour: 'white', x: 360, y: 800, scale: 1.28, angle: -10 },
    { slug: 'heavy-pocket-tee', colour: 'olive', x: 860, y: 1180, scale: 1.26, angle: 6 },
  ],
  accessories: [
    { slug: 'tweed-fringed-scarf', colour: 'sienna', x: 360, y: 660, scale: 1.05, angle: -8 },
    { slug: 'market-tote', colour: 'ivory', x: 850, y: 560, scale: 0.86, angle: 7 },
    { slug: 'watch-beanie', colour: 'goldenrod', x: 820, y: 1180, scale: 0.98, angle: -6 },
  ],
};

export async function categoryScene(slug: string): Promise<Buffer> {
  const sheet = paper({ width: 1200, height: 1500 }, groundOf(slug), seedOf(`category/${slug}`));
  for (const piece of arrangements[slug] ?? []) place(sheet, piece);
  return encode(sheet, 80);
}
