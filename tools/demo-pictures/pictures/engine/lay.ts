import { noise } from './noise.ts';
import { layerOf, type Layer, type Size } from './layer.ts';
import type { Drawing, Part } from './part.ts';
import type { Matrix, Point } from './vector.ts';

/** Hands do not lay a garment out by ruler: the whole drawing drifts a few units here and there. */
function loosened(part: Part, seed: number): Part {
  const drift = ([x, y]: Point): Point => [
    x + noise(x / 260, y / 260, seed) * 7 + noise(x / 90, y / 90, seed + 1) * 1.6,
    y + noise(x / 260 + 9, y / 260, seed + 2) * 6 + noise(x / 90, y / 90, seed + 3) * 1.4,
  ];
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
  return drawing.parts.flatMap((part, index) => {
    const layer = layerOf(loosened(part, seed), to, size, seed + index * 17);
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
