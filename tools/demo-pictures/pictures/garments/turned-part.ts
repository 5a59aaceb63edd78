import type { Part } from '../engine/part.ts';
import { type Point, mirror, shift } from '../engine/vector.ts';

const turned = (points: readonly Point[], degrees: number, [cx, cy]: Point): Point[] => {
  const a = (degrees * Math.PI) / 180;
  return points.map(([x, y]): Point => [
    cx + (x - cx) * Math.cos(a) - (y - cy) * Math.sin(a),
    cy + (x - cx) * Math.sin(a) + (y - cy) * Math.cos(a),
  ]);
};

export function moved(part: Part, degrees: number, dx: number, dy: number): Part {
  const place = (points: readonly Point[]) => shift(turned(points, degrees, [0, 0]), dx, dy);
  return {
    ...part,
    outline: place(part.outline),
    grain: (part.grain ?? 0) + degrees,
    ...(part.lines === undefined
      ? {}
      : { lines: part.lines.map((line) => ({ ...line, points: place(line.points) })) }),
  };
}

export const flipped = (part: Part): Part => ({
  ...part,
  outline: mirror(part.outline),
  ...(part.lines === undefined
    ? {}
    : {
        lines: part.lines.map((line) => ({
          ...line,
          points: line.points.map(([x, y]): Point => [-x, y]),
        })),
      }),
});
