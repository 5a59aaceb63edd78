import type { TopCut } from '../cut.ts';
import type { Part } from '../engine/part.ts';
import { beside, curve } from '../engine/vector.ts';
import { mirrored } from './collars.ts';
import { type Frame, neckline } from './frame.ts';
import { wovenLabel } from './label.ts';
import { fold, ribbing, seam, stitch } from './lines.ts';
import { own } from './own.ts';

/** The inside of the back, seen through the neck, with the woven label. */
export function inside(f: Frame, cut: TopCut): Part[] {
  if (f.view === 'back' || cut.neck === 'straps') return [];
  const { neck, neckDepth } = f;
  const rise = cut.neck === 'boat' ? 14 : 26;
  const back: Part = {
    ...own(cut),
    outline: [
      ...curve([
        [-neck - 4, 4],
        [-neck * 0.5, -rise * 0.8],
        [0, -rise],
        [neck * 0.5, -rise * 0.8],
        [neck + 4, 4],
      ]),
      [neck + 2, 30],
      [neck - 4, neckDepth + 16],
      [4 - neck, neckDepth + 16],
      [-neck - 2, 30],
    ],
    shade: 0.56,
    edge: 0.4,
    lines: [
      ...seam(
        curve([
          [-neck - 4, 40],
          [0, 30],
          [neck + 4, 40],
        ]),
        0.6,
      ),
      fold(
        [
          [-30, 44],
          [-16, 110],
          [0, neckDepth],
        ],
        14,
        4,
      ),
    ],
  };
  const label = wovenLabel(cut.neck === 'boat' ? -2 : 3);
  return [back, ...(neckDepth > 40 ? [label] : [])];
}

export function ringBand(f: Frame, cut: TopCut, width: number): Part[] {
  const { neck } = f;
  const inner = neckline(f, cut);
  const outer = beside(inner, -width);
  const cloth = cut.cloth === 'jersey' ? 'jersey' : cut.cloth === 'linen' ? 'jersey' : 'knit';
  const gap =
    cut.cloth === 'jersey' || cut.cloth === 'linen'
      ? 5
      : cut.cloth === 'chunky' || cut.cloth === 'cable'
        ? 13
        : 8;
  const ring: Part = {
    outline: [...inner, ...[...outer].reverse()],
    cloth,
    lift: 1.8,
    calm: 0.1,
    edge: 0.8,
    lines: [...ribbing(inner, outer, gap), { kind: 'seam', points: outer, width: 2, height: -2 }],
  };
  const rise = cut.neck === 'boat' ? 16 : 30;
  const high = curve([
    [-neck - width * 0.7, 8],
    [-neck * 0.55, -rise * 0.82],
    [0, -rise],
    [neck * 0.55, -rise * 0.82],
    [neck + width * 0.7, 8],
  ]);
  const low = curve([
    [-neck + 2, 6],
    [-neck * 0.5, -rise * 0.82 + width * 0.78],
    [0, -rise + width * 0.86],
    [neck * 0.5, -rise * 0.82 + width * 0.78],
    [neck - 2, 6],
  ]);
  const back: Part = {
    outline: [...high, ...[...low].reverse()],
    cloth,
    shade: f.view === 'front' ? 0.8 : 1,
    calm: 0.1,
    lift: 1,
    lines: ribbing(low, high, gap),
  };
  if (f.view === 'back') return [back];
  return [back, ring];
}

export function standBand(f: Frame, cut: TopCut): Part[] {
  const { neck, neckDepth } = f;
  const back = ringBand(f, { ...cut, cloth: 'poplin' }, 30)[0];
  if (back === undefined) return [];
  const plain: Part = {
    ...back,
    ...own(cut),
    lines: [],
    calm: 0.3,
    shade: f.view === 'front' ? 0.74 : 1,
  };
  if (f.view === 'back') return [plain];
  const half = curve([
    [neck - 8, -8],
    [neck * 0.8, neckDepth * 0.5],
    [neck * 0.42, neckDepth * 0.84],
    [8, neckDepth - 6],
  ]);
  const outer = beside(half, -30);
  const leaf: Part = {
    ...own(cut),
    outline: [...half, ...[...outer].reverse()],
    lift: 2.5,
    calm: 0.3,
    grain: -40,
    lines: [stitch(beside(half, -6)), stitch(beside(half, -25))],
  };
  return [plain, mirrored(leaf), leaf];
}
