import { canvas, type Canvas } from './canvas.ts';
import type { Size } from './layer.ts';
import { linear } from './light.ts';
import { hash, layered, noise } from './noise.ts';

/** A sheet of tinted paper under soft light from the upper left. */
export function paper(size: Size, tint: string, seed: number): Canvas {
  const target = canvas(size);
  const base = linear(tint);
  const { width, height } = size;
  const reach = Math.hypot(width, height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const fall = 1.1 - 0.24 * (Math.hypot(x - width * 0.1, y - height * 0.04) / reach);
      const cloud = 0.016 * layered(x / 420, y / 420, seed, 2);
      const fibre = 0.012 * noise(x / 1.8, y / 1.8, seed + 1) + 0.01 * (hash(x, y, seed) - 0.5);
      const light = fall + cloud + fibre;
      const i = (y * width + x) * 3;
      target.data[i] = base[0] * light;
      target.data[i + 1] = base[1] * light;
      target.data[i + 2] = base[2] * light;
    }
  }
  return target;
}
