import { field, read, type Field } from './field.ts';
import type { Point } from './vector.ts';

const SUB = 4;

function addSpan(row: Float32Array, from: number, to: number) {
  const start = Math.max(0, from);
  const end = Math.min(row.length, to);
  if (end <= start) return;
  const first = Math.floor(start);
  const last = Math.min(row.length - 1, Math.floor(end));
  if (first === last) {
    row[first] = read(row, first) + (end - start) / SUB;
    return;
  }
  row[first] = read(row, first) + (first + 1 - start) / SUB;
  for (let x = first + 1; x < last; x += 1) row[x] = read(row, x) + 1 / SUB;
  row[last] = read(row, last) + (end - last) / SUB;
}

/** Where a scan line meets the outline, with the direction of each edge. */
function crossings(points: readonly Point[], y: number): { x: number; turn: number }[] {
  const found: { x: number; turn: number }[] = [];
  let [px, py] = points[points.length - 1] ?? [0, 0];
  for (const [qx, qy] of points) {
    if (py <= y !== qy <= y) {
      found.push({ x: px + ((y - py) / (qy - py)) * (qx - px), turn: qy > py ? 1 : -1 });
    }
    px = qx;
    py = qy;
  }
  return found.sort((one, two) => one.x - two.x);
}

/** Coverage 0 to 1 of a closed outline in pixels, non-zero winding, with room around it. */
export function coverage(
  points: readonly Point[],
  pad: number,
  bounds: { width: number; height: number },
): Field | null {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const left = Math.max(-pad, Math.floor(Math.min(...xs)) - pad);
  const top = Math.max(-pad, Math.floor(Math.min(...ys)) - pad);
  const right = Math.min(bounds.width + pad, Math.ceil(Math.max(...xs)) + pad);
  const bottom = Math.min(bounds.height + pad, Math.ceil(Math.max(...ys)) + pad);
  if (right <= left || bottom <= top) return null;
  const result = field(left, top, right - left, bottom - top);
  for (let y = 0; y < result.height; y += 1) {
    const row = result.data.subarray(y * result.width, (y + 1) * result.width);
    for (let sub = 0; sub < SUB; sub += 1) {
      let winding = 0;
      let from = 0;
      for (const { x, turn } of crossings(points, top + y + (sub + 0.5) / SUB)) {
        if (winding === 0) from = x;
        winding += turn;
        if (winding === 0) addSpan(row, from - left, x - left);
      }
    }
  }
  return result;
}
