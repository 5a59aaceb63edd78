import type { Cut } from '../cut.ts';
import type { Drawing } from '../engine/part.ts';
import { accessory } from './accessories.ts';
import type { Pose, View } from './frame.ts';
import { skirt } from './skirt.ts';
import { top } from './top.ts';
import { trousers } from './trousers.ts';

/** The drawing of a garment, in drawing units about its own origin. */
export function draw(cut: Cut, view: View, name: string, pose: Pose = 'laid'): Drawing {
  switch (cut.kind) {
    case 'top':
      return top(cut, view, name, pose);
    case 'trousers':
      return trousers(cut, view, name);
    case 'skirt':
      return skirt(cut, view, name);
    default:
      return accessory(cut, view, name);
  }
}
