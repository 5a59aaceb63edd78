import { paper } from '../engine/backdrop.ts';
import { encode, paint, shadow, type Canvas } from '../engine/canvas.ts';
import type { Size } from '../engine/layer.ts';
import { lay } from '../engine/lay.ts';
import type { Part } from '../engine/part.ts';
import { beside, curve, placement, type Point } from '../engine/vector.ts';
import { place, type Piece } from './arrange.ts';
import { panes, windowLight } from './window-light.ts';

function laid(
  target: Canvas,
  parts: readonly Part[],
  dye: 'silver' | 'saddlebrown' | 'black',
  deep = 1,
) {
  const to = placement(0, 0, 1);
  const layers = lay({ parts, focus: [0, 0] }, to, target, 3);
  shadow(target, layers, deep);
  paint(target, layers, dye, to);
}

const strip = (line: readonly Point[], half: number): Point[] => [
  ...beside(line, half),
  ...[...beside(line, -half)].reverse(),
];

/** The hanger's hook over the rail and its shoulders under the cloth. */
function hanger(x: number, rail: number, neck: number, scale: number): Part[] {
  const hook = curve(
    [
      [x, neck + 6],
      [x, rail + 34],
      [x + 15, rail + 6],
      [x + 5, rail - 19],
      [x - 13, rail - 12],
    ],
    10,
  );
  const bar = curve(
    [
      [x - 150 * scale, neck + 52 * scale],
      [x - 60 * scale, neck + 12 * scale],
      [x, neck - 4],
      [x + 60 * scale, neck + 12 * scale],
      [x + 150 * scale, neck + 52 * scale],
    ],
    10,
  );
  return [
    { outline: strip(hook, 3.2), cloth: 'satin', dye: 'silver', calm: 0, edge: 1.6, lift: 5 },
    { outline: strip(bar, 10), cloth: 'satin', dye: 'peru', calm: 0, edge: 3, lift: 4 },
  ];
}

interface Rail {
  size: Size;
  /** Height of the rail and where it starts. */
  y: number;
  from: number;
  scale: number;
  hung: readonly (Pick<Piece, 'slug' | 'colour'> & { x: number })[];
  light: Point[][];
}

async function drawRail({ size, y, from, scale, hung, light }: Rail): Promise<Buffer> {
  const wall = paper(size, '#d9d0c2', 11);
  const bar = curve(
    [
      [from, y],
      [(from + size.width) / 2, y + 1],
      [size.width + 60, y],
    ],
    20,
  );
  const neck = y + 66;
  for (const { slug, colour, x } of hung) {
    laid(wall, hanger(x, y, neck, scale), 'silver', 1.6);
    place(wall, { slug, colour, x, y: neck + 34 * scale, scale, pose: 'hung', byNeck: true });
  }
  laid(
    wall,
    [{ outline: strip(bar, 9), cloth: 'satin', dye: 'black', calm: 0, edge: 4, lift: 6 }],
    'black',
    1.8,
  );
  windowLight(wall, light, 0.75, 13);
  return encode(wall, 80);
}

export const railWide = () =>
  drawRail({
    size: { width: 2400, height: 1200 },
    y: 120,
    from: 1030,
    scale: 0.8,
    hung: [
      { slug: 'harbour-overshirt', colour: 'olive', x: 1230 },
      { slug: 'ridge-cable-jumper', colour: 'ivory', x: 1450 },
      { slug: 'warden-overcoat', colour: 'tan', x: 1690 },
      { slug: 'fell-flannel-shirt', colour: 'firebrick', x: 1915 },
      { slug: 'warden-overcoat', colour: 'midnightblue', x: 2130 },
      { slug: 'mill-linen-shirt', colour: 'ivory', x: 2330 },
    ],
    light: panes(520, -90, 1500, 1150, 3, 2, 320),
  });

export const railPhone = () =>
  drawRail({
    size: { width: 1080, height: 1440 },
    y: 560,
    from: 120,
    scale: 0.72,
    hung: [
      { slug: 'harbour-overshirt', colour: 'olive', x: 300 },
      { slug: 'ridge-cable-jumper', colour: 'ivory', x: 490 },
      { slug: 'warden-overcoat', colour: 'tan', x: 690 },
      { slug: 'fell-flannel-shirt', colour: 'firebrick', x: 880 },
      { slug: 'warden-overcoat', colour: 'midnightblue', x: 1050 },
    ],
    light: panes(60, 120, 900, 1200, 2, 2, 260),
  });
