import type { Random } from '../engine/noise.ts';
import type { Line } from '../engine/part.ts';
import { at, beside, curve, type Point } from '../engine/vector.ts';

/** A fold of the cloth, fading at both ends. */
export const fold = (
  points: readonly Point[],
  width: number,
  height: number,
  skew = 0.45,
): Line => ({
  kind: 'fold',
  points: curve(points),
  width,
  height,
  skew,
  taper: [0.38, 0.38],
});

/** Two pieces sewn together: a groove with a low welt beside it. */
export const seam = (points: readonly Point[], depth = 1): Line[] => [
  { kind: 'seam', points, width: 1.5, height: -2 * depth },
  { kind: 'seam', points: beside(points, 5), width: 3.4, height: 1 * depth },
];

export const stitch = (points: readonly Point[]): Line => ({
  kind: 'stitch',
  points,
  width: 0.85,
  height: 0.7,
});

/** The edge of a piece that lies over another of the same cloth; the high side is on the left. */
export const edge = (points: readonly Point[], height = 3): Line[] => [
  { kind: 'edge', points, width: 9, height, skew: 0.9 },
  { kind: 'seam', points: beside(points, 1.6), width: 1.3, height: -1.6 },
];

/** Short tucks along a seam, running the way `down` points. */
export function gathers(line: readonly Point[], down: number, random: Random, gap = 22): Line[] {
  const [first] = line;
  if (first === undefined) return [];
  const result: Line[] = [];
  let last = first;
  for (const point of line) {
    if (Math.hypot(point[0] - last[0], point[1] - last[1]) < gap * random(0.7, 1.3)) continue;
    last = point;
    const length = down * random(0.35, 1);
    const lean = random(-0.05, 0.05) * length + point[0] * 0.06;
    result.push({
      kind: 'fold',
      points: curve([
        [point[0], point[1] + 2],
        [point[0] + lean * 0.4, point[1] + length * 0.5],
        [point[0] + lean, point[1] + length],
      ]),
      width: random(4.5, 8),
      height: random(2.4, 4.6),
      skew: 0.4,
      taper: [0.1, 0.6],
    });
  }
  return result;
}

/** Ribs across a knitted band, from its inner to its outer line. */
export function ribbing(inner: readonly Point[], outer: readonly Point[], gap = 8): Line[] {
  const length = inner.reduce((sum, point, index) => {
    const before = inner[index - 1] ?? point;
    return sum + Math.hypot(point[0] - before[0], point[1] - before[1]);
  }, 0);
  const count = Math.max(4, Math.round(length / gap));
  return Array.from({ length: count }, (_, index): Line => {
    const t = (index + 0.5) / count;
    const pick = (points: readonly Point[]) => at(points, Math.round(t * (points.length - 1)));
    return { kind: 'seam', points: [pick(inner), pick(outer)], width: 1.5, height: -1.9 };
  });
}
