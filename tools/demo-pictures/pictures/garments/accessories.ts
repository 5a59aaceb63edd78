import type { AccessoryCut } from '../cut.ts';
import { randomOf } from '../engine/noise.ts';
import type { Drawing } from '../engine/part.ts';
import { bandana } from './bandana.ts';
import { beanie } from './beanie.ts';
import type { View } from './frame.ts';
import { mitten } from './mittens.ts';
import { scarf } from './scarf.ts';
import { sock } from './socks.ts';
import { tote } from './tote.ts';
import { flipped, moved } from './turned-part.ts';

export function accessory(cut: AccessoryCut, view: View, name: string): Drawing {
  const random = randomOf(`${name}/${view}`);
  switch (cut.kind) {
    case 'scarf':
      return { parts: scarf(cut, view, random), focus: [-40, 280] };
    case 'beanie':
      return { parts: beanie(view, cut, random), focus: [40, 90] };
    case 'tote':
      return { parts: tote(cut, view), focus: [118, 90] };
    case 'socks': {
      const one = sock(cut);
      const lower = one.map((part) => moved(part, view === 'front' ? -6 : 4, 96, 26));
      const upper = one.map((part, index) => ({
        ...moved(part, view === 'front' ? 5 : 12, -74, -10),
        lift: index === 0 ? 8 : 1.5,
      }));
      return { parts: [...lower, ...upper], focus: [-60, -260] };
    }
    case 'mittens': {
      const right = mitten(cut, random).map((part) =>
        moved(part, view === 'front' ? 11 : 6, 104, 34),
      );
      const left = mitten(cut, random).map((part, index) => ({
        ...moved(flipped(part), view === 'front' ? -7 : -12, -96, -14),
        ...(index === 0 ? { lift: 9 } : {}),
      }));
      return { parts: [...right, ...left], focus: [-150, 130] };
    }
    case 'bandana':
      return { parts: bandana(cut, view), focus: [-200, -180] };
  }
}
