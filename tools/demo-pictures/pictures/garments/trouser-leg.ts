import type { TrousersCut } from '../cut.ts';
import type { Random } from '../engine/noise.ts';
import { type Point, curve } from '../engine/vector.ts';

export const WAIST = 152;

export const RISE = 292;

export interface Leg {
  outer: Point[];
  inner: Point[];
  hem: Point[];
  /** The crease down the middle. */
  middle: Point[];
}

/** Half the width at the waist: a drawstring gathers more cloth than a fitted band. */
export const waistOf = (cut: TrousersCut) => (cut.front === 'drawstring' ? 172 : WAIST);

/** Both edges of a leg that ends above the knee: nearly straight, the inner ones close together. */
function shortLeg(cut: TrousersCut, sign: number, length: number) {
  const wide = 190 + 30 * cut.leg;
  const outer = curve([
    [sign * waistOf(cut), 0],
    [sign * 204, 120],
    [sign * 214, RISE - 20],
    [sign * wide, length - 16],
  ]);
  const inner = curve([
    [sign * 20, length],
    [sign * 14, (length + RISE) / 2],
    [sign * 6, RISE + 40],
    [sign * -5, RISE],
  ]);
  const hem = curve([
    [sign * wide, length - 16],
    [sign * (wide * 0.55), length - 2],
    [sign * 20, length],
  ]);
  return { outer, inner, hem, spread: wide / 2 };
}

function longLeg(cut: TrousersCut, sign: number, length: number, random: Random) {
  const spread = 104 + 22 * cut.leg + random(-5, 5);
  const half = 82 * cut.leg;
  const loose = cut.front === 'drawstring' || cut.front === 'pleats' ? 8 : 0;
  const hip = 204 + loose + (cut.leg > 1.2 ? 10 : 0);
  const knee = length * 0.56;
  const kneeOut = hip + (spread + half - hip) * 0.45;
  const kneeIn = 26 + (spread - half - 26) * 0.6;
  const outer = curve([
    [sign * waistOf(cut), 0],
    [sign * (hip - 8), 140],
    [sign * hip, 262],
    [sign * kneeOut, knee],
    [sign * (spread + half), length],
  ]);
  const inner = curve([
    [sign * (spread - half), length],
    [sign * kneeIn, (length + RISE) / 2],
    [sign * 12, RISE + 60],
    [sign * -5, RISE],
  ]);
  const hem = curve([
    [sign * (spread + half), length],
    [sign * spread, length + 9],
    [sign * (spread - half), length],
  ]);
  return { outer, inner, hem, spread };
}

export function leg(cut: TrousersCut, sign: number, random: Random): Leg {
  const length = 1120 * cut.length;
  const { outer, inner, hem, spread } =
    cut.length < 0.6 ? shortLeg(cut, sign, length) : longLeg(cut, sign, length, random);
  const middle = curve([
    [sign * 92, 40],
    [sign * 112, 300],
    [sign * spread, length * 0.56],
    [sign * spread, length],
  ]);
  return { outer, inner, hem, middle };
}
