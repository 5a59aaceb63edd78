import type { TrousersCut } from '../cut.ts';
import type { Random } from '../engine/noise.ts';
import type { Line } from '../engine/part.ts';
import { type Point, curve } from '../engine/vector.ts';
import { fold } from './lines.ts';

export const WAIST = 152;

export const RISE = 292;

interface Leg {
  outer: Point[];
  inner: Point[];
  hem: Point[];
  /** The crease down the middle. */
  middle: Point[];
}

export function leg(cut: TrousersCut, sign: number, random: Random): Leg {
  const length = 1120 * cut.length;
  const spread = 104 + 22 * cut.leg + random(-5, 5);
  const half = 82 * cut.leg;
  const loose = cut.front === 'drawstring' || cut.front === 'pleats' ? 8 : 0;
  const hip = 204 + loose + (cut.leg > 1.2 ? 10 : 0);
  const knee = length * 0.56;
  const kneeOut = hip + (spread + half - hip) * 0.45;
  const outer =
    cut.length < 0.6
      ? curve([
          [sign * WAIST, 0],
          [sign * (hip - 8), 150],
          [sign * (hip + 12), RISE],
          [sign * (spread + half + 18), length],
        ])
      : curve([
          [sign * WAIST, 0],
          [sign * (hip - 8), 140],
          [sign * hip, 262],
          [sign * kneeOut, knee],
          [sign * (spread + half), length],
        ]);
  const crotch: Point = [sign * -5, RISE];
  const kneeIn = cut.length < 0.6 ? 34 : 26 + (spread - half - 26) * 0.6;
  const inner = curve([
    [sign * (spread - half), length],
    [sign * kneeIn, (length + RISE) / 2],
    [sign * 12, RISE + 60],
    crotch,
  ]);
  const hem = curve([
    [sign * (spread + half), length],
    [sign * spread, length + 9],
    [sign * (spread - half), length],
  ]);
  const middle = curve([
    [sign * 92, 40],
    [sign * 112, 300],
    [sign * spread, knee],
    [sign * spread, length],
  ]);
  return { outer, inner, hem, middle };
}

export function legFolds(cut: TrousersCut, shape: Leg, sign: number, random: Random): Line[] {
  const length = 1120 * cut.length;
  const lines: Line[] = [];
  const soft = cut.leg > 1.2 ? 1.3 : 1;
  for (let i = 0; i < 4; i += 1) {
    const y = RISE + random(-26, 50);
    lines.push(
      fold(
        [
          [sign * random(4, 16), y],
          [sign * random(50, 80), y + random(14, 50)],
          [sign * random(110, 160), y + random(30, 120)],
        ],
        random(8, 13),
        random(4.5, 7.5),
        0.5,
      ),
    );
  }
  if (cut.length > 0.6) {
    for (let i = 0; i < 4; i += 1) {
      const y = length * random(0.48, 0.62);
      const x = random(60, 120);
      lines.push(
        fold(
          [
            [sign * (x - 44), y],
            [sign * x, y + random(-12, 26)],
            [sign * (x + 60), y + random(-30, 30)],
          ],
          random(9, 14),
          random(3, 5.6),
          0.5,
        ),
      );
    }
    for (let i = 0; i < 3; i += 1) {
      const y = length * random(0.86, 0.96);
      lines.push(
        fold(
          [
            [sign * random(50, 80), y],
            [sign * 110, y + random(4, 22)],
            [sign * random(140, 180), y + random(-6, 16)],
          ],
          random(7, 11),
          random(3, 6),
          0.5,
        ),
      );
    }
  }
  for (let i = 0; i < 3 * soft; i += 1) {
    const t = random(-0.7, 0.7);
    const x = (y: number) => sign * (105 + t * 72 * (0.8 + (cut.leg * y) / length / 2));
    const from = random(220, 480) * Math.min(1, cut.length * 1.4);
    lines.push(
      fold(
        [
          [x(from), from],
          [x((from + length) / 2) + random(-14, 14), (from + length) / 2],
          [x(length), length + 20],
        ],
        random(13, 22),
        random(5, 8.5) * soft,
        0.5,
      ),
    );
  }
  if (cut.front === 'pleats') {
    lines.push({
      kind: 'seam',
      points: shape.middle,
      width: 3.2,
      height: 3.4,
      skew: 0.3,
      taper: 0.04,
    });
    lines.push({ kind: 'seam', points: shape.middle, width: 26, height: 6, taper: 0.1 });
  }
  return lines;
}
