import type { SkirtCut } from '../cut.ts';
import type { Random } from '../engine/noise.ts';
import type { Line } from '../engine/part.ts';
import { type Point, beside, curve, shift } from '../engine/vector.ts';
import type { View } from './frame.ts';
import { jeansPocket } from './jeans-front.ts';
import { edge, fold, gathers, seam, stitch } from './lines.ts';
import { type Shape, WAIST } from './skirt-shape.ts';

/** Knife pleats: each a long step, all turned the same way. */
function pleats(s: Shape): Line[] {
  const count = 15;
  return Array.from({ length: count - 1 }, (_, index): Line[] => {
    const t = ((index + 1) / count) * 2 - 1;
    const line = Array.from({ length: 16 }, (_unused, step): Point => {
      const y = ((s.length + 20) * step) / 15;
      return [t * s.halfAt(y), y];
    });
    return [
      { kind: 'edge', points: [...line].reverse(), width: 15, height: 9, skew: 0.93 },
      { kind: 'seam', points: line, width: 1.3, height: -2 },
    ];
  }).flat();
}

export function styleLines(cut: SkirtCut, s: Shape, view: View, random: Random): Line[] {
  const front = view === 'front';
  const waist = curve(
    [
      [-WAIST, 2],
      [0, 10],
      [WAIST, 2],
    ],
    60,
  );
  switch (cut.style) {
    case 'pleated':
      return pleats(s);
    case 'wrap': {
      if (!front)
        return [
          ...seam(
            [
              [0, 0],
              [0, s.length],
            ],
            0.6,
          ),
        ];
      const line = curve([
        [-110, 4],
        [-96, s.length * 0.35],
        [-30, s.length * 0.72],
        [96, s.length + 4],
      ]);
      return [
        ...edge([...line].reverse(), 4.4),
        stitch(beside(line, -11)),
        fold(
          [
            [-104, 10],
            [-20, 120],
            [70, 210],
          ],
          12,
          6,
        ),
        fold(
          [
            [-100, 8],
            [-40, 160],
            [10, 330],
          ],
          13,
          6,
        ),
      ];
    }
    case 'buttons': {
      if (!front)
        return seam(
          [
            [0, 0],
            [0, s.length],
          ],
          0.7,
        );
      return [
        ...edge(
          [
            [23, s.length + 4],
            [22, 0],
          ],
          4,
        ),
        stitch([
          [14, 0],
          [15, s.length],
        ]),
        stitch([
          [-24, 0],
          [-24, s.length],
        ]),
      ];
    }
    case 'tiers':
      return [
        ...gathers(waist, 170, random, 13),
        ...[0.36, 0.68].flatMap((share) => {
          const y = s.length * share;
          const across = curve(
            [
              [-s.halfAt(y) - 3, y - 18],
              [0, y + 8],
              [s.halfAt(y) + 3, y - 18],
            ],
            70,
          );
          return [...edge(across, 3.4), ...gathers(across, 190, random, 13)];
        }),
      ];
    case 'jeans': {
      const join = [
        ...seam(
          [
            [0, 0],
            [0, s.length],
          ],
          0.9,
        ),
        stitch([
          [-6, 0],
          [-6, s.length],
        ]),
      ];
      if (!front) {
        const yoke = curve([
          [-186, 56],
          [0, 96],
          [186, 56],
        ]);
        return [...join, ...seam(yoke), stitch(shift(yoke, 0, -7))];
      }
      const fly = curve([
        [44, 6],
        [46, 150],
        [34, 206],
        [4, 226],
      ]);
      return [
        ...join,
        ...jeansPocket(1, 198),
        ...jeansPocket(-1, 198),
        stitch(fly),
        stitch(shift(fly, -7, -4)),
        ...edge(
          [
            [3, 230],
            [2, 4],
          ],
          3,
        ),
      ];
    }
    case 'plain':
      if (cut.cloth === 'satin') return gathers(waist, 130, random, 15);
      return front
        ? [1, -1].map((sign) =>
            fold(
              [
                [sign * 84, 2],
                [sign * 90, 60],
                [sign * 94, 120],
              ],
              5,
              3.4,
              0.4,
            ),
          )
        : [
            ...seam(
              [
                [0, 0],
                [0, s.length],
              ],
              0.8,
            ),
            ...edge(
              [
                [3, s.length],
                [2, s.length * 0.74],
              ],
              4,
            ),
          ];
  }
}
