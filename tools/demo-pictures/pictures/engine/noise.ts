/** Integer hash of a lattice point, 0 to 1. */
export function hash(x: number, y: number, seed: number): number {
  let h = Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ Math.imul(seed, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

/** Smooth value noise, -1 to 1, one lattice cell per unit. */
export function noise(x: number, y: number, seed: number): number {
  const ix = Math.floor(x);
  const iy = Math.floor(y);
  const fx = x - ix;
  const fy = y - iy;
  const sx = fx * fx * (3 - 2 * fx);
  const sy = fy * fy * (3 - 2 * fy);
  const top = hash(ix, iy, seed) * (1 - sx) + hash(ix + 1, iy, seed) * sx;
  const bottom = hash(ix, iy + 1, seed) * (1 - sx) + hash(ix + 1, iy + 1, seed) * sx;
  return (top * (1 - sy) + bottom * sy) * 2 - 1;
}

/** Slope of the noise at a lattice point: one of 16 directions. */
function slope(x: number, y: number, seed: number, dx: number, dy: number): number {
  const angle = Math.floor(hash(x, y, seed) * 16) * (Math.PI / 8);
  return Math.cos(angle) * dx + Math.sin(angle) * dy;
}

/** Gradient noise, -1 to 1: rounder than `noise`, without its upright and level creases. */
export function waves(x: number, y: number, seed: number): number {
  const ix = Math.floor(x);
  const iy = Math.floor(y);
  const fx = x - ix;
  const fy = y - iy;
  const sx = fx * fx * fx * (fx * (fx * 6 - 15) + 10);
  const sy = fy * fy * fy * (fy * (fy * 6 - 15) + 10);
  const top = slope(ix, iy, seed, fx, fy) * (1 - sx) + slope(ix + 1, iy, seed, fx - 1, fy) * sx;
  const bottom =
    slope(ix, iy + 1, seed, fx, fy - 1) * (1 - sx) +
    slope(ix + 1, iy + 1, seed, fx - 1, fy - 1) * sx;
  return (top * (1 - sy) + bottom * sy) * 1.5;
}

/** Noise of several scales, each half as high as the one before. */
export function layered(x: number, y: number, seed: number, octaves: number): number {
  let sum = 0;
  let height = 1;
  let total = 0;
  for (let octave = 0; octave < octaves; octave += 1) {
    const zoom = 2 ** octave;
    sum += noise(x * zoom, y * zoom, seed + octave * 101) * height;
    total += height;
    height *= 0.5;
  }
  return sum / total;
}

export type Random = (from: number, to: number) => number;

/** A repeatable stream of numbers for a name. */
export function randomOf(name: string): Random {
  let state = 2166136261;
  for (const character of name) {
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16777619);
  }
  return (from, to) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return from + (((t ^ (t >>> 14)) >>> 0) / 4294967296) * (to - from);
  };
}

export const seedOf = (name: string) => Math.floor(randomOf(name)(1, 1e6));
