import type { TopCut } from '../cut.ts';
import type { Button, Line, Part } from '../engine/part.ts';
import { type Point, beside, curve, shift } from '../engine/vector.ts';
import type { Frame } from './frame.ts';
import { stitch } from './lines.ts';
import { own } from './own.ts';

export function buttonRow(
  cut: TopCut,
  x: number,
  from: number,
  to: number,
  count: number,
  radius: number,
): Button[] {
  const dye = cut.buttons ?? 'saddlebrown';
  const metal = cut.cloth === 'quilt' || cut.cloth === 'denim';
  return Array.from({ length: count }, (_, index) => ({
    x,
    y: count === 1 ? from : from + ((to - from) * index) / (count - 1),
    radius,
    dye: metal ? 'silver' : dye,
    ...(metal ? { metal } : {}),
  }));
}

/** A strip down the front, sewn on both edges. */
export function placket(f: Frame, cut: TopCut): Part {
  const half = cut.closure === 'half';
  const top = f.neckDepth - (cut.neck === 'band' ? 14 : 4);
  const bottom = half
    ? f.neckDepth + (cut.neck === 'band' ? 290 : 150)
    : f.length + (cut.hem === 'tail' ? 8 : 0);
  const wide = 19;
  const right = curve(
    [
      [wide, top],
      [wide + 1, (top + bottom) / 2],
      [wide, bottom],
    ],
    20,
  );
  const left = curve(
    [
      [-wide, top],
      [-wide + 1, (top + bottom) / 2],
      [-wide, bottom],
    ],
    20,
  );
  const gap = cut.length > 1.2 ? 112 : 96;
  const first = top + (half ? 30 : 26);
  const end = half ? bottom - 38 : f.length - (cut.length > 1.2 ? 150 : 74);
  const count = half ? 3 : Math.max(4, Math.round((end - first) / gap) + 1);
  const buttons = cut.closure === 'hidden' ? [] : buttonRow(cut, 0, first, end, count, 8.6);
  return {
    ...own(cut),
    outline: [...left, ...[...right].reverse()],
    lift: 2,
    edge: 0.7,
    calm: 0.55,
    lines: [
      stitch(beside(left, -6)),
      stitch(beside(right, 6)),
      ...(half
        ? [
            stitch([
              [-wide + 3, bottom - 6],
              [wide - 3, bottom - 6],
            ]),
            stitch([
              [-wide + 3, bottom - 22],
              [wide - 3, bottom - 22],
            ]),
          ]
        : []),
    ],
    buttons,
  };
}

/** The front edge of a coat or jacket, lying over its other half. */
export function overlap(f: Frame, cut: TopCut): Part {
  const double = cut.closure === 'double';
  const top = cut.neck === 'lapel' ? f.neckDepth + 4 : f.neckDepth;
  const x = double ? 82 : 22;
  const line = curve(
    [
      [cut.neck === 'lapel' ? 4 : x, top],
      [x, top + 46],
      [x + 2, (top + f.length) / 2],
      [x + 4, f.length - 3],
    ],
    24,
  );
  const dye = cut.buttons ?? 'saddlebrown';
  const radius = cut.cloth === 'canvas' ? 11 : 14;
  const first = top + 26;
  const last =
    cut.length > 1.3
      ? top + 300
      : Math.min(f.length - 150, top + (cut.neck === 'lapel' ? 130 : 620));
  const count = double ? 3 : cut.neck === 'lapel' ? (cut.length > 1.3 ? 3 : 2) : 5;
  const spread = double ? [-66, 66] : [0];
  const buttons = spread.flatMap((at) =>
    buttonRow(
      { ...cut, buttons: dye },
      at,
      first + (double ? 20 : 0),
      double ? first + 310 : last,
      count,
      radius,
    ),
  );
  return {
    ...own(cut),
    // Only the edge shows; the rest is too small to be seen as a piece of its own.
    outline: [...line, ...[...shift(line, -4, 0)].reverse()],
    edge: 0,
    lift: 0,
    lines: [],
    buttons,
  };
}

export function zipper(f: Frame, cut: TopCut): Part[] {
  const top = cut.neck === 'funnel' ? -50 : f.neckDepth + 8;
  const teeth: Line[] = [];
  for (let y = top; y < f.length; y += 6.4) {
    teeth.push({
      kind: 'seam',
      points: [
        [-4.4, y],
        [4.4, y],
      ],
      width: 1.2,
      height: 1.5,
    });
  }
  const strip = (half: number): Point[] => [
    [-half, top],
    [half, top],
    [half, f.length],
    [-half, f.length],
  ];
  return [
    {
      outline: strip(13),
      cloth: 'twill',
      dye: 'black',
      edge: 0.4,
      calm: 0.2,
      lines: [
        stitch([
          [-11, top],
          [-11, f.length],
        ]),
        stitch([
          [11, top],
          [11, f.length],
        ]),
      ],
    },
    { outline: strip(4.6), cloth: 'satin', dye: 'silver', lift: 1, calm: 0, lines: teeth },
    {
      outline: curve(
        [
          [-5, top + 10],
          [5, top + 10],
          [4, top + 42],
          [-4, top + 42],
          [-5, top + 10],
        ],
        6,
      ),
      cloth: 'satin',
      dye: 'silver',
      lift: 2.4,
      edge: 1.5,
      calm: 0,
    },
  ];
}
