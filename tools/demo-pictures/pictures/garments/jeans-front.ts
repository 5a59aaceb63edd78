import type { Button, Line } from '../engine/part.ts';
import { between, curve, shift, type Point } from '../engine/vector.ts';
import { edge, seam, stitch } from './lines.ts';

/** Where a front pocket of jeans opens, from the waistband to the side seam. */
const scoop = (sign: number, side: number) =>
  curve([
    [sign * 70, 6],
    [sign * 92, 66],
    [sign * (side - 44), 96],
    [sign * side, 88],
  ]);

/** The small pocket behind the right one: its mouth, and its edge that the bag hides. */
function coinPocket(side: number): Line[] {
  const mouth: Point[] = [
    [-104, 38],
    [16 - side, 34],
  ];
  return [
    ...edge([...mouth].reverse(), 2),
    stitch(shift(mouth, 0, 6)),
    stitch(shift(mouth, 0, 13)),
    stitch([
      [-106, 38],
      [-110, 78],
    ]),
  ];
}

/** The pocket of one side, `side` units from the middle at the seam. */
export function jeansPocket(sign: number, side: number): Line[] {
  const line = scoop(sign, side);
  return [
    ...seam(sign > 0 ? line : [...line].reverse()),
    stitch(shift(line, -sign * 4, 7)),
    stitch(shift(line, -sign * 8, 14)),
    ...(sign < 0 ? coinPocket(side) : []),
  ];
}

/** The rivets that hold its corners. */
export function rivets(sign: number, side: number): Button[] {
  const line = scoop(sign, side);
  const inner = between(line[4] ?? [sign * 72, 20], [0, 20], 0.07);
  return [inner, [sign * (side - 12), 101] as const].map(([x, y]) => ({
    x,
    y,
    radius: 5,
    dye: 'peru',
    metal: true,
  }));
}
