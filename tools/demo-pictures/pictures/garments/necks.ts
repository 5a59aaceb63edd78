import type { TopCut } from '../cut.ts';
import type { Part } from '../engine/part.ts';
import { beside } from '../engine/vector.ts';
import { campLapels, lapels, turnedCollar } from './collars.ts';
import { cardiganNape, knitted } from './cardigan-bands.ts';
import { type Frame, neckline } from './frame.ts';
import { hood, tube } from './hoods.ts';
import { stitch } from './lines.ts';
import { inside, ringBand, standBand } from './neck-bands.ts';
import { own } from './own.ts';
import { straps } from './straps.ts';

/** What lies under the body's front (first) and over it (second). */
export function neckParts(f: Frame, cut: TopCut): { under: Part[]; over: Part[] } {
  const under = inside(f, cut);
  switch (cut.neck) {
    case 'crew':
    case 'scoop':
    case 'boat': {
      const width =
        cut.neck === 'crew' ? (cut.cloth === 'jersey' ? 21 : cut.cloth === 'linen' ? 18 : 30) : 12;
      const bound = cut.sleeve.length === 0 || cut.cloth === 'poplin' || cut.neck === 'boat';
      if (bound) {
        const line = neckline(f, cut);
        // The binding is cut from plain cloth.
        const { pattern: _striped, ...plain } = own(cut);
        return {
          under,
          over: [
            {
              ...plain,
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
    case 'straps':
      return straps(f, cut);
    default: {
      if (!knitted(cut) || cut.closure !== 'buttons') return { under, over: [] };
      const back = cardiganNape(f);
      return f.view === 'back' ? { under, over: [back] } : { under: [...under, back], over: [] };
    }
  }
}
