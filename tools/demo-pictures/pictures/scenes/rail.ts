import { paper } from '../engine/backdrop.ts';
import { encode, paint, shadow, type Canvas } from '../engine/canvas.ts';
import { layerOf, type Size } from '../engine/layer.ts';
import type { Part } from '../engine/part.ts';
import { beside, curve, placement, type Point } from '../engine/vector.ts';
import { place, type Piece } from './arrange.ts';
import { panes, windowLight } from './window-light.ts';

function laid(target: Canvas, parts: readonly Part[], dye: 'silver' | 'black', deep: number) {
  const to = placement(0, 0, 1);
  // Metal keeps its line: it does not drift as cloth does.
  const layers = parts.flatMap((part) => layerOf(part, to, target, 3, (point) => point) ?? []);
  shadow(target, layers, deep);
  paint(target, layers, dye, to);
}

const strip = (line: readonly Point[], half: number): Point[] => [
  ...beside(line, half),
  ...[...beside(line, -half)].reverse(),
];

/** The hanger's hook, from inside the neck over the rail; the cloth hides the rest of it. */
function hook(x: number, rail: number, neck: number): Part {
  const line = curve(
    [
      [x, neck],
      [x, rail + 34],
      [x + 15, rail + 6],
      [x + 5, rail - 19],
      [x - 13, rail - 12],
    ],
    10,
  );
  return { outline: strip(line, 3.2), cloth: 'satin', dye: 'silver', calm: 0, edge: 1.6, lift: 5 };
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
  const neck = y + 66 + 34 * scale;
  for (const { slug, colour, x } of hung) {
    place(wall, { slug, colour, x, y: neck, scale, pose: 'hung', byNeck: true });
    laid(wall, [hook(x, y, neck - 22 * scale)], 'silver', 0.6);
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
