import type { Cloth } from '../cut.ts';
import { hash, noise } from './noise.ts';

/** What a cloth does at one point: relief in drawing units and a factor on its colour. */
export interface Surface {
  relief: number;
  tone: number;
}

export interface ClothLook {
  /** Size of the smallest thing in the texture; drawn smaller than two pixels it fades out. */
  pitch: number;
  /** How deep the cloth buckles: wide waves, hand-wide wrinkles, small creases. */
  crumple: readonly [number, number, number];
  /** Depth of drawn folds against those of cotton. */
  drape: number;
  /** Thickness of an edge. */
  body: number;
  /** Strength of the shine, 0 dull. */
  shine: number;
  weave: (u: number, v: number, out: Surface) => void;
}

const TAU = Math.PI * 2;
const frac = (x: number) => x - Math.floor(x);
const fleck = (u: number, v: number, seed: number) =>
  hash(Math.floor(u), Math.floor(v), seed) - 0.5;

function plain(pitch: number, depth: number, tone: number): ClothLook['weave'] {
  return (u, v, out) => {
    const x = Math.sin((u * TAU) / pitch);
    const y = Math.sin((v * TAU) / pitch);
    out.relief = depth * x * y;
    out.tone = 1 + tone * (noise(u / 26, v / 1.6, 5) + noise(u / 1.6, v / 26, 6)) + tone * x * y;
  };
}

function twill(pitch: number, depth: number, slope: number, streak: number): ClothLook['weave'] {
  return (u, v, out) => {
    const line = Math.sin(((u + v * slope) * TAU) / pitch);
    const yarn = noise(u / 2.2, v / 90, 7);
    out.relief = depth * line;
    out.tone = 1 + streak * yarn + streak * 0.9 * line * (0.5 + noise(u / 3, v / 3, 8));
  };
}

/** Rows of V-shaped stitches. */
function stitches(gauge: number, row: number, depth: number): ClothLook['weave'] {
  return (u, v, out) => {
    const fx = frac(u / gauge) - 0.5;
    const leg = Math.abs(fx) * 2;
    const fy = frac(v / row + leg * 0.85);
    const lobe = Math.sin(Math.PI * fy);
    const across = Math.sin(Math.PI * Math.min(1, leg * 0.94 + 0.06));
    out.relief = depth * Math.sqrt(Math.max(0, lobe * across));
    out.tone =
      0.86 + 0.17 * lobe * across + 0.05 * noise(u / 3, v / 3, 9) + 0.02 * noise(u / 60, v / 5, 4);
  };
}

function ribs(pitch: number, depth: number, gauge: number): ClothLook['weave'] {
  const knit = stitches(gauge, gauge * 0.8, depth * 0.16);
  return (u, v, out) => {
    knit(u, v, out);
    const wave = Math.cos((u * TAU) / pitch);
    out.relief += depth * Math.sign(wave) * Math.sqrt(Math.abs(wave)) * 0.5;
    out.tone *= 0.94 + 0.08 * wave;
  };
}

function slubs(u: number, v: number, out: Surface) {
  const weft = noise(u / 42, v / 1.7, 11);
  const warp = noise(u / 1.7, v / 48, 12);
  const thick =
    Math.max(0, noise(u / 30, v / 2.4, 13) - 0.55) + Math.max(0, noise(u / 2.4, v / 34, 14) - 0.6);
  out.relief = 0.3 * (weft + warp) + 0.9 * thick;
  out.tone = 1 + 0.05 * weft + 0.045 * warp + 0.1 * thick;
}

function nap(grain: number, depth: number, tone: number): ClothLook['weave'] {
  return (u, v, out) => {
    const fibre = noise(u / grain, v / (grain * 1.5), 15);
    const fine = noise(u / (grain * 0.45), v / (grain * 0.45), 16);
    out.relief = depth * (fibre + 0.6 * fine);
    out.tone = 1 + tone * fibre + tone * 0.8 * fine + tone * 0.4 * noise(u / 40, v / 40, 17);
  };
}

function wales(u: number, v: number, out: Surface) {
  const wave = Math.abs(Math.sin((u * Math.PI) / 9.5));
  out.relief = 2.1 * Math.sqrt(wave) + 0.15 * noise(u / 1.5, v / 1.5, 18);
  out.tone = 0.8 + 0.24 * wave + 0.05 * noise(u / 7, v / 30, 19);
}

function tweed(u: number, v: number, out: Surface) {
  const column = Math.floor(u / 15);
  const lean = column % 2 === 0 ? 1 : -1;
  const bone = Math.sin(((u + lean * v * 0.9) * TAU) / 6);
  const dot = fleck(u / 3.2, v / 2.6, 20);
  out.relief = 0.42 * bone + 0.3 * noise(u / 2, v / 2, 21);
  out.tone =
    1 + 0.12 * bone + (Math.abs(dot) > 0.465 ? dot * 1.1 : 0) + 0.08 * noise(u / 2, v / 2, 22);
}

function quilted(u: number, v: number, out: Surface) {
  const p = frac((u + v) / 96) - 0.5;
  const q = frac((u - v) / 96) - 0.5;
  const puff = Math.cos(p * Math.PI) * Math.cos(q * Math.PI);
  const seam = Math.min(0.5 - Math.abs(p), 0.5 - Math.abs(q)) * 68;
  const crease = noise(u / 9, v / 9, 23) * Math.exp(-seam / 12);
  out.relief = 11 * Math.sqrt(Math.max(0, puff)) + 1.3 * crease + 0.12 * noise(u / 2, v / 2, 24);
  out.tone = seam < 1.1 ? 0.78 : 1;
}

const knitRow = stitches(7.5, 6.2, 0.95);

/** Two strands that cross between columns of reverse stitch; every fourth panel is moss stitch. */
function cables(u: number, v: number, out: Surface) {
  const period = 118;
  const x = frac(u / period + 0.5) * period - period / 2;
  const swing = Math.sin((v * TAU) / 92);
  const over = Math.cos((v * TAU) / 92);
  const width = 15;
  const strand = (centre: number, lift: number) => {
    const d = (x - centre) / width;
    return d * d < 1 ? Math.sqrt(1 - d * d) * 7 + lift : 0;
  };
  const one = strand(swing * 15, over * 2.6);
  const two = strand(-swing * 15, -over * 2.6);
  const high = Math.max(one, two);
  if (high > 0) {
    const slant = (one > two ? swing : -swing) * 0;
    knitRow(x * 1.05 + slant, v, out);
    out.relief = high + out.relief * 0.75;
    out.tone *= 0.88 + high * 0.017;
    return;
  }
  const edge = Math.abs(Math.abs(x) - 40);
  if (edge < 6) {
    knitRow(x, v, out);
    out.relief += 3.2 * Math.sqrt(1 - (edge / 6) ** 2);
    return;
  }
  const moss = Math.sin((u * TAU) / 11) * Math.sin((v * TAU) / 11);
  out.relief = 1.05 * moss;
  out.tone = 0.9 + 0.09 * moss + 0.03 * noise(u / 3, v / 3, 25);
}

const look = (
  pitch: number,
  crumple: ClothLook['crumple'],
  drape: number,
  body: number,
  shine: number,
  weave: ClothLook['weave'],
): ClothLook => ({ pitch, crumple, drape, body, shine, weave });

export const cloths: Record<Cloth, ClothLook> = {
  poplin: look(2.4, [7, 3.4, 0.55], 0.95, 4, 0.1, plain(2.4, 0.07, 0.012)),
  oxford: look(4.4, [7, 3, 0.5], 0.95, 5, 0.05, plain(4.4, 0.24, 0.045)),
  linen: look(4, [8, 5.2, 1.25], 1.1, 4.5, 0.03, slubs),
  flannel: look(5, [7, 3, 0.3], 1, 6, 0.02, nap(3, 0.28, 0.05)),
  denim: look(2.1, [7, 3.6, 0.7], 1, 6, 0.04, twill(3.6, 0.22, 1.5, 0.13)),
  twill: look(2, [7, 3, 0.5], 1, 6, 0.05, twill(3.4, 0.18, 1.4, 0.035)),
  cord: look(9, [7, 2.6, 0.2], 0.9, 7, 0.05, wales),
  jersey: look(3.6, [7.5, 3.2, 0.3], 1, 5, 0.03, stitches(3.6, 3.1, 0.16)),
  rib: look(6, [6, 2, 0.1], 0.75, 8, 0.02, ribs(13, 2.1, 6.5)),
  knit: look(6.4, [6.5, 2.4, 0.15], 0.85, 9, 0.02, stitches(6.4, 5.4, 0.62)),
  chunky: look(11, [6.5, 2.4, 0.1], 0.75, 14, 0.02, ribs(27, 4.6, 13.5)),
  cable: look(9, [6, 1.6, 0.1], 0.6, 13, 0.02, cables),
  wool: look(5, [6.5, 2.4, 0.15], 1, 9, 0.015, nap(2.8, 0.34, 0.07)),
  tweed: look(4, [6, 2.2, 0.2], 0.9, 8, 0.01, tweed),
  quilt: look(8, [7, 1.2, 0.1], 0.45, 14, 0.16, quilted),
  satin: look(2, [7, 2, 0.1], 1.25, 3, 0.5, plain(2, 0.03, 0.008)),
  canvas: look(4, [6.5, 3.4, 0.8], 0.95, 7, 0.04, plain(4, 0.3, 0.03)),
  fleece: look(5, [7.5, 3, 0.3], 0.9, 12, 0.01, nap(5, 0.85, 0.07)),
};
