import { canvas, encode, paint, type Canvas } from '../engine/canvas.ts';
import type { Size } from '../engine/layer.ts';
import { lay } from '../engine/lay.ts';
import { randomOf } from '../engine/noise.ts';
import type { Line, Part } from '../engine/part.ts';
import { placement, type Point } from '../engine/vector.ts';
import type { Dye } from '../dyes.ts';
import type { Cloth } from '../cut.ts';
import { fold } from '../garments/lines.ts';
import { place, type Piece } from './arrange.ts';
import { panes, windowLight } from './window-light.ts';

/** A cloth that covers the whole picture, with a few long folds from one corner. */
export function spread(size: Size, cloth: Cloth, dye: Dye, name: string, count: number): Canvas {
  const random = randomOf(name);
  const { width, height } = size;
  const lines: Line[] = Array.from({ length: count }, () => {
    const x = random(-0.1, 1) * width;
    const y = random(-0.1, 0.9) * height;
    const long = random(0.3, 0.75) * height;
    const lean = random(0.5, 1.3);
    return fold(
      [
        [x, y],
        [x + long * lean * 0.5, y + long * 0.5 + random(-60, 60)],
        [x + long * lean, y + long],
      ],
      random(22, 46),
      random(9, 19),
      random(0.2, 0.6),
    );
  });
  const part: Part = {
    outline: [
      [-40, -40],
      [width + 40, -40],
      [width + 40, height + 40],
      [-40, height + 40],
    ],
    cloth,
    edge: 0,
    lines,
    calm: 0.75,
  };
  const target = canvas(size);
  const to = placement(0, 0, 1);
  paint(target, lay({ parts: [part], focus: [0, 0] }, to, size, 77), dye, to);
  return target;
}

async function drawLinen(size: Size, pieces: readonly Piece[], light: Point[][]): Promise<Buffer> {
  const ground = spread(size, 'linen', 'linen', 'window-linen', 9);
  for (const piece of pieces) place(ground, piece);
  windowLight(ground, light, 0.85, 14);
  return encode(ground, 78);
}

export const linenWide = () =>
  drawLinen(
    { width: 2400, height: 1200 },
    [
      {
        slug: 'dune-linen-trouser',
        colour: 'darkseagreen',
        x: 2010,
        y: 760,
        scale: 1.14,
        angle: 16,
      },
      { slug: 'mill-linen-shirt', colour: 'ivory', x: 1520, y: 600, scale: 1.2, angle: -11 },
    ],
    panes(820, -150, 1400, 1250, 3, 2, 380),
  );

export const linenPhone = () =>
  drawLinen(
    { width: 1080, height: 1440 },
    [
      {
        slug: 'dune-linen-trouser',
        colour: 'darkseagreen',
        x: 800,
        y: 1080,
        scale: 0.86,
        angle: 16,
      },
      { slug: 'mill-linen-shirt', colour: 'ivory', x: 450, y: 960, scale: 0.98, angle: -11 },
    ],
    panes(60, 180, 900, 1150, 2, 2, 260),
  );
