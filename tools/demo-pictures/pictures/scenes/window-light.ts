import type { Canvas } from '../engine/canvas.ts';
import { field, blurred, read } from '../engine/field.ts';
import { coverage } from '../engine/raster.ts';
import type { Point } from '../engine/vector.ts';

/** Panes of sunlight, leaning across the scene; `strength` 0 to 1. */
export function windowLight(
  target: Canvas,
  panes: readonly (readonly Point[])[],
  strength: number,
  softness: number,
): void {
  const { width, height } = target;
  const lit = field(0, 0, width, height);
  for (const pane of panes) {
    const mask = coverage(pane, 0, target);
    if (mask === null) continue;
    for (let y = 0; y < mask.height; y += 1) {
      for (let x = 0; x < mask.width; x += 1) {
        const i = (mask.y + y) * width + mask.x + x;
        lit.data[i] = Math.max(read(lit.data, i), read(mask.data, y * mask.width + x));
      }
    }
  }
  const soft = blurred(lit, softness);
  for (let i = 0; i < width * height; i += 1) {
    const light = read(soft.data, i);
    // Sun is warm, the shade beside it a little cool.
    const r = 1 + strength * (0.2 * light - 0.2 * (1 - light));
    const g = 1 + strength * (0.16 * light - 0.19 * (1 - light));
    const b = 1 + strength * (0.07 * light - 0.15 * (1 - light));
    target.data[i * 3] = read(target.data, i * 3) * r;
    target.data[i * 3 + 1] = read(target.data, i * 3 + 1) * g;
    target.data[i * 3 + 2] = read(target.data, i * 3 + 2) * b;
  }
}

/** Two rows of panes thrown slantwise; `x`, `y` is the upper left corner. */
export function panes(
  x: number,
  y: number,
  width: number,
  height: number,
  columns: number,
  rows: number,
  lean: number,
): Point[][] {
  const bar = 0.06;
  const result: Point[][] = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const corner = (u: number, v: number): Point => {
        const s = (column + bar + u * (1 - 2 * bar)) / columns;
        const t = (row + bar + v * (1 - 2 * bar)) / rows;
        return [x + s * width + t * lean, y + t * height + s * height * 0.12];
      };
      result.push([corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)]);
    }
  }
  return result;
}
