import type { TopCut } from '../cut.ts';
import type { Line, Part } from '../engine/part.ts';
import { between, curve, mirror, type Point } from '../engine/vector.ts';
import type { Frame } from './frame.ts';

export const knitted = (cut: TopCut) => cut.cloth === 'knit' || cut.cloth === 'chunky';

/** A knitted strip whose ribs run along it. */
function band(inner: readonly Point[], outer: readonly Point[]): Part {
  const lines = [0.2, 0.4, 0.6, 0.8].map((t): Line => ({
    kind: 'seam',
    points: inner.map((point, index) => between(point, outer[index] ?? point, t)),
    width: 1.7,
    height: -2,
  }));
  return { outline: [...inner, ...[...outer].reverse()], cloth: 'knit', calm: 0.2, lines };
}

/** The band around the back of the neck, from one front to the other. */
export function cardiganNape(f: Frame): Part {
  const half = (line: readonly Point[]) => [...mirror(line), ...line.slice(1)];
  const front = f.view === 'front';
  const high = curve([
    [0, -48],
    [f.neck * 0.6, -40],
    front ? [f.neck + 24, -8] : [f.neck + 10, -8],
  ]);
  const low = curve(
    front
      ? [
          [0, -18],
          [f.neck * 0.5, -14],
          [f.neck - 6, -2],
        ]
      : [
          [0, -14],
          [f.neck * 0.5, -8],
          [f.neck + 14, 10],
        ],
  );
  return { ...band(half(low), half(high)), lift: front ? 1.5 : 1, shade: front ? 0.9 : 1 };
}

export function cardiganBands(f: Frame): Part[] {
  const strip = (sign: number): Part => {
    const inner = curve(
      [
        [sign * (f.neck - 6), -4],
        [sign * (f.neck * 0.66), f.neckDepth * 0.4],
        [sign * f.neck * 0.16, f.neckDepth * 0.84],
        [-16, f.neckDepth + 30],
        [-16, f.length - 3],
      ],
      20,
    );
    const outer = curve(
      [
        [sign * (f.neck + 24), -9],
        [sign * (f.neck * 0.66 + 34), f.neckDepth * 0.4 + 6],
        [sign * (f.neck * 0.16 + 36), f.neckDepth * 0.84 + 6],
        [18, f.neckDepth + 48],
        [18, f.length - 3],
      ],
      20,
    );
    return { ...band(inner, outer), lift: 3 };
  };
  return [strip(1), strip(-1)];
}
