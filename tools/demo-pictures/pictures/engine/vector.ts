export type Point = readonly [number, number];

/** Column order as in SVG: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export interface Matrix {
  a: number;
  b: number;
  c: number;
  d: number;
  e: number;
  f: number;
}

/** Scale and turn about the origin, then move. Angle in degrees, clockwise. */
export function placement(x: number, y: number, scale: number, angle = 0): Matrix {
  const turn = (angle * Math.PI) / 180;
  const cos = Math.cos(turn) * scale;
  const sin = Math.sin(turn) * scale;
  return { a: cos, b: sin, c: -sin, d: cos, e: x, f: y };
}

export function apply(m: Matrix, [x, y]: Point): Point {
  return [m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f];
}

export function inverse(m: Matrix): Matrix {
  const det = m.a * m.d - m.b * m.c;
  const a = m.d / det;
  const b = -m.b / det;
  const c = -m.c / det;
  const d = m.a / det;
  return { a, b, c, d, e: -(a * m.e + c * m.f), f: -(b * m.e + d * m.f) };
}

export const scaleOf = (m: Matrix) => Math.sqrt(Math.abs(m.a * m.d - m.b * m.c));

export const mix = (from: number, to: number, t: number) => from + (to - from) * t;

export const between = (p: Point, q: Point, t: number): Point => [
  mix(p[0], q[0], t),
  mix(p[1], q[1], t),
];

export const mirror = (points: readonly Point[]): Point[] =>
  points.map(([x, y]): Point => [-x, y]).reverse();

export const shift = (points: readonly Point[], dx: number, dy: number): Point[] =>
  points.map(([x, y]): Point => [x + dx, y + dy]);

/** Point number `index` of a list that is known to reach so far. */
export function at(points: readonly Point[], index: number): Point {
  const point = points[index < 0 ? points.length + index : index];
  if (point === undefined) throw new RangeError(`no point ${String(index)}`);
  return point;
}

function catmullRom(p0: Point, p1: Point, p2: Point, p3: Point, t: number): Point {
  const axis = (a: number, b: number, c: number, d: number) =>
    0.5 *
    (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t ** 3);
  return [axis(p0[0], p1[0], p2[0], p3[0]), axis(p0[1], p1[1], p2[1], p3[1])];
}

/** A smooth open curve through the points, sampled densely. */
export function curve(points: readonly Point[], steps = 14): Point[] {
  const result: Point[] = [];
  for (let i = 0; i < points.length - 1; i += 1) {
    const p1 = at(points, i);
    const p2 = at(points, i + 1);
    const p0 = points[i - 1] ?? between(p1, p2, -1);
    const p3 = points[i + 2] ?? between(p1, p2, 2);
    for (let step = 0; step < steps; step += 1) {
      result.push(catmullRom(p0, p1, p2, p3, step / steps));
    }
  }
  result.push(at(points, -1));
  return result;
}

/** The line moved sideways; positive is to the right of its direction on screen. */
export function beside(points: readonly Point[], distance: number): Point[] {
  return points.map((point, index) => {
    const before = points[index - 1] ?? point;
    const after = points[index + 1] ?? point;
    const dx = after[0] - before[0];
    const dy = after[1] - before[1];
    const length = Math.hypot(dx, dy) || 1;
    return [point[0] - (dy / length) * distance, point[1] + (dx / length) * distance];
  });
}

/** The stretch of a sampled line between two fractions of its length in samples. */
export function stretch(points: readonly Point[], from: number, to: number): Point[] {
  const last = points.length - 1;
  return points.slice(Math.round(from * last), Math.round(to * last) + 1);
}
