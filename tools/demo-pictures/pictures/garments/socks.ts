import type { AccessoryCut } from '../cut.ts';
import type { Line, Part } from '../engine/part.ts';
import { curve } from '../engine/vector.ts';
import { fold, ribbing, seam } from './lines.ts';
import { own } from './own.ts';

export function sock(cut: AccessoryCut): Part[] {
  const outline = [
    ...curve([
      [-78, -420],
      [0, -412],
      [78, -420],
    ]),
    ...curve([
      [78, -420],
      [74, -180],
      [72, 60],
      [84, 190],
      [150, 250],
      [262, 300],
      [318, 348],
      [312, 408],
      [236, 432],
      [80, 420],
      [-40, 392],
      [-86, 310],
      [-82, 160],
      [-72, -60],
      [-78, -420],
    ]).slice(1),
  ];
  const ribs = Array.from({ length: 12 }, (_, index): Line => {
    const t = ((index + 0.5) / 12) * 2 - 1;
    return {
      kind: 'seam',
      points: curve([
        [t * 74, -410],
        [t * 70, -120],
        [t * 68, 150],
        [t * 60 + 20, 230],
      ]),
      width: 2.6,
      height: -3.2,
      taper: [0.06, 0.06],
    };
  });
  const heel = curve([
    [-86, 200],
    [10, 260],
    [30, 330],
    [-10, 400],
  ]);
  const toe = curve([
    [246, 286],
    [232, 350],
    [226, 436],
  ]);
  const main: Part = {
    ...own(cut),
    cloth: 'knit',
    outline,
    lines: [
      ...ribs,
      ...seam(heel),
      ...seam(toe),
      fold(
        [
          [80, 190],
          [30, 240],
          [-40, 250],
        ],
        12,
        7,
      ),
      fold(
        [
          [70, 150],
          [20, 190],
          [-30, 190],
        ],
        10,
        5,
      ),
    ],
    calm: 0.7,
    edge: 0.8,
  };
  const upper = curve(
    [
      [-82, -424],
      [0, -414],
      [82, -424],
    ],
    20,
  );
  const lower = curve(
    [
      [-78, -330],
      [0, -320],
      [78, -330],
    ],
    20,
  );
  const band: Part = {
    ...own(cut),
    cloth: 'knit',
    dye: 'antiquewhite',
    outline: [...upper, ...[...lower].reverse()],
    lift: 1.5,
    calm: 0.3,
    lines: ribbing(upper, lower, 12).map((line) => ({ ...line, width: 2.6, height: -3 })),
  };
  return [main, band];
}
