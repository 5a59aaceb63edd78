import type { TopCut } from '../cut.ts';
import type { Part } from '../engine/part.ts';
import { beside } from '../engine/vector.ts';
import { campLapels, lapels, turnedCollar } from './collars.ts';
import { type Frame, neckline } from './frame.ts';
import { hood, tube } from './hoods.ts';
import { stitch } from './lines.ts';
import { inside, ringBand, standBand, straps } from './neck-bands.ts';
import { own } from './own.ts';

/** What lies under the body's front (first) and over it (second). */
export function neckParts(f: Frame, cut: TopCut): { under: Part[]; over: Part[] } {
  const under = inside(f, cut);
  switch (cut.neck) {
    case 'crew':
    case 'scoop':
    case 'boat': {
      const width =
        cut.neck === 'crew' ? (cut.cloth === 'jersey' ? 21 : cut.cloth === 'linen' ? 18 : 30) : 12;
      const woven = cut.sleeve.length === 0 || cut.cloth === 'poplin';
      if (woven) {
        const line = neckline(f, cut);
        return {
          under,
          over: [
            {
              ...own(cut),
              outline: [...line, ...[...beside(line, -10)].reverse()],
              lift: 1,
              calm: 0,
              lines: [stitch(beside(line, -7))],
            },
          ],
        };
      }
      const [back, ...ring] = ringBand(f, cut, width);
      return {
        under: back === undefined || f.view === 'back' ? under : [...under, back],
        over: f.view === 'back' && back !== undefined ? [back] : ring,
      };
    }
    case 'shirt':
    case 'polo':
      return { under, over: turnedCollar(f, cut) };
    case 'camp':
      return { under, over: campLapels(f, cut) };
    case 'lapel':
      return { under, over: lapels(f, cut) };
    case 'band':
      return { under, over: standBand(f, cut) };
    case 'roll':
    case 'funnel':
      return { under: [], over: tube(f, cut) };
    case 'hood':
      return { under: [], over: hood(f, cut) };
    case 'straps': {
      const [behind, ...rest] = straps(f, cut);
      return f.view === 'front' && behind !== undefined
        ? { under: [behind], over: rest }
        : { under: [], over: straps(f, cut) };
    }
    default:
      return { under, over: [] };
  }
}
