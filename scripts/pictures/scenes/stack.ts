import type { Cloth } from '../cut.ts';
import type { Dye } from '../dyes.ts';
import { paper } from '../engine/backdrop.ts';
import { encode, paint, shadow, type Canvas } from '../engine/canvas.ts';
import { read } from '../engine/field.ts';
import type { Size } from '../engine/layer.ts';
import { lay } from '../engine/lay.ts';
import { randomOf } from '../engine/noise.ts';
import type { Line, Part } from '../engine/part.ts';
import { curve, placement, type Point } from '../engine/vector.ts';
import { edge, fold } from '../garments/lines.ts';
import { panes, windowLight } from './window-light.ts';

/** From the top of the stack down. */
const knits: readonly { cloth: Cloth; dye: Dye; high: number; wide: number }[] = [
  { cloth: 'cable', dye: 'ivory', high: 128, wide: 400 },
  { cloth: 'knit', dye: 'peru', high: 92, wide: 416 },
  { cloth: 'chunky', dye: 'darkslategray', high: 124, wide: 408 },
  { cloth: 'knit', dye: 'rosybrown', high: 90, wide: 420 },
  { cloth: 'rib', dye: 'gray', high: 104, wide: 412 },
  { cloth: 'knit', dye: 'goldenrod', high: 94, wide: 424 },
  { cloth: 'chunky', dye: 'navy', high: 122, wide: 416 },
];

/** A folded jumper seen from its fold: a soft roll with two or three layers. */
function slab(index: number, y: number): { part: Part; next: number } {
  const knit = knits[index];
  if (knit === undefined) throw new RangeError('no such knit');
  const random = randomOf(`slab/${String(index)}`);
  const { high, wide } = knit;
  const x = random(-14, 14);
  const sag = random(2, 9);
  const right = x + wide + random(-8, 8);
  const left = x - wide + random(-8, 8);
  const outline: Point[] = [
    ...curve([
      [left + 30, y - high + 2],
      [x - 120, y - high - sag * 0.3],
      [x + 130, y - high + sag * 0.4],
      [right - 30, y - high + 3],
    ]),
    ...curve([
      [right - 30, y - high + 3],
      [right - 5, y - high * 0.82],
      [right + 3, y - high * 0.5],
      [right - 6, y - high * 0.16],
      [right - 34, y],
    ]).slice(1),
    ...curve([
      [right - 34, y],
      [x, y + 3],
      [left + 34, y],
    ]).slice(1),
    ...curve([
      [left + 34, y],
      [left + 5, y - high * 0.18],
      [left - 4, y - high * 0.5],
      [left + 6, y - high * 0.84],
      [left + 30, y - high + 2],
    ]).slice(1),
  ];
  const crease = (t: number): Line[] => {
    const at = y - high * t;
    return edge(
      curve([
        [left - 8, at + 4],
        [x - 90, at + random(-3, 3)],
        [x + 120, at + random(-3, 4)],
        [right + 8, at + 2],
      ]),
      7,
    ).map((line) => ({ ...line, width: line.width * 1.5 }));
  };
  const lines = [
    ...crease(random(0.3, 0.4)),
    ...(high > 100 ? crease(random(0.66, 0.74)) : []),
    fold(
      [
        [left + 60, y - high * 0.8],
        [x, y - high * 0.7],
        [right - 80, y - high * 0.84],
      ],
      12,
      6,
    ),
  ];
  const part: Part = {
    outline,
    cloth: knit.cloth,
    dye: knit.dye,
    lift: 9,
    edge: 3.4,
    calm: 0.7,
    lines,
  };
  return { part, next: y - high + 7 };
}

/** The ledge on which the stack stands. */
function ledge(target: Canvas, y: number) {
  for (let row = Math.max(0, y); row < target.height; row += 1) {
    const depth = (row - y) / (target.height - y);
    const light = 1.13 - 0.3 * depth + (row - y < 3 ? 0.12 : 0);
    for (let i = row * target.width * 3; i < (row + 1) * target.width * 3; i += 1) {
      target.data[i] = read(target.data, i) * light;
    }
  }
}

async function drawStack(
  size: Size,
  x: number,
  ground: number,
  scale: number,
  light: Point[][],
): Promise<Buffer> {
  const wall = paper(size, '#cfc6b8', 23);
  ledge(wall, ground - Math.round(46 * scale));
  const parts: Part[] = [];
  let y = 0;
  for (let index = knits.length - 1; index >= 0; index -= 1) {
    const { part, next } = slab(index, y);
    parts.push(part);
    y = next;
  }
  const to = placement(x, ground, scale);
  const layers = lay({ parts, focus: [0, 0] }, to, size, 41);
  shadow(wall, layers, 2.2);
  paint(wall, layers, 'ivory', to);
  windowLight(wall, light, 0.8, 16);
  return encode(wall, 80);
}

export const stackWide = () =>
  drawStack(
    { width: 2400, height: 1200 },
    1700,
    1090,
    1.28,
    panes(900, -160, 1300, 1250, 2, 2, 420),
  );

export const stackPhone = () =>
  drawStack({ width: 1080, height: 1440 }, 540, 1340, 1.04, panes(100, 160, 800, 1150, 2, 2, 260));
