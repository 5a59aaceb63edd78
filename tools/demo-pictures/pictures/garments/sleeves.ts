import type { TopCut } from '../cut.ts';
import type { Line, Part } from '../engine/part.ts';
import { between, curve, mirror, type Point } from '../engine/vector.ts';
import type { Frame } from './frame.ts';
import { type Arm, armFolds } from './sleeve-folds.ts';
import { seam, stitch } from './lines.ts';

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

/** On a hanger the arm falls straight and covers the side of the body. */
function hungArm(f: Frame, cut: TopCut, cuff: number): Arm {
  const { shoulder: start, chest, random } = f;
  const side = Math.max(chest + 16, start[0] + 44);
  const low = start[1] + 640 * cut.sleeve.length;
  const end: Point = [side + random(-8, 6), low];
  const inner: Point = [end[0] - cuff, low + 4];
  const armpit: Point = [start[0] - 2, 270];
  const elbow: Point = [side + random(4, 12), start[1] + 330];
  const bend: Point = [elbow[0] - 118 * cut.sleeve.width, elbow[1] + 14];
  return {
    outer: curve([
      start,
      [start[0] + 26, start[1] + 26],
      [side - 8, start[1] + 150],
      elbow,
      between(elbow, end, 0.55),
      end,
    ]),
    inner: curve([inner, between(bend, inner, 0.5), bend, between(bend, armpit, 0.6), armpit]),
    armpit,
    opening: [end, inner],
    lean: 0,
    elbow: [elbow, bend],
  };
}

function arm(f: Frame, cut: TopCut): Arm {
  const { sleeve } = cut;
  const { random } = f;
  const long = sleeve.length > 0.5;
  const cuff = { button: 92, rib: 80, hem: 100 }[sleeve.cuff] * sleeve.width;
  if (f.pose === 'hung' && long) return hungArm(f, cut, cuff);
  const lean = f.lean + (long ? 0 : 20) + random(-2, 2.5);
  const bend = long ? random(5, 17) : 0;
  const length = 652 * sleeve.length;
  const start = f.shoulder;
  const elbowOuter = move(move(start, heading(lean), length * 0.5), across(lean), -7);
  const elbowWidth = (long ? 132 : 205 - 60 * sleeve.length) * sleeve.width;
  const elbowInner = move(elbowOuter, across(lean - bend / 2), elbowWidth);
  const end = move(elbowOuter, heading(lean - bend), length * 0.5);
  const aside = across(lean - bend + (long ? 0 : 6));
  // A short sleeve ends beside the body, not on it.
  const free = (end[0] - f.underarm[0] + 18) / -aside[0];
  const opening = long ? cuff : Math.min(free, (190 - 60 * sleeve.length) * sleeve.width);
  const inner = move(end, aside, opening);
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
      armpit: f.underarm,
      opening: [end, inner],
      lean: lean - bend,
      elbow: [between(start, end, 0.5), between(f.underarm, inner, 0.5)],
    };
  }
  const pinch = move(elbowInner, across(lean), -4);
  // The closer the arm lies, the more of the underarm it covers.
  const covered = Math.max(0, 33 - lean) * 3.4;
  const armpit: Point = [f.underarm[0] - covered, f.underarm[1] + covered * 0.2];
  return {
    outer: curve([
      start,
      [start[0] + 30, start[1] + 30],
      bulge,
      elbowOuter,
      between(elbowOuter, end, 0.55),
      end,
    ]),
    inner: curve([inner, between(pinch, inner, 0.5), pinch, between(pinch, armpit, 0.55), armpit]),
    armpit,
    opening: [end, inner],
    lean: lean - bend,
    elbow: [elbowOuter, pinch],
  };
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
        })),
      }),
  ...(part.buttons === undefined
    ? {}
    : { buttons: part.buttons.map((button) => ({ ...button, x: -button.x })) }),
});

function oneSleeve(f: Frame, cut: TopCut): Part[] {
  const shape = arm(f, cut);
  const { shoulder } = f;
  const { armpit } = shape;
  const long = cut.sleeve.length > 0.5;
  const seamLine =
    cut.raglan === true
      ? curve([armpit, [armpit[0] - 64, 214], [f.neck + 36, 92], [f.neck + 6, 14]])
      : curve([armpit, [shoulder[0] - 12, 190], [shoulder[0] - 8, 110], shoulder]);
  const top =
    cut.raglan === true ? curve([[f.neck, 0], [(f.neck + shoulder[0]) / 2, 20], shoulder]) : [];
  const down = heading(shape.lean);
  const openingLine = curve([
    shape.opening[0],
    move(between(shape.opening[0], shape.opening[1], 0.5), down, long ? 3 : 9),
    shape.opening[1],
  ]);
  const lines: Line[] = [...armFolds(f, cut, shape), ...seam(seamLine, 0.5)];
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
