import { cloths, type Surface } from './cloths.ts';
import { blurred, field, read, type Field } from './field.ts';
import { halfway, toLight } from './light.ts';
import { layered, noise } from './noise.ts';
import type { Line, Part } from './part.ts';
import { ink } from './patterns.ts';
import { coverage } from './raster.ts';
import { spaced, stamp } from './stroke.ts';
import { apply, inverse, scaleOf, type Matrix, type Point } from './vector.ts';

/** A part as it falls on the canvas, before it is dyed: its colour is laid in afterwards. */
export interface Layer {
  part: Part;
  mask: Field;
  /** Light on the cloth, 1 on flat ground. */
  light: Float32Array;
  shine: Float32Array;
  /** Factor on the colour. */
  tone: Float32Array;
  /** Share of the pattern's second colour. */
  ink: Float32Array;
  /** Share of thread on the surface. */
  thread: Float32Array;
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

/** Relief of the cloth itself: waves and wrinkles, read coarsely and stretched. */
function addWrinkles(height: Field, part: Part, back: Matrix, scale: number, seed: number) {
  const { crumple } = cloths[part.cloth];
  const calm = (part.calm ?? 1) * scale;
  const step = 4;
  const columns = Math.ceil(height.width / step) + 2;
  const rows = Math.ceil(height.height / step) + 2;
  const coarse = new Float32Array(columns * rows);
  const angle = ((part.grain ?? 0) * Math.PI) / 180;
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const [x, y] = apply(back, [height.x + column * step, height.y + row * step]);
      const u = x * Math.cos(angle) + y * Math.sin(angle);
      const v = -x * Math.sin(angle) + y * Math.cos(angle);
      const bend = noise(u / 210, v / 260, seed + 3) * 70;
      const wide = layered((u + bend) / 150, (v + bend) / 330, seed, 2);
      const hand = 1 - Math.abs(layered((u + bend) / 74, (v - bend) / 120, seed + 1, 2)) * 2;
      const small = 1 - Math.abs(noise((u + bend * 0.5) / 23, (v + bend * 0.4) / 34, seed + 2)) * 2;
      const patch = Math.max(0, noise(u / 160, v / 160, seed + 9) * 0.8 + 0.35);
      coarse[row * columns + column] =
        calm *
        (1.5 * crumple[0] * wide +
          1.7 * crumple[1] * hand * patch +
          1.4 * crumple[2] * small * patch);
    }
  }
  for (let y = 0; y < height.height; y += 1) {
    const fy = y / step;
    const row = Math.floor(fy);
    const ty = fy - row;
    for (let x = 0; x < height.width; x += 1) {
      const fx = x / step;
      const column = Math.floor(fx);
      const tx = fx - column;
      const i = row * columns + column;
      const top = read(coarse, i) * (1 - tx) + read(coarse, i + 1) * tx;
      const bottom = read(coarse, i + columns) * (1 - tx) + read(coarse, i + columns + 1) * tx;
      const index = y * height.width + x;
      height.data[index] = read(height.data, index) + top * (1 - ty) + bottom * ty;
    }
  }
}

/** The rounded edge: thickness that rises over a short way in from the outline. */
function addEdge(height: Field, mask: Field, thickness: number, radius: number) {
  const soft = blurred(mask, radius / 2.2);
  for (let i = 0; i < height.data.length; i += 1) {
    const t = Math.min(1, Math.max(0, (read(soft.data, i) - 0.42) / 0.58));
    height.data[i] = read(height.data, i) + thickness * Math.sqrt(t);
  }
}

function stampLine(
  line: Line,
  drape: number,
  to: Matrix,
  scale: number,
  target: { height: Field; thread: Field; ink: Field },
) {
  const points = line.points.map((point) => apply(to, point));
  const width = Math.max(0.5, line.width * scale);
  if (line.kind === 'stitch') {
    const gap = 9 * scale;
    const dots = spaced(points, gap / 2);
    stamp(target.height, { points, width: width * 2.1, height: -line.height * scale * 0.9 });
    for (let i = 0; i + 1 < dots.length; i += 2) {
      const pair = [dots[i], dots[i + 1]].filter((dot): dot is Point => dot !== undefined);
      const [p, q] = pair;
      if (p === undefined || q === undefined) continue;
      const dash: Point[] = [
        [p[0], p[1]],
        [p[0] + (q[0] - p[0]) * 1.12, p[1] + (q[1] - p[1]) * 1.12],
      ];
      stamp(target.height, { points: dash, width, height: line.height * scale });
      stamp(target.thread, { points: dash, width, height: 1 });
    }
    return;
  }
  if (line.kind === 'print') {
    stamp(target.ink, { points, width, height: line.height });
    return;
  }
  const factor = line.kind === 'fold' ? drape : 1;
  const { skew = 0, taper = 0 } = line;
  stamp(target.height, { points, width, height: line.height * scale * factor, skew, taper });
}

/** How far a slope draws the pattern aside, in drawing units. */
const bend = (slope: number) => Math.max(-2.4, Math.min(2.4, slope)) * 1.8;

/** Works out how the light falls on a part. Nothing here knows the garment's colour. */
export function layerOf(part: Part, to: Matrix, canvas: Size, seed: number): Layer | null {
  const cloth = cloths[part.cloth];
  const scale = scaleOf(to);
  const mask = coverage(
    part.outline.map((point) => apply(to, point)),
    12,
    canvas,
  );
  if (mask === null) return null;
  const { width, height: rows } = mask;
  const relief = field(mask.x, mask.y, width, rows);
  const thread = field(mask.x, mask.y, width, rows);
  const inks = field(mask.x, mask.y, width, rows);
  const back = inverse(to);
  const thickness = cloth.body * (part.edge ?? 1) * scale;
  if (thickness > 0) addEdge(relief, mask, thickness, Math.max(1.5, cloth.body * 1.05 * scale));
  addWrinkles(relief, part, back, scale, seed);
  const target = { height: relief, thread, ink: inks };
  for (const line of part.lines ?? []) stampLine(line, cloth.drape, to, scale, target);
  const hollow = blurred(relief, 16 * scale);

  const size = width * rows;
  const light = new Float32Array(size);
  const shine = new Float32Array(size);
  const tone = new Float32Array(size);
  const grain = ((part.grain ?? 0) * Math.PI) / 180;
  const cos = Math.cos(grain);
  const sin = Math.sin(grain);
  const fade = Math.min(1, Math.max(0, (cloth.pitch * scale - 2) / 2.4));
  const surface: Surface = { relief: 0, tone: 1 };
  const folds = Float32Array.from(relief.data);
  for (let y = 0; y < rows; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const i = y * width + x;
      if (read(mask.data, i) === 0) continue;
      const cx = mask.x + x + 0.5;
      const cy = mask.y + y + 0.5;
      // The cloth's own lines bend with its folds.
      const gx = x > 0 && x < width - 1 ? read(folds, i + 1) - read(folds, i - 1) : 0;
      const gy = y > 0 && y < rows - 1 ? read(folds, i + width) - read(folds, i - width) : 0;
      const px = back.a * cx + back.c * cy + back.e + bend(gx);
      const py = back.b * cx + back.d * cy + back.f + bend(gy);
      const u = px * cos + py * sin;
      const v = -px * sin + py * cos;
      cloth.weave(u, v, surface);
      relief.data[i] = read(relief.data, i) + surface.relief * scale * fade;
      tone[i] = 1 + (surface.tone - 1) * (0.35 + 0.65 * fade);
      if (part.pattern !== undefined) {
        inks.data[i] = Math.max(read(inks.data, i), ink(part.pattern, u, v));
      }
      if (part.motif !== undefined) inks.data[i] = part.motif(px, py);
    }
  }
  const [lx, ly, lz] = toLight;
  const [hx, hy, hz] = halfway;
  const gloss = cloth.shine > 0.3 ? 14 : 26;
  for (let y = 0; y < rows; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const i = y * width + x;
      if (read(mask.data, i) === 0) continue;
      const dx =
        (read(relief.data, x < width - 1 ? i + 1 : i) - read(relief.data, x > 0 ? i - 1 : i)) / 2;
      const dy =
        (read(relief.data, y < rows - 1 ? i + width : i) -
          read(relief.data, y > 0 ? i - width : i)) /
        2;
      const n = 1 / Math.sqrt(1 + dx * dx + dy * dy);
      const lambert = Math.max(0, (-dx * lx - dy * ly + lz) * n) / lz;
      const depth = read(hollow.data, i) - read(folds, i);
      const shelter = Math.min(1.1, Math.max(0.55, 1 - (depth / scale) * 0.022));
      light[i] = (0.3 + 0.7 * lambert) * shelter * (part.shade ?? 1);
      const spark = Math.max(0, (-dx * hx - dy * hy + hz) * n);
      shine[i] = cloth.shine * (spark ** gloss - hz ** gloss * 0.6);
    }
  }
  return { part, mask, light, shine, tone, ink: inks.data, thread: thread.data, scale };
}
