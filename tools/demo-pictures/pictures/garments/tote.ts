import type { AccessoryCut } from '../cut.ts';
import type { Part } from '../engine/part.ts';
import { beside, curve, mirror } from '../engine/vector.ts';
import type { View } from './frame.ts';
import { fold, stitch } from './lines.ts';
import { own } from './own.ts';

export function tote(cut: AccessoryCut, view: View): Part[] {
  const handle = (rise: number, behind: boolean): Part => {
    const line = curve([
      [-118, 40],
      [-116, -180],
      [-84, -rise],
      [0, -rise - 46],
      [84, -rise],
      [116, -180],
      [118, 40],
    ]);
    return {
      ...own(cut),
      outline: [...beside(line, 17), ...[...beside(line, -17)].reverse()],
      lift: 5,
      calm: 0.3,
      edge: 1.1,
      ...(behind ? { shade: 0.86 } : {}),
      lines: [stitch(beside(line, 12)), stitch(beside(line, -12))],
    };
  };
  const side = curve([
    [300, 0],
    [306, 300],
    [292, 640],
  ]);
  const bag: Part = {
    ...own(cut),
    outline: [
      ...curve([
        [-300, 0],
        [0, 10],
        [300, 0],
      ]),
      ...side.slice(1),
      ...curve([
        [292, 640],
        [0, 652],
        [-292, 640],
      ]),
      ...mirror(side),
    ],
    lift: 3,
    edge: 1.1,
    lines: [
      stitch(
        curve([
          [-297, 34],
          [0, 44],
          [297, 34],
        ]),
      ),
      stitch(
        curve([
          [-297, 42],
          [0, 52],
          [297, 42],
        ]),
      ),
      fold(
        [
          [-250, 80],
          [-140, 300],
          [-170, 560],
        ],
        22,
        9,
      ),
      fold(
        [
          [230, 120],
          [150, 320],
          [210, 600],
        ],
        20,
        8,
      ),
      fold(
        [
          [-60, 200],
          [30, 330],
          [0, 500],
        ],
        24,
        7,
      ),
      fold(
        [
          [-290, 620],
          [-200, 540],
          [-150, 420],
        ],
        12,
        7,
      ),
      fold(
        [
          [286, 620],
          [190, 560],
          [120, 460],
        ],
        12,
        7,
      ),
    ],
  };
  const straps = [-118, 118].map((x): Part => ({
    ...own(cut),
    outline: [
      [x - 17, 8],
      [x + 17, 8],
      [x + 17, 646],
      [x - 17, 646],
    ],
    lift: 2,
    calm: 0.6,
    lines: [
      stitch([
        [x - 12, 10],
        [x - 12, 642],
      ]),
      stitch([
        [x + 12, 10],
        [x + 12, 642],
      ]),
      stitch([
        [x - 13, 60],
        [x + 13, 96],
      ]),
      stitch([
        [x + 13, 60],
        [x - 13, 96],
      ]),
    ],
  }));
  const mouth: Part = {
    ...own(cut),
    outline: [
      ...curve([
        [-300, 0],
        [0, -16],
        [300, 0],
      ]),
      ...curve([
        [300, 0],
        [0, 14],
        [-300, 0],
      ]),
    ],
    shade: 0.55,
  };
  return view === 'front'
    ? [handle(300, true), mouth, bag, ...straps, handle(262, false)]
    : [handle(300, true), mouth, bag, ...straps];
}
