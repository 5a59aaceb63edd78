import type { TopCut } from '../cut.ts';
import type { Line } from '../engine/part.ts';
import { between, type Point } from '../engine/vector.ts';
import { bent, chosen, count, creasing, fan, roll } from './creases.ts';
import type { Frame } from './frame.ts';

export interface Arm {
  outer: Point[];
  inner: Point[];
  /** Where the sleeve meets the body below. */
  armpit: Point;
  /** From the outer to the inner corner of the opening. */
  opening: readonly [Point, Point];
  /** Degrees off the vertical at the opening. */
  lean: number;
  elbow: readonly [Point, Point];
}

/** Long rolls that run down the arm from the shoulder. */
function along(f: Frame, { armpit, elbow, opening }: Arm, rolls: number): Line[] {
  const { random, shoulder } = f;
  return Array.from({ length: rolls }, () => {
    const t = random(0.2, 0.8);
    const top = between(shoulder, armpit, t);
    const middle = between(...elbow, t + random(-0.12, 0.12));
    const low = between(...opening, t + random(-0.2, 0.2));
    return roll(
      [between(top, middle, random(0.1, 0.6)), middle, between(middle, low, random(0.4, 0.9))],
      random(12, 20),
      random(4.5, 8),
    );
  });
}

/** Where the cloth gathers over a cuff. */
function bloused(f: Frame, { elbow, opening }: Arm): Line[] {
  const { random } = f;
  return Array.from({ length: count(random, 1, 3) }, () => {
    const t = random(0.15, 0.85);
    const end = between(...opening, t);
    const from = between(between(...elbow, t + random(-0.2, 0.2)), end, random(0.2, 0.6));
    return {
      ...roll([end, between(end, from, 0.5), from], random(7, 12), random(4, 7)),
      taper: [0.1, 0.7] as const,
    };
  });
}

/** How one sleeve creases; the other is asked again. */
export function armFolds(f: Frame, cut: TopCut, shape: Arm): Line[] {
  const { random } = f;
  const take = creasing(cut.cloth);
  const long = cut.sleeve.length > 0.5;
  const pulls = fan(
    [shape.armpit[0] + 4, shape.armpit[1] - 8],
    -shape.lean - random(48, 104),
    random(10, 26),
    random(90, 170),
    count(random, 0, Math.round(3.2 * take)),
    random,
  );
  if (!long) return [...pulls, ...along(f, shape, count(random, 0, 1))];
  const [outer, inner] = shape.elbow;
  // The arm was bent somewhere between the armpit and the lower arm.
  const place = random(-0.45, 0.4);
  const spread = random(0.1, 0.26);
  const onArm = (line: readonly [Point, Point, Point], t: number) =>
    t < 0 ? between(line[1], line[0], -t) : between(line[1], line[2], t);
  const stretch = (line: readonly [Point, Point, Point]) =>
    [onArm(line, place - spread), onArm(line, place + spread)] as const;
  const elbow = (folds: number) =>
    bent(
      stretch([shape.armpit, inner, shape.opening[1]]),
      stretch([f.shoulder, outer, shape.opening[0]]),
      folds,
      random,
    );
  const few = Math.max(1, Math.round(2.4 * take));
  return [
    ...pulls,
    ...chosen(random, [
      () => elbow(few),
      () => elbow(Math.round(few * 1.7)),
      () => [...elbow(1), ...along(f, shape, 1)],
      () => along(f, shape, 2),
    ])(),
    ...(cut.sleeve.cuff === 'hem' ? [] : bloused(f, shape)),
  ];
}
