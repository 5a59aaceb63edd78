import type { AccessoryCut } from '../cut.ts';
import type { Random } from '../engine/noise.ts';
import type { Part } from '../engine/part.ts';
import { curve, type Point } from '../engine/vector.ts';
import { fan, roll } from './creases.ts';
import { ribbing, seam } from './lines.ts';
import { own } from './own.ts';

/** The hand, narrowed at the tip along two lines of decreases. */
function hand(cut: AccessoryCut, random: Random): Part {
  return {
    ...own(cut),
    outline: curve([
      [-84, 160],
      [-96, 60],
      [-100, -90],
      [-92, -196],
      [-60, -264],
      [-6, -292],
      [50, -270],
      [86, -206],
      [98, -100],
      [100, 40],
      [88, 160],
      [-84, 160],
    ]),
    lines: [
      ...[-1, 1].flatMap((sign) =>
        seam(
          curve([
            [sign * 80, -150],
            [sign * 62, -216],
            [sign * 22 - 4, -276],
          ]),
          0.7,
        ),
      ),
      roll(
        [
          [random(-60, -30), 130],
          [random(-46, -10), 20],
          [random(-30, 20), -90],
        ],
        18,
        6,
      ),
      ...fan([84, 110], random(60, 84), 14, 120, 2, random),
    ],
    edge: 1.3,
    calm: 0.8,
  };
}

/** The thumb, knitted on at its gusset and laid beside the hand. */
function thumb(cut: AccessoryCut, random: Random): Part {
  return {
    ...own(cut),
    outline: curve([
      [18, 168],
      [46, 70],
      [66, -30],
      [88, -92],
      [120, -108],
      [144, -84],
      [142, -30],
      [124, 50],
      [92, 168],
      [18, 168],
    ]),
    grain: 14,
    lift: 4,
    edge: 1.2,
    calm: 0.6,
    lines: [
      roll(
        [
          [76, 96],
          [96, 20],
          [122, -50],
        ],
        14,
        random(4, 6),
      ),
    ],
  };
}

/** A long rib, drawn in at the wrist and turned back over itself. */
function cuff(cut: AccessoryCut): Part[] {
  const line = (half: number, y: number): Point[] =>
    curve(
      [
        [-half, y],
        [0, y + 9],
        [half, y],
      ],
      20,
    );
  const band = (upper: Point[], lower: Point[], lift: number): Part => ({
    ...own(cut),
    outline: [...upper, ...[...lower].reverse()],
    lift,
    calm: 0.3,
    edge: 1.1,
    lines: ribbing(upper, lower, 14).map((each) => ({ ...each, width: 3.6, height: -4.4 })),
  });
  return [band(line(86, 142), line(78, 262), 1.6), band(line(83, 232), line(84, 350), 4)];
}

export function mitten(cut: AccessoryCut, random: Random): Part[] {
  return [hand(cut, random), thumb(cut, random), ...cuff(cut)];
}
