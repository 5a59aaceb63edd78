import { field, read, type Field } from './field.ts';
import type { Point } from './vector.ts';

/** A raised (or sunken) line on the cloth, in pixels. */
export interface Stroke {
  points: readonly Point[];
  /** Standard deviation of its cross-section. */
  width: number;
  /** Negative for a groove. */
  height: number;
  /** How much narrower the right-hand flank is: 0 even, 0.7 a sharp fold. */
  skew?: number;
  /** Share of the length over which its start and its end fade out. */
  taper?: readonly [number, number];
  /** How many times wider it ends than it starts. */
  grow?: number;
}

function extent(points: readonly Point[], pad: number, target: Field) {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return {
    left: Math.max(0, Math.floor(Math.min(...xs) - pad) - target.x),
    top: Math.max(0, Math.floor(Math.min(...ys) - pad) - target.y),
    right: Math.min(target.width, Math.ceil(Math.max(...xs) + pad) - target.x),
    bottom: Math.min(target.height, Math.ceil(Math.max(...ys) + pad) - target.y),
  };
}

/** How high the stroke stands at each point of a coarse grid over its extent. */
function profile(stroke: Stroke, left: number, top: number, step: number, grid: Field): void {
  const { points, width, skew = 0, taper = [0, 0], grow = 1 } = stroke;
  const [opening, closing] = taper;
  const reach = width * 3;
  const segments = points.length - 1;
  for (let i = 0; i < segments; i += 1) {
    const [ax, ay] = points[i] ?? [0, 0];
    const [bx, by] = points[i + 1] ?? [0, 0];
    const dx = bx - ax;
    const dy = by - ay;
    const squared = dx * dx + dy * dy || 1e-6;
    const norm = 1 / Math.sqrt(squared);
    const fromX = Math.max(0, Math.floor((Math.min(ax, bx) - reach - left) / step));
    const fromY = Math.max(0, Math.floor((Math.min(ay, by) - reach - top) / step));
    const toX = Math.min(grid.width, Math.ceil((Math.max(ax, bx) + reach - left) / step) + 1);
    const toY = Math.min(grid.height, Math.ceil((Math.max(ay, by) + reach - top) / step) + 1);
    for (let y = fromY; y < toY; y += 1) {
      for (let x = fromX; x < toX; x += 1) {
        const px = left + x * step + 0.5 - ax;
        const py = top + y * step + 0.5 - ay;
        const t = Math.min(1, Math.max(0, (px * dx + py * dy) / squared));
        const ex = px - t * dx;
        const ey = py - t * dy;
        const along = (i + t) / segments;
        const wide = width * (1 / grow + (1 - 1 / grow) * along);
        const sigma = (dx * py - dy * px) * norm > 0 ? wide * (1 - skew) : wide;
        const q = (ex * ex + ey * ey) / (sigma * sigma);
        if (q > 9) continue;
        const fade = Math.min(
          1,
          opening > 0 ? along / opening : 1,
          closing > 0 ? (1 - along) / closing : 1,
        );
        const value = Math.exp(-q / 2) * fade * fade * (3 - 2 * fade);
        const index = y * grid.width + x;
        if (value > read(grid.data, index)) grid.data[index] = value;
      }
    }
  }
}

/** Adds the stroke to a height field. Along the line the highest value wins, so joints stay even. */
export function stamp(target: Field, stroke: Stroke): void {
  const { points, width, height, skew = 0, grow = 1 } = stroke;
  if (points.length < 2) return;
  const whole = extent(points, width * 3, target);
  const columns = whole.right - whole.left;
  const rows = whole.bottom - whole.top;
  if (columns <= 0 || rows <= 0) return;
  // Wide strokes are smooth enough to be worked out on every few pixels.
  const step = Math.max(1, Math.floor((width * (1 - Math.abs(skew))) / (2.5 * grow)));
  const coarse = field(0, 0, Math.ceil(columns / step) + 2, Math.ceil(rows / step) + 2);
  profile(stroke, whole.left + target.x, whole.top + target.y, step, coarse);
  for (let y = 0; y < rows; y += 1) {
    const row = Math.floor(y / step);
    const ty = y / step - row;
    const to = (y + whole.top) * target.width + whole.left;
    for (let x = 0; x < columns; x += 1) {
      const column = Math.floor(x / step);
      const tx = x / step - column;
      const i = row * coarse.width + column;
      const upper = read(coarse.data, i) * (1 - tx) + read(coarse.data, i + 1) * tx;
      const j = i + coarse.width;
      const lower = read(coarse.data, j) * (1 - tx) + read(coarse.data, j + 1) * tx;
      const value = upper * (1 - ty) + lower * ty;
      if (value > 0) target.data[to + x] = read(target.data, to + x) + value * height;
    }
  }
}

/** Points at even distances along a line. */
export function spaced(points: readonly Point[], gap: number): Point[] {
  const result: Point[] = [];
  let left = 0;
  for (let i = 0; i < points.length - 1; i += 1) {
    const [ax, ay] = points[i] ?? [0, 0];
    const [bx, by] = points[i + 1] ?? [0, 0];
    const length = Math.hypot(bx - ax, by - ay);
    while (left <= length) {
      const t = length === 0 ? 0 : left / length;
      result.push([ax + (bx - ax) * t, ay + (by - ay) * t]);
      left += gap;
    }
    left -= length;
  }
  return result;
}
