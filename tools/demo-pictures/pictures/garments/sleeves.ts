import type { TopCut } from '../cut.ts';
import type { Line, Part } from '../engine/part.ts';
import { between, curve, mirror, type Point } from '../engine/vector.ts';
import type { Frame } from './frame.ts';
import { fold, seam, stitch } from './lines.ts';

const heading = (degrees: number): Point => {
  const a = (degrees * Math.PI) / 180;
  return [Math.sin(a), Math.cos(a)];
};
const move = ([x, y]: Point, [dx, dy]: Point, distance: number): Point => [
  x + dx * distance,
  y + dy * distance,
];
/** Across the arm, towards the body. */
const across = (degrees: number): Point => {
  const [sin, cos] = heading(degrees);
  return [-cos, sin];
};

interface Arm {
  outer: Point[];
  inner: Point[];
  /** From the outer to the inner corner of the opening. */
  opening: readonly [Point, Point];
  /** Degrees off the vertical at the opening. */
  lean: number;
  elbow: readonly [Point, Point];
}

function arm(f: Frame, cut: TopCut): Arm {
  const { sleeve } = cut;
  const { random } = f;
  const long = sleeve.length > 0.5;
  const hung = f.pose === 'hung';
  const lean = (long ? (hung ? 9 : 23) : hung ? 22 : 33) + random(-2.5, 3.5);
  const bend = long ? random(5, hung ? 8 : 17) : 0;
  const length = 652 * sleeve.length;
  const start = f.shoulder;
  const cuff = { button: 92, rib: 80, hem: 100 }[sleeve.cuff] * sleeve.width;
  const elbowOuter = move(move(start, heading(lean), length * 0.5), across(lean), -7);
  const elbowWidth = (long ? 132 : 205 - 60 * sleeve.length) * sleeve.width;
  const elbowInner = move(elbowOuter, across(lean - bend / 2), elbowWidth);
  const end = move(elbowOuter, heading(lean - bend), length * 0.5);
  const opening = long ? cuff : (214 - 70 * sleeve.length) * sleeve.width;
  const inner = move(end, across(lean - bend + (long ? 0 : 6)), opening);
  const bulge = move(between(start, elbowOuter, 0.4), across(lean), -12);
  if (!long) {
    return {
      outer: curve([
        start,
        [start[0] + 26, start[1] + 20],
        move(between(start, end, 0.5), across(lean), -9),
        end,
      ]),
      inner: curve([inner, between(inner, f.underarm, 0.5), f.underarm]),
      opening: [end, inner],
      lean: lean - bend,
      elbow: [between(start, end, 0.5), between(f.underarm, inner, 0.5)],
    };
  }
  const pinch = move(elbowInner, across(lean), -4);
  return {
    outer: curve([
      start,
      [start[0] + 30, start[1] + 30],
      bulge,
      elbowOuter,
      between(elbowOuter, end, 0.55),
      end,
    ]),
    inner: curve([
      inner,
      between(pinch, inner, 0.5),
      pinch,
      between(pinch, f.underarm, 0.55),
      f.underarm,
    ]),
    opening: [end, inner],
    lean: lean - bend,
    elbow: [elbowOuter, pinch],
  };
}

function armFolds(f: Frame, shape: Arm, long: boolean): Line[] {
  const { random } = f;
  const lines: Line[] = [];
  const [outer, inner] = shape.elbow;
  const deep = between(f.shoulder, f.underarm, 0.7);
  for (let i = 0; i < 4; i += 1) {
    const from = between(f.underarm, inner, random(0, 0.7));
    const to = between(f.shoulder, outer, random(0.2, 0.75));
    lines.push(
      fold(
        [from, between(from, to, 0.5), between(from, to, random(0.6, 0.95))],
        random(9, 14),
        random(4.5, 8),
        0.5,
      ),
    );
  }
  lines.push(
    fold(
      [deep, between(deep, shape.opening[1], 0.4), between(deep, shape.opening[0], 0.75)],
      18,
      8,
      0.3,
    ),
  );
  if (!long) return lines;
  for (let i = 0; i < 5; i += 1) {
    const t = random(-0.22, 0.24);
    const from = between(inner, t > 0 ? shape.opening[1] : f.underarm, Math.abs(t));
    const to = between(
      outer,
      t > 0 ? shape.opening[0] : f.shoulder,
      Math.abs(t) + random(-0.08, 0.12),
    );
    lines.push(
      fold(
        [between(from, to, 0.02), between(from, to, 0.4), between(from, to, random(0.55, 0.9))],
        random(6, 10),
        random(4.5, 8),
        0.55,
      ),
    );
  }
  const [o, n] = shape.opening;
  for (let i = 0; i < 3; i += 1) {
    const t = random(0.2, 0.8);
    const end = between(o, n, t);
    const from = between(between(outer, inner, t + random(-0.2, 0.2)), end, random(0.05, 0.3));
    lines.push(
      fold(
        [from, between(from, end, 0.5), between(from, end, 0.93)],
        random(7, 12),
        random(4, 7),
        0.4,
      ),
    );
  }
  return lines;
}

function cuffPart(cut: TopCut, shape: Arm): Part | null {
  const depth = { button: 60, rib: 66, hem: 0 }[cut.sleeve.cuff];
  if (depth === 0) return null;
  const size = cut.sleeve.length < 0.5 ? depth * 0.42 : depth;
  const [o, n] = shape.opening;
  const down = heading(shape.lean);
  const rib = cut.sleeve.cuff === 'rib';
  const narrow = rib ? 0.045 : 0;
  const top: [Point, Point] = [move(o, down, -size), move(n, down, -size)];
  const grow = rib ? -0.01 : 0.03;
  const topLine = curve([
    between(top[0], top[1], -grow),
    between(top[0], top[1], 0.5),
    between(top[1], top[0], -grow),
  ]);
  const low = curve([
    between(n, o, narrow),
    move(between(o, n, 0.5), down, 5),
    between(o, n, narrow),
  ]);
  return {
    outline: [...topLine, ...low],
    cloth: rib ? 'rib' : cut.cloth,
    grain: -shape.lean,
    lift: rib ? 1.5 : 3,
    edge: 0.7,
    calm: 0.6,
    lines: rib
      ? [{ kind: 'seam', points: topLine, width: 3, height: -3 }]
      : [stitch(inset(topLine, down, 6)), stitch(inset(low, down, -6))],
    ...(cut.pattern === undefined || rib ? {} : { pattern: cut.pattern }),
    ...(cut.stitch === undefined ? {} : { stitch: cut.stitch }),
    ...(rib
      ? {}
      : {
          buttons: [
            {
              ...spot(between(move(o, down, -size / 2), move(n, down, -size / 2), 0.78)),
              radius: 8,
              dye: cut.buttons ?? 'saddlebrown',
            },
          ],
        }),
  };
}

const spot = ([x, y]: Point) => ({ x, y });
const inset = (points: readonly Point[], [dx, dy]: Point, by: number) =>
  points.map(([x, y]): Point => [x + dx * by, y + dy * by]);

const flipPart = (part: Part): Part => ({
  ...part,
  outline: mirror(part.outline),
  grain: -(part.grain ?? 0),
  ...(part.lines === undefined
    ? {}
    : {
        lines: part.lines.map((line) => ({
          ...line,
          points: line.points.map(([x, y]): Point => [-x, y]),
          skew: -(line.skew ?? 0) * 0.6,
        })),
      }),
  ...(part.buttons === undefined
    ? {}
    : { buttons: part.buttons.map((button) => ({ ...button, x: -button.x })) }),
});

function oneSleeve(f: Frame, cut: TopCut): Part[] {
  const shape = arm(f, cut);
  const { shoulder, underarm } = f;
  const long = cut.sleeve.length > 0.5;
  const seamLine =
    cut.raglan === true
      ? curve([underarm, [underarm[0] - 64, 214], [f.neck + 36, 92], [f.neck + 6, 14]])
      : curve([underarm, [shoulder[0] - 12, 190], [shoulder[0] - 8, 110], shoulder]);
  const top =
    cut.raglan === true ? curve([[f.neck, 0], [(f.neck + shoulder[0]) / 2, 20], shoulder]) : [];
  const down = heading(shape.lean);
  const openingLine = curve([
    shape.opening[0],
    move(between(shape.opening[0], shape.opening[1], 0.5), down, long ? 3 : 9),
    shape.opening[1],
  ]);
  const lines: Line[] = [...armFolds(f, shape, long), ...seam(seamLine, 0.5)];
  if (cut.sleeve.cuff === 'hem') lines.push(stitch(inset(openingLine, down, long ? -26 : -22)));
  const knitted = ['knit', 'chunky', 'cable', 'rib', 'jersey'].includes(cut.cloth);
  if (!knitted) lines.push(stitch(seamLine.map(([x, y]): Point => [x + 8, y - 1])));
  const sleeve: Part = {
    outline: [
      ...top,
      ...shape.outer,
      ...openingLine.slice(1),
      ...shape.inner.slice(1),
      ...seamLine.slice(1, -1),
    ],
    cloth: cut.cloth,
    grain: -shape.lean - (long ? 4 : 0),
    lift: 2.2,
    edge: 0.75,
    lines,
    ...(cut.pattern === undefined ? {} : { pattern: cut.pattern }),
    ...(cut.stitch === undefined ? {} : { stitch: cut.stitch }),
  };
  const cuff = cuffPart(cut, shape);
  return cuff === null ? [sleeve] : [sleeve, cuff];
}

/** Both sleeves; each lies a little differently. */
export function sleeves(f: Frame, cut: TopCut): Part[] {
  if (cut.sleeve.length === 0) return [];
  return [...oneSleeve(f, cut).map(flipPart), ...oneSleeve(f, cut)];
}
