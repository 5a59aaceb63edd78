import type { TopCut } from '../cut.ts';
import type { Part } from '../engine/part.ts';
import { beside, curve, mirror, shift } from '../engine/vector.ts';
import type { Frame } from './frame.ts';
import { edge, fold, seam, stitch } from './lines.ts';
import { own } from './own.ts';

export function tube(f: Frame, cut: TopCut): Part[] {
  const { neck } = f;
  const zip = cut.neck === 'funnel';
  const high = zip ? -66 : -74;
  const low = f.view === 'back' ? 30 : f.neckDepth + 4;
  const wide = neck + 6;
  const right = curve([
    [wide - 4, high + 4],
    [wide + 6, high * 0.4],
    [wide + 10, 14],
  ]);
  const bottom = curve([
    [wide + 10, 14],
    [wide * 0.5, low * 0.9],
    [0, low],
    [-wide * 0.5, low * 0.9],
    [-wide - 10, 14],
  ]);
  const top = curve(
    [
      [-wide + 4, high + 4],
      [0, high + 18],
      [wide - 4, high + 4],
    ],
    20,
  );
  const cloth = zip ? cut.cloth : 'rib';
  const mouth: Part = {
    outline: [
      ...curve([
        [-wide + 4, high + 4],
        [0, high - 14],
        [wide - 4, high + 4],
      ]),
      ...curve([
        [wide - 4, high + 4],
        [0, high + 22],
        [-wide + 4, high + 4],
      ]),
    ],
    cloth,
    shade: 0.5,
  };
  const neckTube: Part = {
    ...(zip ? own(cut) : {}),
    outline: [...top, ...right.slice(1), ...bottom.slice(1), ...mirror(right).slice(1)],
    cloth,
    lift: 3,
    lines: zip
      ? [
          stitch(shift(top, 0, 8)),
          fold(
            [
              [-wide, -10],
              [-30, 8],
              [40, 0],
            ],
            9,
            3,
          ),
        ]
      : [
          ...edge(
            curve([
              [wide + 8, -2],
              [0, 26],
              [-wide - 8, -2],
            ]),
            6,
          ),
          fold(
            [
              [-wide + 4, -40],
              [-20, -22],
              [60, -34],
            ],
            8,
            3,
          ),
        ],
  };
  return [mouth, neckTube];
}

export function hood(f: Frame, cut: TopCut): Part[] {
  const { neck, neckDepth } = f;
  if (f.view === 'back') {
    const rim = curve([
      [-neck - 40, 10],
      [-132, 110],
      [-70, 226],
      [0, 252],
      [70, 226],
      [132, 110],
      [neck + 40, 10],
    ]);
    const line = curve([
      [neck + 40, 10],
      [0, -40],
      [-neck - 40, 10],
    ]);
    return [
      {
        ...own(cut),
        outline: [...rim, ...line.slice(1)],
        lift: 9,
        lines: [
          ...seam([
            [0, -30],
            [4, 120],
            [0, 248],
          ]),
          fold(
            [
              [-100, 60],
              [-40, 140],
              [10, 220],
            ],
            16,
            7,
          ),
          fold(
            [
              [96, 50],
              [50, 130],
              [30, 200],
            ],
            16,
            6,
          ),
        ],
      },
    ];
  }
  const shell: Part = {
    ...own(cut),
    outline: [
      ...curve([
        [-neck - 26, 52],
        [-150, -60],
        [-126, -176],
        [0, -226],
        [126, -176],
        [150, -60],
        [neck + 26, 52],
      ]),
      [0, neckDepth + 10],
    ],
    lift: 6,
    lines: [
      fold(
        [
          [-120, -150],
          [-128, -60],
          [-96, 30],
        ],
        14,
        5,
      ),
      fold(
        [
          [110, -160],
          [128, -60],
          [100, 20],
        ],
        14,
        5,
      ),
    ],
  };
  const rim = curve([
    [-30, neckDepth + 26],
    [-92, -10],
    [-108, -96],
    [-72, -158],
    [0, -178],
    [72, -158],
    [108, -96],
    [92, -10],
    [30, neckDepth + 26],
  ]);
  const lining: Part = {
    ...own(cut),
    outline: rim,
    shade: 0.52,
    lines: [
      ...seam([
        [0, -176],
        [3, -60],
        [0, neckDepth],
      ]),
      fold(
        [
          [-70, -130],
          [-40, -40],
          [-10, 60],
        ],
        18,
        6,
      ),
      fold(
        [
          [74, -120],
          [40, -30],
          [16, 60],
        ],
        16,
        5,
      ),
    ],
  };
  const trim: Part = {
    ...own(cut),
    outline: [...beside(rim, -17), ...[...rim].reverse()],
    lift: 2,
    calm: 0.3,
    lines: [stitch(beside(rim, -13))],
    buttons: [1, -1].map((sign) => ({
      x: sign * 46,
      y: neckDepth + 10,
      radius: 6,
      dye: 'silver' as const,
      metal: true,
    })),
  };
  return [shell, lining, trim];
}
