import type { TopCut } from '../cut.ts';
import type { Part } from '../engine/part.ts';
import { at, beside, curve, mirror, type Point } from '../engine/vector.ts';
import { mirrored } from './collars.ts';
import type { Frame } from './frame.ts';
import { stitch } from './lines.ts';
import { own } from './own.ts';

/** The upper edge of a bodice that hangs from straps, from its middle to the right side. */
export function strappedEdge(f: Frame, view = f.view): Point[] {
  return view === 'back'
    ? curve([
        [0, 238],
        [78, 232],
        [160, 244],
        [f.chest - 22, 262],
        [f.chest, 284],
      ])
    : curve([
        [0, 196],
        [48, 176],
        [108, 128],
        [150, 170],
        [f.chest - 26, 232],
        [f.chest, 284],
      ]);
}

const ribbon = (line: readonly Point[], half: number) => [
  ...beside(line, half),
  ...[...beside(line, -half)].reverse(),
];

/** Each strap runs over the shoulder: one end on the front, the other on the back. */
export function straps(f: Frame, cut: TopCut): { under: Part[]; over: Part[] } {
  const top: Point = [88, -64];
  const front = curve([[109, 142], [104, 60], [97, -20], [92, -54], top]);
  const rear = curve([top, [82, -56], [76, -16], [70, 80], [72, 170], [76, 246]]);
  const strap = (line: readonly Point[], lift: number): Part => ({
    ...own(cut),
    outline: ribbon(line, 4.4),
    lift,
    calm: 0,
    edge: 1.5,
  });
  const [sx, sy] = at(rear, Math.round(rear.length * 0.46));
  const slider: Part = {
    cloth: 'satin',
    dye: 'peru',
    outline: curve(
      [
        [sx - 8, sy - 5],
        [sx + 8, sy - 5],
        [sx + 8, sy + 6],
        [sx - 8, sy + 6],
        [sx - 8, sy - 5],
      ],
      3,
    ),
    lift: 2,
    edge: 1.4,
    calm: 0,
  };
  const pair = (part: Part) => [mirrored(part), part];
  if (f.view === 'front') {
    return { under: [...pair(strap(rear, 1.4)), ...pair(slider)], over: pair(strap(front, 2.4)) };
  }
  const edge = strappedEdge(f, 'front');
  const inside: Part = {
    ...own(cut),
    outline: [...edge, ...mirror(edge).slice(0, -1)],
    shade: 0.6,
    edge: 0.5,
    lines: [stitch(beside(edge, 8)), stitch(mirror(beside(edge, 8)))],
  };
  return {
    under: [...pair(strap(front, 1.4)), inside],
    over: [...pair(strap(rear, 2.4)), ...pair(slider)],
  };
}
