import type { TopCut } from '../cut.ts';
import { randomOf } from '../engine/noise.ts';
import type { Drawing, Part } from '../engine/part.ts';
import type { Point } from '../engine/vector.ts';
import { body, hemRib } from './body.ts';
import { frame, type Frame, type Pose, type View } from './frame.ts';
import { frontLines, frontParts } from './fronts.ts';
import { neckParts } from './necks.ts';
import { sleeves } from './sleeves.ts';

/** Rings of small figures around the neck, as a yoke is knitted: 0 or 1 at each point. */
function yoke(x: number, y: number): number {
  const ring = Math.hypot(x * 0.86, y + 30);
  if (ring < 112 || ring > 290) return 0;
  const row = Math.floor(ring / 7);
  const column = Math.floor((Math.atan2(x, y + 60) * 200) / 7);
  const pattern = [
    '1111111',
    '1000100',
    '0101010',
    '0010001',
    '0000000',
    '1010101',
    '0000000',
    '0010000',
    '0111000',
    '1111101',
    '0111000',
    '0010000',
    '0000000',
  ];
  const figure = pattern[row % pattern.length] ?? '';
  return figure.charAt(((column % figure.length) + figure.length) % figure.length) === '1'
    ? 0.95
    : 0;
}

function knittedYoke(cut: TopCut, part: Part): Part {
  if (cut.pattern?.kind !== 'yoke' || part.cloth !== 'knit') return part;
  return { ...part, motif: (x, y) => yoke(x, y), motifDye: cut.pattern.ink };
}

function focus(f: Frame, cut: TopCut): Point {
  if (cut.pockets?.includes('flap') === true && cut.length < 1.2) return [96, 226];
  if (cut.pockets?.includes('chest') === true) return [92, 220];
  if (cut.neck === 'lapel') return [66, 210];
  if (cut.neck === 'straps') return [60, 200];
  if (cut.waistline === 'belt') return [30, f.waistY - 30];
  return [52, f.neckDepth + 74];
}

export function top(cut: TopCut, view: View, name: string, pose: Pose): Drawing {
  const f = frame(cut, view, randomOf(`${name}/${view}`), pose);
  const neck = neckParts(f, cut);
  const main = body(f, cut);
  const rib = hemRib(f, cut);
  const parts = [
    ...neck.under,
    { ...main, lines: [...(main.lines ?? []), ...frontLines(f, cut)] },
    ...(rib === null ? [] : [rib]),
    // Hung sleeves fall over the pockets.
    ...(pose === 'hung'
      ? [...frontParts(f, cut), ...sleeves(f, cut)]
      : [...sleeves(f, cut), ...frontParts(f, cut)]),
    ...neck.over,
  ];
  return { parts: parts.map((part) => knittedYoke(cut, part)), focus: focus(f, cut) };
}
