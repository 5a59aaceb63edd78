import { garments } from '../../demo/catalogue/catalogue.ts';
import type { Dye } from '../dyes.ts';
import { paint, shadow, type Canvas } from '../engine/canvas.ts';
import { boundsOf, lay } from '../engine/lay.ts';
import { seedOf } from '../engine/noise.ts';
import { placement } from '../engine/vector.ts';
import { draw } from '../garments/draw.ts';
import type { Pose, View } from '../garments/frame.ts';

/** A garment in a scene: its middle in pixels, its scale, its turn in degrees. */
export interface Piece {
  slug: string;
  colour: Dye;
  x: number;
  y: number;
  scale: number;
  angle?: number;
  view?: View;
  pose?: Pose;
  /** Anchor at the neck instead of the middle, as on a hanger. */
  byNeck?: boolean;
}

function garmentOf(slug: string) {
  const garment = garments.find((candidate) => candidate.slug === slug);
  if (garment === undefined) throw new Error(`no garment ${slug}`);
  return garment;
}

/** Lays a garment into the scene, over what is already there. */
export function place(target: Canvas, piece: Piece): void {
  const { slug, colour, x, y, scale, angle = 0, view = 'front', pose = 'laid' } = piece;
  const drawing = draw(garmentOf(slug).cut, view, slug, pose);
  const { left, right, top, bottom } = boundsOf(drawing);
  const middle = piece.byNeck === true ? 0 : (top + bottom) / 2;
  const turn = (angle * Math.PI) / 180;
  const cx = ((left + right) / 2) * scale;
  const cy = middle * scale;
  const to = placement(
    x - (cx * Math.cos(turn) - cy * Math.sin(turn)),
    y - (cx * Math.sin(turn) + cy * Math.cos(turn)),
    scale,
    angle,
  );
  const layers = lay(drawing, to, target, seedOf(slug));
  shadow(target, layers, pose === 'hung' ? 1.8 : 1);
  paint(target, layers, colour, to);
}
