import type { AccessoryCut } from '../cut.ts';
import type { Random } from '../engine/noise.ts';
import type { Line, Part } from '../engine/part.ts';
import { curve, mirror } from '../engine/vector.ts';
import type { View } from './frame.ts';
import { fold, ribbing, stitch } from './lines.ts';
import { own } from './own.ts';

export function beanie(view: View, cut: AccessoryCut, random: Random): Part[] {
  const wide = 214;
  const dome = curve([
    [-wide, 120],
    [-wide - 4, -40],
    [-168, -178],
    [-62, -252],
    [0, -262],
    [62, -252],
    [168, -178],
    [wide + 4, -40],
    [wide, 120],
  ]);
  const ribs = Array.from({ length: 27 }, (_, index): Line => {
    const t = (index / 26) * 2 - 1;
    return {
      kind: 'seam',
      points: curve([
        [t * (wide + 2), 130],
        [t * (wide - 4), -60],
        [t * 140, -190],
        [t * 34, -258],
      ]),
      width: 5,
      height: -6,
    };
  });
  const crown: Part = {
    ...own(cut),
    cloth: 'knit',
    outline: dome,
    lines: [
      ...ribs,
      fold(
        [
          [-140, 60],
          [-60, 20],
          [60, 50],
        ],
        14,
        5,
      ),
    ],
    calm: 0.6,
    edge: 1.4,
  };
  const upper = curve(
    [
      [-wide - 10, 28],
      [0, 46],
      [wide + 10, 28],
    ],
    60,
  );
  const lower = curve(
    [
      [-wide - 5, 204],
      [0, 224],
      [wide + 5, 204],
    ],
    60,
  );
  const right = curve([
    [wide + 10, 28],
    [wide + 16, 116],
    [wide + 5, 204],
  ]);
  const cuff: Part = {
    ...own(cut),
    cloth: 'knit',
    outline: [
      ...upper,
      ...right.slice(1),
      ...[...lower].reverse().slice(1),
      ...mirror(right).slice(1),
    ],
    lift: 7,
    edge: 1.3,
    calm: 0.3,
    lines: ribbing(upper, lower, 16).map((line) => ({ ...line, width: 5, height: -6 })),
  };
  const tag: Part = {
    outline: [
      [92, 150],
      [140, 147],
      [141, 176],
      [93, 179],
    ],
    cloth: 'twill',
    dye: 'saddlebrown',
    lift: 1.5,
    calm: 0,
    lines: [
      stitch([
        [95, 154],
        [138, 151],
      ]),
      stitch([
        [96, 175],
        [138, 172],
      ]),
    ],
  };
  return view === 'back' ? [crown, cuff] : [crown, cuff, ...(random(0, 1) > -1 ? [tag] : [])];
}
