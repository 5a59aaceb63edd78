import type { SkirtCut } from '../cut.ts';
import type { Random } from '../engine/noise.ts';
import type { Line } from '../engine/part.ts';
import { type Point, curve } from '../engine/vector.ts';
import { fold } from './lines.ts';

export const WAIST = 158;

export interface Shape {
  length: number;
  hem: number;
  halfAt: (y: number) => number;
  hemline: Point[];
}

export function shape(cut: SkirtCut, random: Random): Shape {
  const length = 860 * cut.length;
  const hem = 232 * cut.flare;
  const hip = 222 + 18 * (cut.flare - 1);
  const halfAt = (y: number) => {
    if (y < 210) return WAIST + (hip - WAIST) * Math.sin((Math.max(0, y) / 210) * (Math.PI / 2));
    return hip + (hem - hip) * ((y - 210) / (length - 210)) ** 0.95;
  };
  const waves = cut.flare > 1.15 ? Math.round(6 * cut.flare) : 2;
  const high = cut.style === 'pleated' ? 5 : cut.flare > 1.15 ? 7 : 1.5;
  const phase = random(0, 6);
  const points: Point[] = [];
  for (let i = 0; i <= 30; i += 1) {
    const t = 1 - i / 15;
    const sag = cut.flare > 1.15 ? 40 : 10;
    points.push([hem * t, length - sag * t * t + Math.sin(t * waves * 2.4 + phase) * high]);
  }
  return { length, hem, halfAt, hemline: curve(points, 4) };
}

export function drape(cut: SkirtCut, s: Shape, random: Random): Line[] {
  const lines: Line[] = [];
  const full = cut.flare > 1.15;
  const count = full ? Math.round(10 * cut.flare) : 5;
  for (let i = 0; i < count; i += 1) {
    const t = ((i + 0.5) / count) * 2 - 1 + random(-0.07, 0.07);
    const from = full ? random(20, 220) : random(200, 380);
    const x = (y: number) => t * s.halfAt(y) * 0.94;
    const half = (from + s.length) / 2;
    lines.push(
      fold(
        [
          [x(from), from],
          [x(half) + random(-16, 16), half],
          [x(s.length), s.length + 40],
        ],
        random(14, 24),
        full ? random(9, 15) : random(5, 8),
        random(0.3, 0.6),
      ),
    );
  }
  for (const sign of [1, -1]) {
    for (let i = 0; i < 3; i += 1) {
      const y = random(120, 240);
      lines.push(
        fold(
          [
            [sign * s.halfAt(y) * 0.96, y],
            [sign * 110, y + random(10, 40)],
            [sign * random(20, 60), y + random(30, 110)],
          ],
          random(9, 14),
          random(3.5, 6),
          0.5,
        ),
      );
    }
  }
  return lines;
}
