import type { TopCut } from '../cut.ts';
import type { Line } from '../engine/part.ts';
import type { Point } from '../engine/vector.ts';
import { chosen, count, creasing, fan, roll } from './creases.ts';
import { hanging } from './drape.ts';
import type { Frame } from './frame.ts';

/** Long rolls down a straight body, none of them where the last garment had them. */
function hang(f: Frame, rolls: number): Line[] {
  const { random, length } = f;
  return Array.from({ length: rolls }, (_, index) => {
    const t = ((index + random(0.1, 0.9)) / rolls) * 1.7 - 0.85;
    const top = random(230, length * 0.52);
    const bottom = Math.min(length - random(24, 90), top + random(180, 400));
    const lean = random(-0.14, 0.14);
    const at = (y: number, side: number): Point => [
      (t + lean * ((y - top) / length)) * f.halfAt(y) + side,
      y,
    ];
    return roll(
      [at(top, 0), at((top + bottom) / 2, random(-12, 12)), at(bottom, 0)],
      random(13, 24),
      random(4, 8),
    );
  });
}

/** One wide roll from a shoulder to the other hip, as a body turns in its cloth. */
function sweep(f: Frame): Line[] {
  const { random, length, chest } = f;
  const sign = chosen(random, [1, -1]);
  const from: Point = [sign * chest * random(0.3, 0.6), random(170, 260)];
  const to: Point = [-sign * chest * random(0.35, 0.8), length * random(0.62, 0.86)];
  const middle: Point = [random(-40, 40), (from[1] + to[1]) / 2 + random(10, 60)];
  return [roll([from, middle, to], random(20, 34), random(4, 7))];
}

/** Where the side slumps a little: short rolls that come in from one seam. */
function slump(f: Frame): Line[] {
  const { random, length } = f;
  const sign = chosen(random, [1, -1]);
  return Array.from({ length: count(random, 1, 3) }, () => {
    const y = length * random(0.56, 0.88);
    const half = f.halfAt(y);
    const reach = random(0.3, 0.75);
    return {
      ...roll(
        [
          [sign * half, y],
          [sign * half * (1 - reach * 0.5), y + random(6, 30)],
          [sign * half * (1 - reach), y + random(-24, 64)],
        ],
        random(9, 15),
        random(3, 5.5),
      ),
      taper: [0.06, 0.8] as const,
    };
  });
}

function underarms(f: Frame, most: number): Line[] {
  const { random, underarm } = f;
  return [1, -1].flatMap((sign) =>
    fan(
      [sign * (underarm[0] - 10), underarm[1] + random(-6, 40)],
      sign * random(28, 74),
      random(8, 24),
      random(110, 250),
      count(random, 0, most),
      random,
    ),
  );
}

/** How the body creases: each garment in a way of its own, crisp cloth more than soft. */
export function bodyFolds(f: Frame, cut: TopCut): Line[] {
  const { random } = f;
  const take = creasing(cut.cloth);
  const pulls = underarms(f, Math.round(3.4 * take));
  if (f.folds.length > 0) {
    const open = cut.waistline === 'gathers' || cut.waistline === 'belt';
    const from = open ? ([8, 70] as const) : ([-40, 190] as const);
    const hung = hanging(
      f.folds,
      {
        halfAt: f.halfAt,
        from: [f.waistY + from[0], f.waistY + from[1]],
        to: f.length,
        height: 12,
      },
      random,
    );
    return [...hung, ...pulls];
  }
  const ways = [() => sweep(f), () => slump(f), () => [...sweep(f), ...slump(f)]] as const;
  return [
    ...hang(f, count(random, 2, Math.round(2 + 3 * take))),
    ...pulls,
    ...chosen(random, [ways[0], ways[1], ways[1], ways[2]])(),
  ];
}
