import type { TrousersCut } from '../cut.ts';
import type { Random } from '../engine/noise.ts';
import type { Line } from '../engine/part.ts';
import { at, between, type Point } from '../engine/vector.ts';
import { bent, chosen, count, creasing, fan, roll } from './creases.ts';
import { type Leg, RISE } from './trouser-leg.ts';

/** The point of a line that runs downwards or upwards, at a height. */
function onto(line: readonly Point[], y: number): Point {
  return line.reduce(
    (best, point) => (Math.abs(point[1] - y) < Math.abs(best[1] - y) ? point : best),
    at(line, 0),
  );
}

/** Rolls that hang from hip to hem; on a wide leg they carry the whole drawing. */
function falling(cut: TrousersCut, shape: Leg, rolls: number, random: Random): Line[] {
  const length = 1120 * cut.length;
  const wide = cut.leg > 1.2;
  return Array.from({ length: rolls }, (_, index) => {
    const t = (index + random(0.2, 0.8)) / rolls;
    const top = wide ? random(RISE - 90, RISE + 140) : random(RISE + 40, length * 0.5);
    const to = wide ? length + 10 : length * random(0.72, 0.94);
    const x = (y: number): Point => between(onto(shape.inner, y), onto(shape.outer, y), t);
    return {
      ...roll(
        [x(top), x(top + (to - top) * 0.4), x(top + (to - top) * 0.75), x(to)],
        random(12, 20),
        random(4.5, 7.5) * (wide ? 1.35 : 1),
      ),
      ...(wide ? { taper: [0.6, 0] as const, grow: 1.8 } : {}),
    };
  });
}

function knee(cut: TrousersCut, shape: Leg, folds: number, random: Random): Line[] {
  const length = 1120 * cut.length;
  const middle = RISE + (length - RISE) * random(0.34, 0.44);
  const reach = (length - RISE) * random(0.06, 0.13);
  const pair = (line: readonly Point[]) =>
    [onto(line, middle - reach), onto(line, middle + reach)] as const;
  // Behind the knee the cloth folds from the inner seam on one leg, from the outer on another.
  return chosen(random, [true, false])
    ? bent(pair(shape.inner), pair(shape.outer), folds, random)
    : bent(pair(shape.outer), pair(shape.inner), folds, random);
}

/** Where the hem rests on a shoe, one fold from either seam. */
function rest(cut: TrousersCut, shape: Leg, random: Random): Line[] {
  const length = 1120 * cut.length;
  return Array.from({ length: count(random, 1, 2) }, () => {
    const y = length * random(0.87, 0.95);
    const [from, to] = chosen(random, [
      [onto(shape.inner, y), onto(shape.outer, y - 30)],
      [onto(shape.outer, y), onto(shape.inner, y - 30)],
    ] as const);
    return {
      ...roll(
        [from, between(from, to, 0.36), between(from, to, random(0.5, 0.8))],
        random(8, 12),
        random(3, 5),
      ),
      taper: [0.1, 0.8] as const,
    };
  });
}

/** How one leg creases: pressed, worn or hanging, by its cut and cloth. */
export function legFolds(cut: TrousersCut, shape: Leg, sign: number, random: Random): Line[] {
  const take = creasing(cut.cloth);
  const pressed = cut.front === 'pleats';
  const short = cut.length < 0.6;
  const crotch = fan(
    [sign * 10, RISE - random(0, 22)],
    -sign * chosen(random, [random(30, 60), random(70, 100), random(105, 128)]),
    random(8, 34),
    pressed || short ? random(60, 130) : random(90, 190),
    count(random, 0, Math.max(1, Math.round((pressed ? 1.6 : 3.4) * take))),
    random,
  );
  if (short) return [...crotch, ...falling(cut, shape, 1, random)];
  if (pressed) {
    const press: Line[] = [
      { kind: 'seam', points: shape.middle, width: 3, height: 3.4, skew: 0.3, taper: [0.04, 0] },
      { kind: 'seam', points: shape.middle, width: 26, height: 6, taper: [0.1, 0] },
    ];
    return [...crotch, ...press, ...(cut.leg > 1.2 ? falling(cut, shape, 3, random) : [])];
  }
  if (cut.leg > 1.2) return [...crotch, ...falling(cut, shape, count(random, 3, 4), random)];
  const folds = Math.max(1, Math.round(3 * take));
  return [
    ...crotch,
    ...chosen(random, [
      () => knee(cut, shape, folds, random),
      () => [...knee(cut, shape, 1, random), ...falling(cut, shape, 1, random)],
      () => falling(cut, shape, 2, random),
    ])(),
    ...(cut.turnUp === true ? [] : rest(cut, shape, random)),
  ];
}
