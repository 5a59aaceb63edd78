import type { TopCut } from '../cut.ts';
import type { Part } from '../engine/part.ts';
import { beside, curve, shift } from '../engine/vector.ts';
import type { Frame } from './frame.ts';
import { stitch } from './lines.ts';
import { own } from './own.ts';

export function belt(f: Frame, cut: TopCut): Part[] {
  if (cut.waistline !== 'belt') return [];
  const y = f.waistY;
  const upper = curve(
    [
      [-f.waist - 3, y - 22],
      [0, y - 8],
      [f.waist + 3, y - 22],
    ],
    20,
  );
  const lower = shift(upper, 0, 32);
  const strip: Part = {
    ...own(cut),
    outline: [...upper, ...[...lower].reverse()],
    lift: 4,
    calm: 0.5,
    lines: [stitch(shift(upper, 0, 5)), stitch(shift(lower, 0, -5))],
  };
  if (f.view === 'back') return [strip];
  const at = cut.closure === 'wrap' ? -f.waist * 0.62 : 26;
  const tail = (dx: number, long: number): Part => {
    const line = curve(
      [
        [at, y + 8],
        [at + dx * 0.5, y + long * 0.45],
        [at + dx, y + long],
      ],
      16,
    );
    return {
      ...own(cut),
      outline: [...beside(line, 13), ...[...beside(line, -13)].reverse()],
      lift: 5,
      calm: 0.8,
      grain: -dx / 6,
      lines: [stitch(beside(line, 9)), stitch(beside(line, -9))],
    };
  };
  const knot: Part = {
    ...own(cut),
    outline: curve(
      [
        [at - 19, y - 16],
        [at + 18, y - 18],
        [at + 22, y + 14],
        [at - 15, y + 20],
        [at - 22, y + 2],
        [at - 19, y - 16],
      ],
      8,
    ),
    lift: 5,
    edge: 2.4,
    grain: 50,
    lines: [
      {
        kind: 'fold',
        points: [
          [at - 16, y - 8],
          [at + 16, y + 6],
        ],
        width: 6,
        height: 4,
        skew: 0.5,
      },
    ],
  };
  return [strip, tail(-26, 232), tail(32, 196), knot];
}
