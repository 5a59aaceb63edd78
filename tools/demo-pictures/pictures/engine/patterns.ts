import type { Pattern } from '../cut.ts';

const frac = (x: number) => x - Math.floor(x);
const soft = (edge: number) => Math.min(1, Math.max(0, edge + 0.5));

/** Share of the second colour, 0 to 1, at a point of the cloth; `v` runs down the garment. */
export function ink(pattern: Pattern, u: number, v: number): number {
  const size = pattern.size;
  switch (pattern.kind) {
    case 'stripe':
      return 0.85 * soft(size * 0.2 - Math.abs(frac(u / size) - 0.5) * size);
    case 'breton':
      return soft(size * 0.17 - Math.abs(frac(v / size) - 0.5) * size);
    case 'windowpane': {
      const near = Math.min(
        Math.abs(frac(u / size) - 0.5),
        Math.abs(frac(v / (size * 1.25)) - 0.5),
      );
      return 0.7 * soft(1.6 - near * size);
    }
    case 'gingham':
      return (frac(u / size) < 0.5 ? 0.45 : 0) + (frac(v / size) < 0.5 ? 0.45 : 0);
    case 'check': {
      const band = (t: number) => {
        const d = Math.abs(frac(t / size) - 0.5) * size;
        const fine = Math.abs(d - size * 0.36);
        return 0.34 * soft(size * 0.2 - d) + 0.3 * soft(1.8 - fine);
      };
      // Twilled crossing: where one band lies over the other, every second line shows.
      const twilled = frac((u + v) / 5) < 0.5 ? 1 : 0.72;
      return Math.min(0.92, (band(u) + band(v)) * twilled);
    }
    case 'dots': {
      const row = Math.floor(v / size);
      const x = (frac(u / size + (row % 2) * 0.5) - 0.5) * size;
      const y = (frac(v / size) - 0.5) * size;
      return 0.92 * soft(size * 0.115 - Math.hypot(x, y));
    }
    case 'yoke':
      return 0;
  }
}
