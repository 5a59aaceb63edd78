import type { Cloth } from '../cut.ts';
import type { Random } from '../engine/noise.ts';
import type { Line } from '../engine/part.ts';
import { between, curve, type Point } from '../engine/vector.ts';

const heavy: readonly Cloth[] = ['wool', 'tweed', 'quilt', 'cord', 'fleece'];
const knitted: readonly Cloth[] = ['knit', 'chunky', 'cable', 'rib', 'jersey'];

/** How readily a cloth takes a crease: crisp cotton 1, knits and coatings less. */
export function creasing(cloth: Cloth): number {
  if (heavy.includes(cloth)) return 0.62;
  if (knitted.includes(cloth)) return 0.74;
  return 1;
}

export const chosen = <T>(random: Random, from: readonly [T, ...T[]]): T =>
  from[Math.min(from.length - 1, Math.floor(random(0, from.length)))] ?? from[0];

/** A whole number between two, both included. */
export const count = (random: Random, from: number, to: number) =>
  Math.min(to, Math.floor(random(from, to + 1)));

interface Size {
  width: number;
  height: number;
}

/** A crease that is sharp where it is held and loses itself in the cloth. */
function held(points: readonly Point[], { width, height }: Size, random: Random): Line {
  return {
    kind: 'fold',
    points: curve(points),
    width,
    height,
    skew: random(0.25, 0.55),
    taper: [0.12, random(0.6, 0.85)],
    grow: random(1.5, 2.4),
  };
}

/** A soft roll that begins and ends in nothing. */
export function roll(points: readonly Point[], width: number, height: number, skew = 0.3): Line {
  return { kind: 'fold', points: curve(points), width, height, skew, taper: [0.5, 0.5] };
}

/** Creases that fan out of one point: an underarm, a crotch, a tie. Degrees clockwise from down. */
export function fan(
  from: Point,
  towards: number,
  spread: number,
  reach: number,
  rays: number,
  random: Random,
): Line[] {
  return Array.from({ length: rays }, (_, index) => {
    const share = rays === 1 ? 0 : (index / (rays - 1)) * 2 - 1;
    const angle = ((towards + spread * share + random(-6, 6)) * Math.PI) / 180;
    const far = reach * random(0.55, 1.1) * (1 - 0.25 * Math.abs(share));
    const start: Point = [from[0] + random(-9, 9), from[1] + random(-9, 9)];
    const end: Point = [start[0] - Math.sin(angle) * far, start[1] + Math.cos(angle) * far];
    const side = random(-0.14, 0.14) * far;
    const middle = between(start, end, 0.5);
    const bent: Point = [middle[0] + Math.cos(angle) * side, middle[1] + Math.sin(angle) * side];
    return held([start, bent, end], { width: random(9, 15), height: random(4, 7) }, random);
  });
}

/**
 * A bent tube of cloth, an elbow or a knee: creases start at the side it was bent towards, each
 * at another slant.
 */
export function bent(
  inner: readonly [Point, Point],
  outer: readonly [Point, Point],
  folds: number,
  random: Random,
): Line[] {
  const slant = random(-0.6, 0.6);
  return Array.from({ length: folds }, (_, index) => {
    const at = (index + random(0.1, 0.9)) / folds;
    const start = between(...inner, at);
    const end = between(...outer, at + slant + random(-0.24, 0.24));
    const far = random(0.5, 0.96);
    const middle = between(start, end, far * 0.5);
    const sag: Point = [middle[0] + random(-6, 6), middle[1] + random(-6, 16)];
    return {
      ...held(
        [start, sag, between(start, end, far)],
        { width: random(9, 15), height: random(3, 6) },
        random,
      ),
      taper: [random(0.16, 0.4), random(0.5, 0.7)] as const,
    };
  });
}
