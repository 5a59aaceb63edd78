import type { SkirtCut } from '../cut.ts';
import type { Random } from '../engine/noise.ts';
import type { Line } from '../engine/part.ts';
import type { Point } from '../engine/vector.ts';
import { chosen, count, creasing, fan, roll } from './creases.ts';
import { foldsOf, hanging, hemArc, ridges } from './drape.ts';

export const WAIST = 158;

export interface Shape {
  length: number;
  hem: number;
  halfAt: (y: number) => number;
  /** Where its folds hang; none on a straight skirt. */
  folds: readonly number[];
  hemline: Point[];
}

export function shape(cut: SkirtCut, random: Random): Shape {
  const length = 860 * cut.length;
  const hem = 232 * cut.flare;
  const hip = 222 + 18 * (cut.flare - 1);
  const halfAt = (y: number) => {
    if (y < 210) return WAIST + (hip - WAIST) * Math.sin((Math.max(0, y) / 210) * (Math.PI / 2));
    return hip + (hem - hip) * ((y - 210) / (length - 210)) ** 0.95;
  };
  const full = cut.flare > 1.15;
  const folds = full ? ridges(foldsOf(cut.cloth, cut.flare), random) : [];
  const dip = cut.style === 'pleated' ? 0 : 5 * creasing(cut.cloth);
  const hemline = hemArc(hem, length, full ? 40 : 10, folds, dip);
  return { length, hem, halfAt, folds, hemline };
}

/** A straight skirt creases where it was worn, a full one only hangs. */
export function drape(cut: SkirtCut, s: Shape, random: Random): Line[] {
  if (s.folds.length > 0) {
    const from = cut.style === 'tiers' ? ([4, 30] as const) : ([10, 260] as const);
    const stiff = cut.cloth === 'cord' ? 8 : 13;
    return hanging(s.folds, { halfAt: s.halfAt, from, to: s.length, height: stiff }, random);
  }
  const rolls = Array.from({ length: count(random, 2, 4) }, () => {
    const t = random(-0.75, 0.75);
    const from = random(170, s.length * 0.5);
    const to = Math.min(s.length - 30, from + random(200, 420));
    const x = (y: number) => t * s.halfAt(y);
    return roll(
      [
        [x(from), from],
        [x((from + to) / 2) + random(-18, 18), (from + to) / 2],
        [x(to) + random(-14, 14), to],
      ],
      random(15, 26),
      random(4, 7.5),
    );
  });
  const sign = chosen(random, [1, -1]);
  const pull = fan(
    [sign * s.halfAt(190) * 0.94, random(110, 230)],
    sign * random(50, 84),
    random(8, 20),
    random(110, 220),
    count(random, 1, 3),
    random,
  );
  return [...rolls, ...pull];
}
