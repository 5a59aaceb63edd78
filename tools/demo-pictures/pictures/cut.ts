import type { Dye } from './dyes.ts';

export type Cloth =
  | 'poplin'
  | 'oxford'
  | 'linen'
  | 'flannel'
  | 'denim'
  | 'twill'
  | 'cord'
  | 'jersey'
  | 'rib'
  | 'knit'
  | 'chunky'
  | 'cable'
  | 'wool'
  | 'tweed'
  | 'quilt'
  | 'satin'
  | 'canvas'
  | 'fleece';

/** A second colour woven, knitted or printed in. `size` is the repeat in drawing units. */
export interface Pattern {
  kind: 'stripe' | 'breton' | 'check' | 'gingham' | 'windowpane' | 'dots' | 'yoke';
  ink: Dye;
  size: number;
}

interface Made {
  cloth: Cloth;
  pattern?: Pattern;
  /** Dye of buttons; horn brown where none is named. */
  buttons?: Dye;
  /** Contrasting topstitch. */
  stitch?: Dye;
}

export interface Sleeve {
  /** 0 none, 0.3 short, 0.6 elbow, 1 long. */
  length: number;
  /** 1 regular, 1.2 wide. */
  width: number;
  cuff: 'button' | 'rib' | 'hem';
}

export type Neck =
  | 'crew'
  | 'scoop'
  | 'v'
  | 'boat'
  | 'roll'
  | 'funnel'
  | 'shirt'
  | 'camp'
  | 'band'
  | 'polo'
  | 'lapel'
  | 'shawl'
  | 'hood'
  | 'straps';

export type Closure = 'none' | 'buttons' | 'half' | 'zip' | 'double' | 'hidden' | 'wrap';

export type Pocket = 'chest' | 'pair' | 'patch' | 'flap' | 'welt' | 'kangaroo';

/** Shirts, knits, jackets, coats and dresses: a body, two sleeves, a neck. */
export interface TopCut extends Made {
  kind: 'top';
  /** Of the body: 0.75 cropped, 1 hip, 1.3 thigh, 1.7 knee. */
  length: number;
  /** 0.9 slim, 1 regular, 1.15 loose. */
  width: number;
  /** How much wider the hem is than the chest: 1 straight, 1.6 a full skirt. */
  flare: number;
  /** 1 none, 0.8 taken in. */
  waist?: number;
  /** A seam at the waist, a tied belt, or gathers. */
  waistline?: 'seam' | 'belt' | 'gathers';
  sleeve: Sleeve;
  neck: Neck;
  closure: Closure;
  pockets?: readonly Pocket[];
  hem: 'straight' | 'tail' | 'rib' | 'tiers';
  /** Raglan seams run from the neck to the underarm. */
  raglan?: boolean;
}

export interface TrousersCut extends Made {
  kind: 'trousers';
  /** 0.45 shorts, 0.9 cropped, 1 long. */
  length: number;
  /** Of the leg at the hem: 0.6 tapered, 1 straight, 1.4 wide. */
  leg: number;
  front: 'pleats' | 'flat' | 'jeans' | 'drawstring';
  turnUp?: boolean;
}

export interface SkirtCut extends Made {
  kind: 'skirt';
  length: number;
  flare: number;
  style: 'plain' | 'pleated' | 'wrap' | 'buttons' | 'tiers' | 'jeans';
}

export interface AccessoryCut extends Made {
  kind: 'scarf' | 'beanie' | 'tote' | 'socks' | 'mittens' | 'bandana';
}

export type Cut = TopCut | TrousersCut | SkirtCut | AccessoryCut;
