import type { AccessoryCut } from '../cut.ts';
import type { Random } from '../engine/noise.ts';
import type { Line, Part } from '../engine/part.ts';
import { type Point, curve, mirror } from '../engine/vector.ts';
import type { View } from './frame.ts';
import { fold } from './lines.ts';
import { own } from './own.ts';
import { moved } from './turned-part.ts';

/** A row of twisted tassels along a straight lower edge. */
function fringe(half: number, y: number, random: Random): Point[] {
  const points: Point[] = [];
  const count = 15;
  for (let i = 0; i < count; i += 1) {
    const x = half - ((i + 0.5) / count) * half * 2;
    const sway = random(-7, 7);
    const long = y + random(66, 84);
    points.push(
      [x + 6, y],
      [x + 4.4 + sway * 0.4, y + 34],
      [x + 4.8 + sway, long],
      [x - 3.6 + sway, long + 2],
      [x - 3.2 + sway * 0.4, y + 34],
      [x - 6, y],
    );
  }
  return points;
}

export function scarf(cut: AccessoryCut, view: View, random: Random): Part[] {
  const half = 128;
  const strip = (long: number, tassels: boolean): Part => {
    const sides = curve([
      [half, -long / 2],
      [half + 4, -long / 6],
      [half - 3, long / 6],
      [half, long / 2],
    ]);
    const end = tassels ? fringe(half, long / 2, random) : [];
    const lines: Line[] = [];
    for (let i = 0; i < 6; i += 1) {
      const x = random(-90, 90);
      const y = random(-long / 2, long / 4);
      lines.push(
        fold(
          [
            [x, y],
            [x + random(-30, 30), y + 160],
            [x + random(-50, 50), y + 340],
          ],
          random(14, 22),
          random(5, 9),
          0.5,
        ),
      );
    }
    if (cut.cloth === 'cable')
      lines.push(
        ...[0.08, 0.14].map((t): Line => ({
          kind: 'seam',
          points: [
            [-half, long / 2 - long * t],
            [half, long / 2 - long * t],
          ],
          width: 3,
          height: -2,
        })),
      );
    return { ...own(cut), outline: [...sides, ...end, ...mirror(sides)], lines, edge: 0.9 };
  };
  const wool = cut.cloth !== 'cable';
  if (view === 'back') {
    const folded = (dy: number, wide: number): Part => ({
      ...own(cut),
      outline: [
        ...curve([
          [-wide, -150],
          [0, -158],
          [wide, -150],
        ]),
        ...curve([
          [wide, -150],
          [wide + 18, 0],
          [wide, 150],
        ]),
        ...curve([
          [wide, 150],
          [0, 158],
          [-wide, 150],
        ]),
        ...curve([
          [-wide, 150],
          [-wide - 6, 0],
          [-wide, -150],
        ]),
      ].map(([x, y]): Point => [x, y + dy]),
      grain: 90,
      lift: 7,
      edge: 2,
      lines: [
        fold(
          [
            [-wide + 20, dy - 40],
            [0, dy - 20],
            [wide - 10, dy - 50],
          ],
          16,
          5,
        ),
      ],
    });
    return [folded(26, 350), folded(8, 346), folded(-14, 342)];
  }
  return [
    moved(strip(1010, wool), 7, 74, 60),
    { ...moved(strip(960, wool), -5, -58, 0), lift: 9 },
    loop(cut, half),
  ];
}

/** Where the scarf is folded over at the top. */
function loop(cut: AccessoryCut, half: number): Part {
  return {
    ...own(cut),
    outline: [
      ...curve([
        [-half - 104, -470],
        [-70, -540],
        [90, -536],
        [half + 92, -424],
      ]),
      ...curve([
        [half + 92, -424],
        [60, -400],
        [-60, -420],
        [-half - 104, -470],
      ]),
    ],
    grain: 84,
    lift: 5,
    edge: 1.8,
    lines: [
      fold(
        [
          [-180, -480],
          [0, -490],
          [170, -440],
        ],
        14,
        6,
      ),
      fold(
        [
          [-120, -450],
          [20, -455],
          [140, -420],
        ],
        9,
        5,
      ),
    ],
  };
}
