import type { SkirtCut } from '../cut.ts';
import type { Random } from '../engine/noise.ts';
import type { Part } from '../engine/part.ts';
import { beside, curve, shift } from '../engine/vector.ts';
import type { View } from './frame.ts';
import { fold, gathers, stitch } from './lines.ts';
import { own } from './own.ts';
import { WAIST } from './skirt-shape.ts';

export function waistband(cut: SkirtCut, view: View, random: Random): Part[] {
  const gathered = cut.style === 'tiers' || cut.cloth === 'satin';
  const high = gathered ? -40 : cut.style === 'pleated' ? -38 : -46;
  const upper = curve(
    [
      [-WAIST + 4, high],
      [0, high + 10],
      [WAIST - 4, high],
    ],
    20,
  );
  const lower = curve(
    [
      [WAIST + 1, 4],
      [0, 13],
      [-WAIST - 1, 4],
    ],
    20,
  );
  const back: Part = {
    ...own(cut),
    outline: [
      ...curve([
        [-WAIST + 4, high],
        [0, high - 14],
        [WAIST - 4, high],
      ]),
      ...curve([
        [WAIST - 4, high],
        [0, high + 16],
        [-WAIST + 4, high],
      ]),
    ],
    shade: 0.6,
  };
  const closed = view === 'front' && (cut.style === 'buttons' || cut.style === 'jeans');
  const band: Part = {
    ...own(cut),
    outline: [...upper, ...lower],
    lift: 2.4,
    calm: 0.4,
    lines: [
      ...(gathered ? gathers(upper, 38, random, 8) : []),
      ...(cut.cloth === 'wool' ? [] : [stitch(shift(upper, 0, 6)), stitch(shift(lower, 0, -6))]),
    ],
    buttons: closed
      ? [
          {
            x: 2,
            y: high / 2 + 8,
            radius: 11,
            dye: cut.style === 'jeans' ? 'peru' : (cut.buttons ?? 'saddlebrown'),
            ...(cut.style === 'jeans' ? { metal: true } : {}),
          },
        ]
      : [],
  };
  const loops =
    cut.style === 'jeans'
      ? [-108, 108].map((x): Part => ({
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
        }))
      : [];
  return view === 'front' ? [back, band, ...loops] : [band, ...loops];
}

export function tie(cut: SkirtCut): Part[] {
  if (cut.style !== 'wrap') return [];
  const x = -112;
  const tail = (dx: number, long: number): Part => {
    const line = curve(
      [
        [x, -14],
        [x + dx * 0.4, long * 0.4],
        [x + dx, long],
      ],
      16,
    );
    return {
      ...own(cut),
      outline: [...beside(line, 14), ...[...beside(line, -14)].reverse()],
      lift: 5,
      calm: 0.8,
      lines: [stitch(beside(line, 10)), stitch(beside(line, -10))],
    };
  };
  const loop = (sign: number): Part => ({
    ...own(cut),
    outline: curve(
      [
        [x, -20],
        [x + sign * 40, -52],
        [x + sign * 82, -34],
        [x + sign * 66, -6],
        [x, -16],
      ],
      10,
    ),
    lift: 6,
    edge: 1.6,
    grain: sign * 60,
    lines: [
      fold(
        [
          [x + sign * 6, -20],
          [x + sign * 40, -28],
          [x + sign * 70, -26],
        ],
        6,
        4,
      ),
    ],
  });
  const knot: Part = {
    ...own(cut),
    outline: curve(
      [
        [x - 15, -30],
        [x + 14, -32],
        [x + 17, -4],
        [x - 13, 0],
        [x - 15, -30],
      ],
      8,
    ),
    lift: 4,
    edge: 2,
  };
  return [tail(-30, 236), tail(26, 206), loop(-1), loop(1), knot];
}
