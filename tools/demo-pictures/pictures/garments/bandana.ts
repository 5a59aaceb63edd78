import type { AccessoryCut } from '../cut.ts';
import type { Line, Part } from '../engine/part.ts';
import { type Point, beside, curve, shift } from '../engine/vector.ts';
import type { View } from './frame.ts';
import { edge, fold, stitch } from './lines.ts';
import { own } from './own.ts';
import { moved } from './turned-part.ts';

export function bandana(cut: AccessoryCut, view: View): Part[] {
  const r = 360;
  const square: Point[] = [
    ...curve([
      [-r, -r],
      [0, -r + 6],
      [r, -r],
    ]),
    ...curve([
      [r, -r],
      [r + 6, 0],
      [r, r],
    ]),
    ...curve([
      [r, r],
      [0, r - 4],
      [-r, r],
    ]),
    ...curve([
      [-r, r],
      [-r + 5, 0],
      [-r, -r],
    ]),
  ];
  const border = (inset: number): Line => ({
    kind: 'print',
    points: [
      [-r + inset, -r + inset],
      [r - inset, -r + inset],
      [r - inset, r - inset],
      [-r + inset, r - inset],
      [-r + inset, -r + inset],
    ],
    width: 2.2,
    height: 3,
  });
  const creases: Line[] = [
    {
      kind: 'seam',
      points: [
        [-r, 4],
        [r, -2],
      ],
      width: 5,
      height: 3.2,
      skew: 0.5,
    },
    {
      kind: 'seam',
      points: [
        [3, -r],
        [-3, r],
      ],
      width: 5,
      height: 3.2,
      skew: 0.5,
    },
    {
      kind: 'seam',
      points: [
        [-r, -r / 2],
        [r, -r / 2 + 4],
      ],
      width: 4,
      height: -2.2,
      skew: 0.5,
    },
    {
      kind: 'seam',
      points: [
        [-r, r / 2],
        [r, r / 2 - 4],
      ],
      width: 4,
      height: 2.2,
      skew: 0.5,
    },
  ];
  const flat: Part = {
    ...own(cut),
    outline: square,
    lines: [
      ...creases,
      border(44),
      border(58),
      stitch(beside(square, 9)),
      fold(
        [
          [-250, 200],
          [-60, 120],
          [120, 260],
        ],
        24,
        8,
      ),
      fold(
        [
          [60, -260],
          [180, -120],
          [280, -160],
        ],
        22,
        7,
      ),
    ],
  };
  if (view === 'back') {
    const half: Point[] = [
      [-r * 1.1, -120],
      [r * 1.1, -120],
      [20, 300],
      [-20, 300],
    ];
    const inner = shift(half, 0, 26);
    return [
      {
        ...own(cut),
        outline: curve(
          [
            [-400, -110],
            [0, -118],
            [400, -110],
            [210, 130],
            [0, 330],
            [-210, 130],
            [-400, -110],
          ],
          10,
        ),
        lift: 3,
        lines: [
          ...edge(
            curve([
              [-330, -40],
              [0, 260],
              [330, -40],
            ]),
            4,
          ),
          fold(
            [
              [-300, -80],
              [-60, -20],
              [120, -90],
            ],
            18,
            8,
          ),
        ],
      },
      {
        ...own(cut),
        outline: curve(
          [
            [-396, -130],
            [0, -140],
            [396, -130],
            [200, 100],
            [0, 286],
            [-200, 100],
            [-396, -130],
          ],
          10,
        ),
        lift: 5,
        lines: [
          ...(inner.length > 0
            ? [
                fold(
                  [
                    [-340, -110],
                    [0, -70],
                    [340, -112],
                  ],
                  20,
                  9,
                ),
              ]
            : []),
          fold(
            [
              [-120, 120],
              [0, 180],
              [100, 100],
            ],
            18,
            6,
          ),
        ],
      },
    ];
  }
  return [moved(flat, 9, 0, 0)];
}
