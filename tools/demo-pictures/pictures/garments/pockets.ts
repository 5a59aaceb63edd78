import type { Pocket, TopCut } from '../cut.ts';
import type { Part } from '../engine/part.ts';
import { type Point, beside, curve } from '../engine/vector.ts';
import { knitted } from './cardigan-bands.ts';
import type { Frame } from './frame.ts';
import { stitch } from './lines.ts';
import { own } from './own.ts';

const box = (x: number, y: number, width: number, height: number, round: number): Point[] => [
  ...curve(
    [
      [x, y],
      [x + width / 2, y + 1.5],
      [x + width, y],
    ],
    10,
  ),
  ...curve(
    [
      [x + width, y + height - round],
      [x + width - round * 0.3, y + height - round * 0.3],
      [x + width - round, y + height],
    ],
    6,
  ),
  ...curve(
    [
      [x + round, y + height],
      [x + round * 0.3, y + height - round * 0.3],
      [x, y + height - round],
    ],
    6,
  ),
];

function patch(cut: TopCut, x: number, y: number, width: number, height: number): Part {
  const outline = box(x, y, width, height, 14);
  // Sewn down on three sides, its mouth left open.
  const rim = outline.slice(21);
  const path: Point[] = [[x + width, y], ...rim, [x, y]];
  return {
    ...own(cut),
    outline,
    lift: 2.2,
    edge: 0.8,
    calm: 0.7,
    lines: [
      stitch(beside(path, 6)),
      stitch([
        [x + 3, y + 18],
        [x + width - 3, y + 18],
      ]),
      {
        kind: 'fold',
        points: curve([
          [x + width * 0.3, y + 20],
          [x + width * 0.5, y + height * 0.6],
        ]),
        width: 16,
        height: 3,
        taper: [0.5, 0.5],
      },
    ],
  };
}

function flap(cut: TopCut, x: number, y: number, width: number, deep: number): Part {
  const outline = [
    ...curve([
      [x, y],
      [x + width, y],
    ]),
    ...curve(
      [
        [x + width, y],
        [x + width, y + deep - 10],
        [x + width / 2, y + deep + 7],
        [x, y + deep - 10],
        [x, y],
      ],
      8,
    ),
  ];
  const coat = cut.cloth === 'wool' || cut.cloth === 'tweed';
  return {
    ...own(cut),
    outline,
    lift: 4,
    edge: 0.9,
    calm: 0.5,
    lines: coat ? [] : [stitch(beside(outline.slice(15), 6))],
    ...(coat
      ? {}
      : {
          buttons: [
            {
              x: x + width / 2,
              y: y + deep - 15,
              radius: 7.6,
              dye: cut.cloth === 'denim' ? 'silver' : (cut.buttons ?? 'saddlebrown'),
              ...(cut.cloth === 'denim' ? { metal: true } : {}),
            },
          ],
        }),
  };
}

function welt(cut: TopCut, sign: number, y: number): Part {
  const x = sign * 118;
  const lean = sign * 16;
  const outline: Point[] = [
    [x - 13 + lean, y],
    [x + 13 + lean, y],
    [x + 13 - lean, y + 150],
    [x - 13 - lean, y + 150],
  ];
  return {
    ...own(cut),
    outline,
    lift: 2.4,
    grain: sign * -12,
    calm: 0.3,
    lines: [stitch(beside([...outline, [x - 13 + lean, y]], 5))],
  };
}

export function pocket(f: Frame, cut: TopCut, kind: Pocket): Part[] {
  const low = Math.min(f.length * 0.62, 520);
  switch (kind) {
    case 'chest':
      return [patch(cut, 66, 236, 108, 124)];
    case 'pair':
      return [patch(cut, 62, 240, 110, 124), patch(cut, -172, 240, 110, 124)];
    case 'flap':
      if (cut.length > 1.2) return [flap(cut, 56, 640, 140, 50), flap(cut, -196, 640, 140, 50)];
      return [62, -174].flatMap((x) => [
        patch(cut, x, 252, 112, 128),
        flap(cut, x - 3, 236, 118, 48),
      ]);
    case 'patch': {
      const wide = knitted(cut) ? 122 : 144;
      const y =
        cut.hem === 'rib'
          ? f.length - 62 - 164
          : cut.length > 1.2
            ? f.waistY + 120
            : Math.max(low + 20, f.length - 262);
      return [
        patch(cut, 54, y, wide, knitted(cut) ? 140 : 168),
        patch(cut, -54 - wide, y, wide, knitted(cut) ? 140 : 168),
      ];
    }
    case 'welt':
      return cut.closure === 'double' ||
        cut.closure === 'zip' ||
        cut.closure === 'hidden' ||
        cut.pockets?.length === 1
        ? [
            welt(cut, 1, cut.length > 1.2 ? 600 : low - 40),
            welt(cut, -1, cut.length > 1.2 ? 600 : low - 40),
          ]
        : [];
    case 'kangaroo':
      return [patch(cut, -120, f.length - 320, 240, 200)];
  }
}
