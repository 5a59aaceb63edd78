import type { TopCut } from '../cut.ts';
import type { Random } from '../engine/noise.ts';
import { curve, mirror, type Point } from '../engine/vector.ts';
import { creasing } from './creases.ts';
import { foldsOf, hemArc, ridges } from './drape.ts';

export type View = 'front' | 'back';

/** Laid out on a table with the arms a little away, or on a hanger. */
export type Pose = 'laid' | 'hung';

/** The measures of a body with sleeves, in drawing units; the neck's base is the origin. */
export interface Frame {
  view: View;
  pose: Pose;
  random: Random;
  chest: number;
  waist: number;
  waistY: number;
  hem: number;
  length: number;
  neck: number;
  /** How deep the front neck is cut. */
  neckDepth: number;
  shoulder: Point;
  underarm: Point;
  /** How far the arms lie from the body, in degrees. */
  lean: number;
  /** Where the folds of a flared skirt hang; none on a straight body. */
  folds: readonly number[];
  /** How far a shirt tail rises to the side seams. */
  tail: number;
  /** How far the hem dips under a fold. */
  hemDip: number;
  /** Half the width of the body at a height. */
  halfAt: (y: number) => number;
}

const neckWidths: Partial<Record<TopCut['neck'], number>> = {
  boat: 138,
  scoop: 104,
  roll: 84,
  funnel: 88,
  v: 84,
  lapel: 82,
  shirt: 80,
  band: 80,
  polo: 82,
  camp: 82,
};

export function neckDepth(cut: TopCut): number {
  switch (cut.neck) {
    case 'boat':
      return 34;
    case 'scoop':
      return 128;
    case 'v':
      return cut.closure === 'wrap' ? 270 : 300;
    case 'camp':
      return 168;
    case 'lapel':
      return cut.closure === 'double' ? 250 : cut.length > 1.3 ? 330 : 360;
    case 'crew':
      return 68;
    case 'hood':
      return 70;
    default:
      return 56;
  }
}

export function frame(cut: TopCut, view: View, random: Random, pose: Pose): Frame {
  const chest = 252 * cut.width;
  const length = (cut.length > 1.2 ? 790 : 722) * cut.length;
  const hem = chest * cut.flare;
  const waist = chest * (cut.waist ?? (cut.flare > 1.2 ? 0.94 : 0.985));
  const waistY = cut.length > 1.2 ? 500 : length * 0.62;
  const neck = neckWidths[cut.neck] ?? 86;
  const bare = cut.sleeve.length === 0;
  const shoulderX = bare ? 168 : 206 + 26 * (cut.width - 0.9) * 2.4;
  const shoulder: Point = [shoulderX, bare ? 44 : 58];
  const underarm: Point = [chest, bare ? 262 : 292];
  const halfAt = (y: number) => {
    if (y <= waistY) {
      const t = Math.max(0, (y - underarm[1]) / (waistY - underarm[1]));
      return chest + (waist - chest) * (t * t * (3 - 2 * t));
    }
    const t = (y - waistY) / (length - waistY);
    return waist + (hem - waist) * (cut.waistline === 'gathers' ? t ** 0.72 : t ** 0.9);
  };
  const depth = view === 'back' ? -6 : neckDepth(cut);
  return {
    view,
    pose,
    random,
    chest,
    waist,
    waistY,
    hem,
    length,
    neck,
    neckDepth: depth,
    shoulder,
    underarm,
    lean: random(20, 30),
    folds: cut.flare > 1.15 ? ridges(foldsOf(cut.cloth, cut.flare), random) : [],
    tail: cut.flare > 1.15 ? 50 : 92,
    hemDip: 4.5 * creasing(cut.cloth),
    halfAt,
  };
}

/** The neck's edge from the right shoulder to the left, as the body is cut. */
export function neckline(f: Frame, cut: TopCut): Point[] {
  const { neck, neckDepth: depth } = f;
  if (f.view === 'back')
    return curve([
      [neck, 0],
      [neck * 0.5, -10],
      [0, -14],
      [-neck * 0.5, -10],
      [-neck, 0],
    ]);
  if (cut.neck === 'v' || cut.neck === 'lapel' || cut.neck === 'camp') {
    const right = curve([
      [neck, 0],
      [neck * 0.72, depth * 0.34],
      [neck * 0.3, depth * 0.74],
      [0, depth],
    ]);
    return [...right, ...mirror(right).slice(1)];
  }
  const low = cut.neck === 'scoop' ? 0.94 : 0.9;
  return curve([
    [neck, 0],
    [neck * 0.86, depth * 0.55],
    [neck * 0.48, depth * low],
    [0, depth],
    [-neck * 0.48, depth * low],
    [-neck * 0.86, depth * 0.55],
    [-neck, 0],
  ]);
}

/** The lower edge from right to left. */
export function hemline(f: Frame, cut: TopCut): Point[] {
  const { hem } = f;
  // A rib takes over from here.
  const length = cut.hem === 'rib' ? f.length - 40 : f.length;
  if (cut.hem === 'tail') {
    return curve([
      [hem, length - f.tail],
      [hem * 0.9, length - f.tail * 0.63],
      [hem * 0.66, length - f.tail * 0.09],
      [hem * 0.3, length + 8],
      [0, length + 8],
      [-hem * 0.3, length + 8],
      [-hem * 0.66, length - f.tail * 0.09],
      [-hem * 0.9, length - f.tail * 0.63],
      [-hem, length - f.tail],
    ]);
  }
  return hemArc(hem, length, cut.flare > 1.15 ? 34 : 8, f.folds, f.hemDip);
}
