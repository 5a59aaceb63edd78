import sharp from 'sharp';
import { dyes, type Dye } from '../dyes.ts';
import { blurred, field, read, type Field } from './field.ts';
import type { Layer, Size } from './layer.ts';
import { linear } from './light.ts';
import { noise } from './noise.ts';
import type { Button } from './part.ts';
import { apply, type Matrix } from './vector.ts';

/** A picture in linear light, three numbers a pixel. */
export interface Canvas extends Size {
  data: Float32Array;
}

export function canvas(size: Size): Canvas {
  return { ...size, data: new Float32Array(size.width * size.height * 3) };
}

export const copyOf = (source: Canvas): Canvas => ({
  ...source,
  data: Float32Array.from(source.data),
});

/** Darkens the canvas under a shape. */
function cast(target: Canvas, shape: Field, dx: number, dy: number, strength: number) {
  for (let y = 0; y < shape.height; y += 1) {
    const cy = shape.y + y + dy;
    if (cy < 0 || cy >= target.height) continue;
    for (let x = 0; x < shape.width; x += 1) {
      const cx = shape.x + x + dx;
      const amount = read(shape.data, y * shape.width + x) * strength;
      if (amount <= 0.001 || cx < 0 || cx >= target.width) continue;
      const i = (cy * target.width + cx) * 3;
      // Shadows keep a little of the warm ground's colour.
      target.data[i] = read(target.data, i) * (1 - amount);
      target.data[i + 1] = read(target.data, i + 1) * (1 - amount * 1.01);
      target.data[i + 2] = read(target.data, i + 2) * (1 - amount * 1.015);
    }
  }
}

function padded(shape: Field, pad: number): Field {
  const result = field(shape.x - pad, shape.y - pad, shape.width + 2 * pad, shape.height + 2 * pad);
  for (let y = 0; y < shape.height; y += 1) {
    const row = shape.data.subarray(y * shape.width, (y + 1) * shape.width);
    result.data.set(row, (y + pad) * result.width + pad);
  }
  return result;
}

/** One shape of all layers together. */
function union(layers: readonly Layer[]): Field | null {
  if (layers.length === 0) return null;
  const left = Math.min(...layers.map(({ mask }) => mask.x));
  const top = Math.min(...layers.map(({ mask }) => mask.y));
  const right = Math.max(...layers.map(({ mask }) => mask.x + mask.width));
  const bottom = Math.max(...layers.map(({ mask }) => mask.y + mask.height));
  const whole = field(left, top, right - left, bottom - top);
  for (const { mask } of layers) {
    for (let y = 0; y < mask.height; y += 1) {
      const to = (mask.y + y - top) * whole.width + mask.x - left;
      for (let x = 0; x < mask.width; x += 1) {
        const value = read(mask.data, y * mask.width + x);
        if (value > read(whole.data, to + x)) whole.data[to + x] = value;
      }
    }
  }
  return whole;
}

/** The garment's shadow on what it lies on: close and dark at the edge, wide and faint beyond. */
export function shadow(target: Canvas, layers: readonly Layer[], height = 1): void {
  const shape = union(layers);
  if (shape === null) return;
  const scale = (layers[0]?.scale ?? 1) * height;
  for (const [spread, offset, strength] of [
    [2.5, 3, 0.5],
    [10, 10, 0.34],
    [34, 26, 0.26],
  ] as const) {
    const sigma = Math.max(1, spread * scale * 0.6);
    const soft = blurred(padded(shape, Math.ceil(sigma * 3)), sigma);
    cast(target, soft, Math.round(offset * scale * 0.75), Math.round(offset * scale), strength);
  }
}

function partShadow(target: Canvas, layer: Layer) {
  const lift = (layer.part.lift ?? 0) * layer.scale;
  if (lift <= 0) return;
  const wide = blurred(padded(layer.mask, Math.ceil(lift * 3)), Math.max(1, lift * 0.8));
  cast(target, wide, Math.round(lift * 0.7), Math.round(lift * 0.9), 0.42);
  const close = blurred(padded(layer.mask, 4), Math.max(1, lift * 0.18));
  cast(target, close, 1, Math.max(1, Math.round(lift * 0.16)), 0.4);
}

/** The second colour of a pattern; on cloth of the very same colour it turns pale. */
function inkDye(layer: Layer, dye: Dye): Dye {
  const wanted = layer.part.pattern?.ink ?? layer.part.motifDye ?? 'ivory';
  return wanted === dye ? 'ivory' : wanted;
}

function dyeLayer(target: Canvas, layer: Layer, dye: Dye) {
  const own = layer.part.dye ?? dye;
  const base = linear(dyes[own]);
  const second = linear(dyes[inkDye(layer, own)]);
  const brightness = 0.2126 * base[0] + 0.7152 * base[1] + 0.0722 * base[2];
  const threadDye = layer.part.stitch;
  // Tonal thread: a shade lighter on dark cloth, a shade darker on pale cloth.
  const tonal = brightness < 0.12 ? 2 : brightness < 0.4 ? 1.3 : 0.74;
  const thread =
    threadDye === undefined
      ? ([base[0] * tonal, base[1] * tonal, base[2] * tonal] as const)
      : linear(dyes[threadDye]);
  const { mask } = layer;
  for (let y = 0; y < mask.height; y += 1) {
    const cy = mask.y + y;
    if (cy < 0 || cy >= target.height) continue;
    for (let x = 0; x < mask.width; x += 1) {
      const cx = mask.x + x;
      const i = y * mask.width + x;
      const alpha = read(mask.data, i);
      if (alpha <= 0 || cx < 0 || cx >= target.width) continue;
      const light = read(layer.light, i);
      const tone = read(layer.tone, i);
      const inked = Math.min(1, read(layer.ink, i));
      const sewn = Math.min(1, read(layer.thread, i));
      // Even black cloth has some light in its fibres.
      const fuzz = 0.012 * light * light + read(layer.shine, i) * (0.05 + 0.35 * brightness);
      const to = (cy * target.width + cx) * 3;
      for (let channel = 0; channel < 3; channel += 1) {
        const cloth = (base[channel] ?? 0) * (1 - inked) + (second[channel] ?? 0) * inked;
        const colour = cloth * (1 - sewn) * tone + (thread[channel] ?? 0) * sewn;
        const lit = Math.max(0, colour * light + fuzz);
        target.data[to + channel] = read(target.data, to + channel) * (1 - alpha) + lit * alpha;
      }
    }
  }
}

const rings = [{ size: 1.16, dx: 0.14, dy: 0.2 }] as const;

function button(target: Canvas, at: Button, to: Matrix, scale: number) {
  const [x, y] = apply(to, [at.x, at.y]);
  const r = at.radius * scale;
  const base = linear(dyes[at.dye]);
  const reach = Math.ceil(r * 1.7);
  for (let py = Math.floor(y) - reach; py <= y + reach; py += 1) {
    if (py < 0 || py >= target.height) continue;
    for (let px = Math.floor(x) - reach; px <= x + reach; px += 1) {
      if (px < 0 || px >= target.width) continue;
      const i = (py * target.width + px) * 3;
      const dx = px + 0.5 - x;
      const dy = py + 0.5 - y;
      for (const ring of rings) {
        const d = Math.hypot(dx - ring.dx * r, dy - ring.dy * r) / (r * ring.size);
        const dark = 0.6 * Math.min(1, Math.max(0, (1.18 - d) / 0.3));
        for (let c = 0; c < 3; c += 1) target.data[i + c] = read(target.data, i + c) * (1 - dark);
      }
      const d = Math.hypot(dx, dy);
      const alpha = Math.min(1, Math.max(0, r - d + 0.5));
      if (alpha <= 0) continue;
      const t = d / r;
      // A turned rim, a dished middle, four holes.
      const slope = t > 0.82 ? 1.2 : t > 0.62 ? -0.9 : 0.12;
      const facing = (-dx * 0.62 - dy * 0.72) / (d || 1);
      const light = 1 + (at.metal === true ? 0.75 : 0.42) * slope * facing * Math.min(1, t * 2);
      const hole =
        at.metal === true
          ? 1
          : Math.min(Math.abs(Math.abs(dx) - r * 0.22), 99) < r * 0.09 &&
              Math.abs(Math.abs(dy) - r * 0.22) < r * 0.09
            ? 0.35
            : 1;
      const glint = Math.exp(
        -(((dx + r * 0.35) / (r * 0.2)) ** 2 + ((dy + r * 0.42) / (r * 0.14)) ** 2),
      );
      const grain = 1 + 0.07 * noise(dx / (r * 0.4), dy / (r * 0.12), 31);
      for (let c = 0; c < 3; c += 1) {
        const lit = ((base[c] ?? 0) * light * grain + 0.12 * glint) * hole;
        target.data[i + c] = read(target.data, i + c) * (1 - alpha) + Math.max(0, lit) * alpha;
      }
    }
  }
}

/** Lays the garment's parts on the canvas in one colour, lowest first. */
export function paint(target: Canvas, layers: readonly Layer[], dye: Dye, to: Matrix): void {
  for (const layer of layers) {
    partShadow(target, layer);
    dyeLayer(target, layer, dye);
    for (const each of layer.part.buttons ?? []) button(target, each, to, layer.scale);
  }
}

/** WebP of the canvas, in sRGB. */
export async function encode(source: Canvas, quality: number): Promise<Buffer> {
  const bytes = Buffer.alloc(source.data.length);
  for (let i = 0; i < source.data.length; i += 1) {
    const value = Math.min(1, Math.max(0, read(source.data, i)));
    bytes[i] = Math.round(value ** (1 / 2.2) * 255);
  }
  const { width, height } = source;
  return sharp(bytes, { raw: { width, height, channels: 3 } })
    .webp({ quality, effort: 4, smartSubsample: true })
    .toBuffer();
}
