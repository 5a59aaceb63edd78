import type { TopCut } from '../cut.ts';
import type { Line, Part } from '../engine/part.ts';
import { type Point, curve, shift } from '../engine/vector.ts';
import { belt } from './belt.ts';
import { cardiganBands, knitted } from './cardigan-bands.ts';
import { buttonRow, overlap, placket, zipper } from './closures.ts';
import type { Frame } from './frame.ts';
import { edge, stitch } from './lines.ts';
import { own } from './own.ts';
import { pocket } from './pockets.ts';

/** Lines on the body itself where a coat closes. */
export function frontLines(f: Frame, cut: TopCut): Line[] {
  if (f.view === 'back') return [];
  const coat =
    cut.neck === 'lapel' ||
    (cut.closure === 'buttons' && ['canvas', 'quilt', 'cord'].includes(cut.cloth));
  if (!coat) return [];
  const double = cut.closure === 'double';
  const top = f.neckDepth;
  const x = double ? 96 : 24;
  const line = curve(
    [
      [cut.neck === 'lapel' ? 0 : x, top],
      [x, top + 50],
      [x + 1, (top + f.length) / 2],
      [x + 3, f.length + 6],
    ],
    24,
  );
  return [
    ...edge([...line].reverse(), 4.4),
    ...(cut.cloth === 'wool' || cut.cloth === 'tweed' ? [] : [stitch(shift(line, -8, 0))]),
  ];
}

export function frontParts(f: Frame, cut: TopCut): Part[] {
  if (f.view === 'back') return belt(f, cut);
  const parts: Part[] = [];
  if (cut.closure === 'half' || cut.closure === 'hidden') parts.push(placket(f, cut));
  if (cut.closure === 'buttons') {
    const coat = frontLines(f, cut).length > 0;
    if (knitted(cut)) {
      const [right, left] = cardiganBands(f);
      if (right !== undefined && left !== undefined) {
        parts.push(right, {
          ...left,
          buttons: buttonRow(cut, 1, f.neckDepth + 62, f.length - 34, 5, 12.5),
        });
      }
    } else if (coat) parts.push(overlap(f, cut));
    else parts.push(placket(f, cut));
  }
  if (cut.closure === 'double') parts.push(overlap(f, cut));
  if (cut.closure === 'zip') parts.push(...zipper(f, cut));
  for (const kind of cut.pockets ?? []) parts.push(...pocket(f, cut, kind));
  if (cut.neck === 'lapel' && cut.length < 1.2 && cut.closure !== 'double') {
    const slot: Point[] = [
      [86, 262],
      [168, 252],
      [169, 272],
      [87, 282],
    ];
    parts.push({ ...own(cut), outline: slot, lift: 2, calm: 0.2 });
  }
  return [...parts, ...belt(f, cut)];
}
