import type { Cloth } from '../cut.ts';
import type { Dye } from '../dyes.ts';
import { paper } from '../engine/backdrop.ts';
import { encode, paint, shadow, type Canvas } from '../engine/canvas.ts';
import { read } from '../engine/field.ts';
import type { Size } from '../engine/layer.ts';
import { lay } from '../engine/lay.ts';
import { randomOf, type Random } from '../engine/noise.ts';
import type { Line, Part } from '../engine/part.ts';
import { curve, placement, type Point } from '../engine/vector.ts';
import { fold } from '../garments/lines.ts';
import { panes, windowLight } from './window-light.ts';

interface Knit {
  cloth: Cloth;
  dye: Dye;
  high: number;
  wide: number;
}

/** From the top of the stack down. */
const knits: readonly Knit[] = [
  { cloth: 'cable', dye: 'ivory', high: 128, wide: 400 },
  { cloth: 'knit', dye: 'peru', high: 92, wide: 416 },
  { cloth: 'chunky', dye: 'darkslategray', high: 124, wide: 408 },
  { cloth: 'knit', dye: 'rosybrown', high: 90, wide: 420 },
  { cloth: 'rib', dye: 'gray', high: 104, wide: 412 },
  { cloth: 'knit', dye: 'goldenrod', high: 94, wide: 424 },
  { cloth: 'chunky', dye: 'navy', high: 122, wide: 416 },
];

/** One thickness of a folded jumper, seen from its fold. */
function layer(knit: Knit, x: number, y: number, high: number, random: Random): Part {
  const right = x + knit.wide + random(-12, 12);
  const left = x - knit.wide + random(-12, 12);
  const sag = random(-5, 5);
  const round = Math.min(26, high * 0.42);
  const upper = curve([
    [left + round, y - high + 3],
    [x - 150, y - high - 3 + sag],
    [x + 140, y - high - 1 - sag],
    [right - round, y - high + 3],
  ]);
  const side = (at: number, sign: number): Point[] =>
    curve([
      [at - sign * round, y - high + 3],
      [at - sign * 4, y - high * 0.78],
      [at, y - high * 0.45],
      [at - sign * 5, y - high * 0.14],
      [at - sign * round, y + 4],
    ]);
  const outline = [...upper, ...side(right, 1), ...side(left, -1).reverse()];
  const wave = (t: number): Line =>
    fold(
      [
        [x + random(-380, -60), y - high * t],
        [x + random(-60, 60), y - high * (t + random(-0.1, 0.1))],
        [x + random(80, 380), y - high * t],
      ],
      random(7, 11),
      random(-6, 6),
    );
  return {
    outline,
    cloth: knit.cloth,
    dye: knit.dye,
    // Ribs and cables run along the fold.
    grain: knit.cloth === 'knit' ? 0 : 90,
    lift: 7,
    edge: 3,
    calm: 1.4,
    lines: [wave(0.35), wave(0.6)],
  };
}

/** A folded jumper, its lowest thickness first, and where the next one rests. */
function slab(knit: Knit, index: number, y: number): { parts: Part[]; next: number } {
  const random = randomOf(`slab/${String(index)}`);
  const x = random(-26, 26);
  const half = knit.high * random(0.46, 0.56);
  const parts = [
    layer(knit, x + random(-8, 8), y, half + 8, random),
    layer(knit, x, y - half + 4, knit.high - half + 6, random),
  ];
  return { parts, next: y - knit.high + 5 };
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
  for (const [index, knit] of [...knits].reverse().entries()) {
    const jumper = slab(knit, index, y);
    parts.push(...jumper.parts);
    y = jumper.next;
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
