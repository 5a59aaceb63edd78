import type { SkirtCut } from '../cut.ts';
import { randomOf } from '../engine/noise.ts';
import type { Button, Drawing, Part } from '../engine/part.ts';
import { type Point, mirror, shift } from '../engine/vector.ts';
import type { View } from './frame.ts';
import { rivets } from './jeans-front.ts';
import { stitch } from './lines.ts';
import { own } from './own.ts';
import { drape, shape } from './skirt-shape.ts';
import { styleLines } from './skirt-styles.ts';
import { tie, waistband } from './skirt-waist.ts';

function fastenings(cut: SkirtCut, length: number): Button[] {
  if (cut.style === 'jeans') return [...rivets(1, 198), ...rivets(-1, 198)];
  if (cut.style !== 'buttons') return [];
  return Array.from({ length: 6 }, (_, index) => ({
    x: 0,
    y: 62 + ((length - 190) * index) / 5,
    radius: 12,
    dye: cut.buttons ?? 'saddlebrown',
  }));
}

export function skirt(cut: SkirtCut, view: View, name: string): Drawing {
  const random = randomOf(`${name}/${view}`);
  const s = shape(cut, random);
  const side = Array.from({ length: 16 }, (_, index): Point => {
    const y = ((s.length - (cut.flare > 1.15 ? 40 : 10)) * index) / 15;
    return [s.halfAt(y), y];
  });
  const hemDepth = cut.style === 'pleated' ? 12 : 30;
  const main: Part = {
    ...own(cut),
    outline: [...side, ...s.hemline.slice(1, -1), ...mirror(side)],
    lines: [
      ...(cut.style === 'pleated' ? [] : drape(cut, s, random)),
      ...styleLines(cut, s, view, random),
      ...(cut.style === 'pleated' || cut.cloth === 'satin'
        ? []
        : [stitch(shift(s.hemline, 0, -hemDepth))]),
    ],
    buttons: view === 'front' ? fastenings(cut, s.length) : [],
  };
  return {
    parts: [main, ...waistband(cut, view, random), ...(view === 'front' ? tie(cut) : [])],
    focus: cut.style === 'wrap' ? [-70, 80] : [40, 100],
  };
}
