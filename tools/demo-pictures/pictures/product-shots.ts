import type { Garment } from '../demo/garment.ts';
import { paper } from './engine/backdrop.ts';
import { copyOf, encode, paint, shadow, type Canvas } from './engine/canvas.ts';
import { boundsOf, lay } from './engine/lay.ts';
import { seedOf } from './engine/noise.ts';
import type { Drawing } from './engine/part.ts';
import { placement, type Matrix } from './engine/vector.ts';
import { groundOf } from './backgrounds.ts';
import { draw } from './garments/draw.ts';

export type Shot = 'front' | 'back' | 'detail';

const size = { width: 1200, height: 1500 };
const QUALITY = 80;

/** Large enough to fill the sheet, but no small thing blown up to the size of a coat. */
function fitted(drawing: Drawing): Matrix {
  const { left, right, top, bottom } = boundsOf(drawing);
  const scale = Math.min(1060 / (right - left), 1270 / (bottom - top), 1.5);
  return placement(
    size.width / 2 - ((left + right) / 2) * scale,
    size.height / 2 - ((top + bottom) / 2) * scale,
    scale,
  );
}

function close(drawing: Drawing): Matrix {
  const [x, y] = drawing.focus;
  const scale = 3.1;
  return placement(size.width / 2 - x * scale, size.height / 2 - y * scale, scale, 0);
}

const grounds = new Map<string, Canvas>();

function ground(category: string): Canvas {
  const known = grounds.get(category);
  if (known !== undefined) return known;
  const fresh = paper(size, groundOf(category), seedOf(category));
  grounds.set(category, fresh);
  return fresh;
}

/** One shot in each of the colours asked for: the relief is worked out once and dyed each time. */
export async function productShots(
  garment: Garment,
  category: string,
  shot: Shot,
  colours: Garment['colours'],
): Promise<Buffer[]> {
  const drawing = draw(garment.cut, shot === 'back' ? 'back' : 'front', garment.slug);
  const to = shot === 'detail' ? close(drawing) : fitted(drawing);
  const layers = lay(drawing, to, size, seedOf(garment.slug));
  const sheet = copyOf(ground(category));
  shadow(sheet, layers);
  const pictures: Buffer[] = [];
  for (const colour of colours) {
    const picture = copyOf(sheet);
    paint(picture, layers, colour, to);
    pictures.push(await encode(picture, shot === 'detail' ? 74 : QUALITY));
  }
  return pictures;
}
