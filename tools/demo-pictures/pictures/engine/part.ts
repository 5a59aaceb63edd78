import type { Cloth, Pattern } from '../cut.ts';
import type { Dye } from '../dyes.ts';
import type { Point } from './vector.ts';

/** A line in the cloth, in drawing units. */
export interface Line {
  kind: 'fold' | 'seam' | 'stitch' | 'edge' | 'print';
  points: readonly Point[];
  width: number;
  /** Drawing units of relief; for a print, the strength of its colour 0 to 1. */
  height: number;
  skew?: number;
  /** Share of the length over which its start and its end fade out. */
  taper?: readonly [number, number];
  /** How many times wider it ends than it starts; `width` is that of the end. */
  grow?: number;
}

export interface Button {
  x: number;
  y: number;
  radius: number;
  dye: Dye;
  /** A metal rivet or snap rather than a sewn button. */
  metal?: boolean;
}

/** One piece of cloth as it lies, in drawing units. Later parts lie on earlier ones. */
export interface Part {
  outline: readonly Point[];
  cloth: Cloth;
  /** Another colour than the garment's. */
  dye?: Dye;
  pattern?: Pattern;
  /** Direction of the thread in degrees clockwise from upright. */
  grain?: number;
  /** Height of the part over what it lies on: the depth of its shadow. */
  lift?: number;
  /** Factor on edge thickness; a hidden edge has 0. */
  edge?: number;
  /** Factor on the light, for the inside of a neck. */
  shade?: number;
  /** Factor on the cloth's own wrinkles. */
  calm?: number;
  /** Where a point of the drawing lay on the cloth before it was flared or gathered. */
  flat?: (x: number, y: number) => Point;
  lines?: readonly Line[];
  buttons?: readonly Button[];
  stitch?: Dye;
  /** A second colour knitted in at a point, 0 to 1. */
  motif?: (x: number, y: number) => number;
  /** Dye of the motif. */
  motifDye?: Dye;
}

/** A whole garment: parts from the lowest to the topmost. */
export interface Drawing {
  parts: readonly Part[];
  /** Where the detail shot looks, in drawing units. */
  focus: Point;
}
