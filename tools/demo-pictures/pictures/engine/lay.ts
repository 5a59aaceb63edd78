import { waves } from './noise.ts';
import { layerOf, type Layer, type Size } from './layer.ts';
import type { Drawing, Part } from './part.ts';
import type { Matrix, Point } from './vector.ts';

/** Hands do not lay a garment out by ruler: the whole drawing drifts a few units here and there. */
const driftOf =
  (seed: number) =>
  ([x, y]: Point): Point => [
    x + waves(x / 260, y / 260, seed) * 8 + waves(x / 90, y / 90, seed + 1) * 1.6,
    y + waves(x / 260 + 9, y / 260, seed + 2) * 7 + waves(x / 90, y / 90, seed + 3) * 1.4,
  ];

function loosened(part: Part, drift: (point: Point) => Point): Part {
  return {
    ...part,
    outline: part.outline.map(drift),
    ...(part.lines === undefined
      ? {}
      : { lines: part.lines.map((line) => ({ ...line, points: line.points.map(drift) })) }),
    ...(part.buttons === undefined
      ? {}
      : {
          buttons: part.buttons.map((button) => {
            const [x, y] = drift([button.x, button.y]);
            return { ...button, x, y };
          }),
        }),
  };
}

/** The parts of a drawing as light and relief on a canvas of this size. */
export function lay(drawing: Drawing, to: Matrix, size: Size, seed: number): Layer[] {
  const drift = driftOf(seed);
  return drawing.parts.flatMap((part, index) => {
    const layer = layerOf(loosened(part, drift), to, size, seed + index * 17, drift);
    return layer === null ? [] : [layer];
  });
}

export function boundsOf(drawing: Drawing) {
  const xs = drawing.parts.flatMap(({ outline }) => outline.map(([x]) => x));
  const ys = drawing.parts.flatMap(({ outline }) => outline.map(([, y]) => y));
  const left = xs.reduce((a, b) => Math.min(a, b), Infinity);
  const right = xs.reduce((a, b) => Math.max(a, b), -Infinity);
  const top = ys.reduce((a, b) => Math.min(a, b), Infinity);
  const bottom = ys.reduce((a, b) => Math.max(a, b), -Infinity);
  return { left, right, top, bottom };
}
