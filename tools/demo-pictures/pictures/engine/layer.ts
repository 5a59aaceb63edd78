import { cloths, type Surface } from './cloths.ts';
import { blurred, field, read, type Field } from './field.ts';
import { halfway, toFill, toLight } from './light.ts';
import { hash, waves } from './noise.ts';
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

/** A crease where the noise crosses nothing: narrow, and round enough not to cut. */
const crease = (value: number, narrow: number) => 1 / (1 + (value * narrow) ** 2);

/** Relief of the cloth itself: waves and wrinkles, read coarsely and stretched. */
function addWrinkles(height: Field, part: Part, back: Matrix, scale: number, seed: number) {
  const { crumple } = cloths[part.cloth];
  const calm = (part.calm ?? 1) * scale;
  const step = 4;
  const columns = Math.ceil(height.width / step) + 2;
  const rows = Math.ceil(height.height / step) + 2;
  const coarse = new Float32Array(columns * rows);
  // Every piece of cloth buckles along lines of its own.
  const angle = ((part.grain ?? 0) * Math.PI) / 180 + (hash(seed, 5, 1) - 0.5) * 1.1;
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const [x, y] = apply(back, [height.x + column * step, height.y + row * step]);
      const u = x * cos + y * sin;
      const v = -x * sin + y * cos;
      const bend = waves(u / 190, v / 240, seed + 3) * 34;
      const wide = waves((u + bend) / 130, (v + bend) / 300, seed);
      // Drawn out lengthwise, as a closed ring is no crease.
      const hand = crease(waves((u + bend) / 64, (v - bend) / 360, seed + 1), 5);
      const small = crease(waves((u + bend) / 24, (v + bend) / 96, seed + 2), 4);
      const patch = Math.min(1, Math.max(0, waves(u / 170, v / 170, seed + 9) * 1.6 + 0.12));
      coarse[row * columns + column] =
        calm *
        (1.6 * crumple[0] * wide + patch * (2 * crumple[1] * hand + 1.8 * crumple[2] * small));
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
  stamp(target.height, { ...line, points, width, height: line.height * scale * factor });
}

/** How far a slope draws the cloth's own lines aside, in drawing units. */
const bend = (slope: number) => Math.max(-2.4, Math.min(2.4, slope)) * 1.8;

/** How far a fold lifts what is printed or woven across it, as a share of its height. */
const RISE = 0.65;

/** How far each fold draws a pattern up, in drawing units; wide waves do so less than folds. */
function liftOf(relief: Field, scale: number): Float32Array {
  const round = blurred(relief, 2.5 * scale).data;
  const wide = blurred(relief, 16 * scale).data;
  return round.map((height, i) => ((height - read(wide, i)) * RISE + read(wide, i) * 0.2) / scale);
}

/** Works out how the light falls on a part. Nothing here knows the garment's colour. */
export function layerOf(
  part: Part,
  to: Matrix,
  canvas: Size,
  seed: number,
  drift: (point: Point) => Point,
): Layer | null {
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
  addWrinkles(relief, part, back, scale, seed);
  const target = { height: relief, thread, ink: inks };
  for (const line of part.lines ?? []) stampLine(line, cloth.drape, to, scale, target);
  const folded = part.pattern === undefined ? null : liftOf(relief, scale);
  const thickness = cloth.body * (part.edge ?? 1) * scale;
  if (thickness > 0) addEdge(relief, mask, thickness, Math.max(1.5, cloth.body * 1.05 * scale));
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
      if (part.pattern !== undefined && folded !== null) {
        // It lies as the cloth lies: drifted with the outline, lifted by each fold.
        const lifted = read(folded, i);
        const ax = back.a * cx + back.c * cy + back.e + lifted * 0.4;
        const ay = back.b * cx + back.d * cy + back.f + lifted;
        const [dx, dy] = drift([ax, ay]);
        const [fx, fy] = [2 * ax - dx, 2 * ay - dy];
        const [p, q] = part.flat?.(fx, fy) ?? [fx * cos + fy * sin, -fx * sin + fy * cos];
        inks.data[i] = Math.max(read(inks.data, i), ink(part.pattern, p, q));
      }
      if (part.motif !== undefined) inks.data[i] = part.motif(px, py);
    }
  }
  const [lx, ly, lz] = toLight;
  const [fx, fy, fz] = toFill;
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
      const second = Math.max(0, (-dx * fx - dy * fy + fz) * n) / fz;
      light[i] = (0.26 + 0.6 * lambert + 0.14 * second) * shelter * (part.shade ?? 1);
      const spark = Math.max(0, (-dx * hx - dy * hy + hz) * n);
      shine[i] = cloth.shine * (spark ** gloss - hz ** gloss * 0.6);
    }
  }
  return { part, mask, light, shine, tone, ink: inks.data, thread: thread.data, scale };
}
