import type { TrousersCut } from '../cut.ts';
import type { Random } from '../engine/noise.ts';
import type { Button, Line, Part } from '../engine/part.ts';
import { beside, curve, shift } from '../engine/vector.ts';
import type { View } from './frame.ts';
import { edge, gathers, seam, stitch } from './lines.ts';
import { own } from './own.ts';
import { RISE, waistOf } from './trouser-leg.ts';

export function fly(cut: TrousersCut): Line[] {
  const line = curve([
    [44, 6],
    [46, 150],
    [34, 206],
    [4, 226],
  ]);
  const join: Line[] = [
    ...seam(
      [
        [0, 0],
        [0, RISE],
      ],
      1.2,
    ),
  ];
  if (cut.front === 'drawstring') return join;
  return [
    ...join,
    stitch(line),
    ...(cut.front === 'jeans' ? [stitch(shift(line, -7, -4))] : []),
    ...edge(
      [
        [3, 230],
        [2, 4],
      ],
      3,
    ),
  ];
}

export function waistband(cut: TrousersCut, view: View, random: Random): Part[] {
  const waist = waistOf(cut);
  const high = cut.front === 'drawstring' ? -50 : -46;
  const dip = view === 'front' ? 12 : 2;
  const upper = curve(
    [
      [-waist + 3, high],
      [0, high + dip],
      [waist - 3, high],
    ],
    20,
  );
  const lower = curve(
    [
      [waist + 1, 4],
      [0, 4 + dip * 0.6],
      [-waist - 1, 4],
    ],
    20,
  );
  const elastic = cut.front === 'drawstring';
  const buttons: Button[] =
    view === 'front' && !elastic
      ? [
          {
            x: 8,
            y: high / 2 + 8,
            radius: 11,
            dye: cut.front === 'jeans' ? 'peru' : (cut.buttons ?? 'saddlebrown'),
            ...(cut.front === 'jeans' ? { metal: true } : {}),
          },
        ]
      : [];
  const band: Part = {
    ...own(cut),
    outline: [...upper, ...lower],
    lift: 2.4,
    calm: 0.4,
    lines: [
      ...(elastic
        ? gathers(shift(upper, 0, 2), 46, random, 9)
        : [stitch(shift(upper, 0, 6)), stitch(shift(lower, 0, -6))]),
      ...(elastic ? [stitch(shift(upper, 0, 15)), stitch(shift(upper, 0, 33))] : []),
      ...(view === 'front' && !elastic
        ? edge(
            [
              [26, 6],
              [26, high + 12],
            ],
            2.6,
          )
        : []),
    ],
    buttons,
  };
  const back: Part = {
    ...own(cut),
    outline: [
      ...curve([
        [-waist + 3, high],
        [0, high - 12],
        [waist - 3, high],
      ]),
      ...curve([
        [waist - 3, high],
        [0, high + dip + 6],
        [-waist + 3, high],
      ]),
    ],
    shade: 0.6,
  };
  const loops = elastic
    ? []
    : (view === 'front' ? [-104, 104] : [-112, 0, 112]).map((x): Part => ({
        ...own(cut),
        outline: [
          [x - 8, high + 2],
          [x + 8, high + 2],
          [x + 8, 14],
          [x - 8, 14],
        ],
        lift: 3,
        calm: 0,
        edge: 1.3,
        lines: [
          stitch([
            [x - 4.5, high + 5],
            [x - 4.5, 12],
          ]),
          stitch([
            [x + 4.5, high + 5],
            [x + 4.5, 12],
          ]),
        ],
      }));
  return view === 'front' ? [back, band, ...loops] : [band, ...loops];
}

export function drawstring(cut: TrousersCut): Part[] {
  if (cut.front !== 'drawstring') return [];
  return [-1, 1].map((sign): Part => {
    const line = curve([
      [sign * 6, -18],
      [sign * 22, 30],
      [sign * 14, 90],
      [sign * 30, 150 + sign * 14],
    ]);
    return {
      cloth: 'knit',
      dye: 'oldlace',
      outline: [...beside(line, 4.2), ...[...beside(line, -4.2)].reverse()],
      lift: 3.4,
      edge: 0.7,
      calm: 0,
    };
  });
}
