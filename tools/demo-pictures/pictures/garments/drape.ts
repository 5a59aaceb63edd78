import type { Cloth } from '../cut.ts';
import type { Random } from '../engine/noise.ts';
import type { Line } from '../engine/part.ts';
import { curve, type Point } from '../engine/vector.ts';

/** Satin hangs in few wide folds, other cloth in more. */
export const foldsOf = (cloth: Cloth, flare: number) =>
  Math.round((cloth === 'satin' ? 4.4 : 6.2) * flare);

/** Where the folds of a flared skirt stand, as shares of its half width from left to right. */
export function ridges(folds: number, random: Random): number[] {
  return Array.from({ length: folds }, (_, index) => {
    const even = ((index + 0.5) / folds) * 2 - 1;
    return even + random(-0.6, 0.6) / folds;
  });
}

/** The lower edge from right to left: an arc that dips a little under each fold. */
export function hemArc(
  half: number,
  length: number,
  sag: number,
  folds: readonly number[],
  dip: number,
): Point[] {
  const reach = 0.9 / Math.max(1, folds.length);
  const deep = folds.length === 0 ? 0 : dip;
  return Array.from({ length: 73 }, (_, index): Point => {
    const t = 1 - index / 36;
    const under = folds.reduce(
      (deepest, ridge) => Math.max(deepest, Math.exp(-(((t - ridge) / reach) ** 2))),
      0,
    );
    const corner = Math.min(1, (1 - Math.abs(t)) * 6);
    return [half * t, length - sag * t * t + deep * (under - 0.5) * corner];
  });
}

interface Hang {
  /** Half the width of the cloth at a height. */
  halfAt: (y: number) => number;
  /** Where folds may begin, and the hem that they run out of. */
  from: readonly [number, number];
  to: number;
  height: number;
}

/** Folds that open towards the hem, as cloth hangs from a hip: no two start at one height. */
export function hanging(folds: readonly number[], hang: Hang, random: Random): Line[] {
  const { halfAt, from, to, height } = hang;
  const room = halfAt(to) / Math.max(3, folds.length);
  return folds.flatMap((ridge): Line[] => {
    const top = random(...from);
    const lean = random(-0.04, 0.04);
    const at = (share: number): Point => {
      const y = top + (to + 12 - top) * share;
      return [(ridge + lean * (1 - share)) * halfAt(y) * 0.97, y];
    };
    const deep = height * random(0.35, 1.15);
    return [
      {
        kind: 'fold',
        points: curve([at(0), at(0.35), at(0.7), at(1)]),
        width: room * random(0.26, 0.52),
        height: deep,
        skew: random(0.1, 0.5),
        taper: [random(0.5, 0.8), 0],
        grow: random(1.6, 2.6),
      },
    ];
  });
}
