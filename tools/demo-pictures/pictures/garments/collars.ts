import type { TopCut } from '../cut.ts';
import type { Line, Part } from '../engine/part.ts';
import { type Point, beside, curve, mirror, shift } from '../engine/vector.ts';
import type { Frame } from './frame.ts';
import { fold, stitch } from './lines.ts';
import { own } from './own.ts';

export const mirrored = (part: Part): Part => ({
  ...part,
  outline: mirror(part.outline),
  ...(part.lines === undefined
    ? {}
    : {
        lines: part.lines.map((line): Line => ({
          ...line,
          points: line.points.map(([x, y]): Point => [-x, y]),
        })),
      }),
  ...(part.buttons === undefined
    ? {}
    : { buttons: part.buttons.map((button) => ({ ...button, x: -button.x })) }),
});

/** A turned-down collar in one piece, from the right point over the back to the left. */
function collarPiece(f: Frame, cut: TopCut): Part {
  const { neck } = f;
  const camp = cut.neck === 'camp';
  const small = cut.neck === 'polo' ? 0.86 : 1;
  const front: Point = camp ? [54, 92] : [4, f.neckDepth - 2];
  const tip: Point = camp ? [122, 122] : [70 * small + 6, f.neckDepth + 62 * small];
  const inner = curve([
    front,
    [neck * 0.5, front[1] * 0.7],
    [neck * 0.82, 14],
    [neck * 0.8, -18],
    [neck * 0.42, -40],
    [0, -46],
  ]);
  const end = curve([front, [(front[0] + tip[0]) / 2 + 3, (front[1] + tip[1]) / 2 + 4], tip]);
  const outer = curve([
    tip,
    [neck + 30, 40],
    [neck + 30, -6],
    [neck * 0.76, -48],
    [neck * 0.3, -63],
    [0, -66],
  ]);
  const rim = [...end, ...outer.slice(1)];
  const crease = (sign: number): Line =>
    fold(
      [
        [sign * neck * 0.96, -10],
        [sign * neck * 0.8, 40],
        [sign * tip[0] * 0.75, tip[1] * 0.7],
      ],
      9,
      5,
      0.5,
    );
  const stitching = beside(rim, 7);
  return {
    ...own(cut),
    outline: [
      ...rim,
      ...mirror(rim).slice(1),
      ...mirror([...inner].reverse()).slice(1),
      ...[...inner].reverse().slice(1),
    ],
    ...(cut.neck === 'polo' ? { cloth: 'rib' as const } : {}),
    lift: 5,
    calm: 0.45,
    lines: [
      ...(cut.neck === 'polo' ? [] : [stitch(stitching), stitch(mirror(stitching))]),
      crease(1),
      crease(-1),
    ],
  };
}

export function turnedCollar(f: Frame, cut: TopCut): Part[] {
  const { neck } = f;
  if (f.view === 'back') {
    const outer = curve([
      [-neck - 34, 26],
      [-neck * 0.7, 44],
      [0, 50],
      [neck * 0.7, 44],
      [neck + 34, 26],
    ]);
    const high = curve([
      [neck + 18, -16],
      [neck * 0.6, -44],
      [0, -52],
      [-neck * 0.6, -44],
      [-neck - 18, -16],
    ]);
    return [
      {
        ...own(cut),
        outline: [...outer, ...high],
        lift: 5,
        calm: 0.4,
        lines: [stitch(shift(outer, 0, -7))],
      },
    ];
  }
  const stand: Part = {
    ...own(cut),
    outline: [
      ...curve([
        [-neck - 6, -10],
        [0, -62],
        [neck + 6, -10],
      ]),
      ...curve([
        [neck - 2, 16],
        [0, -10],
        [-neck + 4, 14],
      ]),
    ],
    shade: 0.72,
    lift: 1,
    calm: 0.3,
    lines: [
      stitch(
        curve([
          [-neck + 6, 6],
          [0, -24],
          [neck - 6, 6],
        ]),
      ),
    ],
  };
  return [stand, collarPiece(f, cut)];
}

export function campLapels(f: Frame, cut: TopCut): Part[] {
  if (f.view === 'back') return turnedCollar(f, cut);
  const { neck, neckDepth: deep } = f;
  const roll = curve([
    [neck * 0.8, 16],
    [neck * 0.5, deep * 0.5],
    [0, deep + 4],
  ]);
  const outer = curve([
    [0, deep + 4],
    [52, deep - 8],
    [104, 128],
  ]);
  const lapel: Part = {
    ...own(cut),
    outline: [
      ...roll,
      ...outer.slice(1),
      ...curve([
        [104, 128],
        [80, 96],
        [neck, 40],
      ]).slice(1),
    ],
    grain: 20,
    lift: 4,
    calm: 0.5,
    lines: [stitch(beside(outer, -7))],
  };
  return [lapel, mirrored(lapel), ...turnedCollar(f, cut)];
}

export function lapels(f: Frame, cut: TopCut): Part[] {
  const { neck, neckDepth: deep } = f;
  if (f.view === 'back') return turnedCollar(f, cut);
  const wide = cut.closure === 'double' ? 1.22 : 1;
  const roll = curve([
    [neck - 10, 2],
    [neck * 0.66, deep * 0.36],
    [neck * 0.24, deep * 0.78],
    [-6, deep + 8],
  ]);
  const tip: Point = [150 * wide, 132];
  const notch: Point = [104 * wide, 110];
  const outer = curve([[-6, deep + 8], [46 * wide, deep * 0.8], [112 * wide, deep * 0.56], tip]);
  const lapel: Part = {
    ...own(cut),
    outline: [...roll, ...outer.slice(1), ...curve([tip, notch, [neck + 8, 24]]).slice(1)],
    grain: 18,
    lift: 6,
    calm: 0.4,
    lines: [
      ...(cut.cloth === 'wool' ? [] : [stitch(beside(outer, -8))]),
      { kind: 'seam', points: beside(roll, 16), width: 14, height: 5, taper: [0.2, 0.2] },
      {
        kind: 'stitch',
        points: [
          [118 * wide, 148],
          [132 * wide, 154],
        ],
        width: 1.2,
        height: 0.8,
      },
    ],
  };
  const collarTip: Point = [132 * wide, 84];
  const outside = curve([
    collarTip,
    [neck + 44, 34],
    [neck + 32, -10],
    [neck * 0.76, -50],
    [neck * 0.3, -65],
    [0, -68],
  ]);
  const within = curve([
    notch,
    [neck * 0.96, 30],
    [neck * 0.86, -16],
    [neck * 0.42, -40],
    [0, -46],
  ]);
  const half = [...curve([notch, [118 * wide, 100], collarTip]), ...outside.slice(1)];
  const collar: Part = {
    ...own(cut),
    outline: [
      ...half,
      ...mirror(half).slice(1),
      ...mirror([...within].reverse()).slice(1),
      ...[...within].reverse().slice(1),
    ],
    lift: 5,
    calm: 0.35,
    lines: cut.cloth === 'wool' ? [] : [stitch(beside(half, 8)), stitch(mirror(beside(half, 8)))],
  };
  const stand: Part = {
    ...own(cut),
    outline: [
      ...curve([
        [-neck - 6, -10],
        [0, -62],
        [neck + 6, -10],
      ]),
      ...curve([
        [neck - 2, 20],
        [0, -8],
        [-neck + 2, 20],
      ]),
    ],
    shade: 0.7,
    lift: 1,
    calm: 0.3,
  };
  // The left side buttons over the right.
  return [stand, lapel, mirrored(lapel), collar];
}
