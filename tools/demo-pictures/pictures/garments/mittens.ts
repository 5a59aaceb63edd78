import type { AccessoryCut } from '../cut.ts';
import type { Part } from '../engine/part.ts';
import { curve } from '../engine/vector.ts';
import { fold, ribbing, seam } from './lines.ts';
import { own } from './own.ts';

export function mitten(cut: AccessoryCut): Part[] {
  const hand: Part = {
    ...own(cut),
    outline: curve([
      [-92, 150],
      [-104, -20],
      [-98, -190],
      [-40, -286],
      [30, -290],
      [88, -210],
      [98, -60],
      [112, 10],
      [168, -64],
      [206, -72],
      [214, -30],
      [176, 60],
      [104, 150],
      [86, 170],
      [-92, 150],
    ]),
    lines: [
      fold(
        [
          [96, -40],
          [70, 30],
          [84, 120],
        ],
        12,
        6,
      ),
      fold(
        [
          [-80, 110],
          [-20, 60],
          [60, 90],
        ],
        14,
        5,
      ),
      ...seam(
        curve([
          [100, 0],
          [120, 60],
          [96, 140],
        ]),
        0.6,
      ),
    ],
    edge: 1.3,
    calm: 0.8,
  };
  const upper = curve(
    [
      [-94, 140],
      [0, 150],
      [98, 140],
    ],
    20,
  );
  const lower = curve(
    [
      [-84, 330],
      [0, 342],
      [88, 330],
    ],
    20,
  );
  const cuff: Part = {
    ...own(cut),
    outline: [...upper, ...[...lower].reverse()],
    lift: 2,
    calm: 0.3,
    edge: 0.9,
    lines: ribbing(upper, lower, 13).map((line) => ({ ...line, width: 3.4, height: -4 })),
  };
  return [hand, cuff];
}
