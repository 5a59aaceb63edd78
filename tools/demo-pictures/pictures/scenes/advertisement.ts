import sharp from 'sharp';
import { encode, paint, shadow } from '../engine/canvas.ts';
import { lay } from '../engine/lay.ts';
import { placement } from '../engine/vector.ts';
import { wovenLabel } from '../garments/label.ts';
import { place } from './arrange.ts';
import { spread } from './linen.ts';
import { panes, windowLight } from './window-light.ts';

/** The coat and the scarf on dark wool, the left side left free for one line. */
export async function advertisementScene(): Promise<Buffer> {
  const size = { width: 2400, height: 1000 };
  const ground = spread(size, 'wool', 'darkslategray', 'advertisement', 14);
  place(ground, {
    slug: 'warden-overcoat',
    colour: 'tan',
    x: 1500,
    y: 640,
    scale: 1.22,
    angle: -68,
  });
  place(ground, {
    slug: 'tweed-fringed-scarf',
    colour: 'sienna',
    x: 2120,
    y: 520,
    scale: 0.92,
    angle: 24,
  });
  windowLight(ground, panes(980, -200, 1300, 1200, 3, 2, 360), 0.8, 12);
  return encode(ground, 80);
}

/** The woven label on the house's green wool, for links that are shared. */
export async function shareScene(): Promise<Buffer> {
  const size = { width: 1200, height: 630 };
  const ground = spread(size, 'wool', 'darkslategray', 'label', 5);
  const to = placement(600, 315, 11.4);
  const part = wovenLabel(-10);
  const layers = lay({ parts: [part], focus: [0, 0] }, to, size, 5);
  shadow(ground, layers, 0.22);
  paint(ground, layers, 'antiquewhite', to);
  windowLight(ground, panes(120, -120, 900, 800, 2, 2, 220), 0.5, 18);
  return sharp(await encode(ground, 96))
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer();
}
