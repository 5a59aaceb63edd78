import type { Cut } from '../cut.ts';
import type { Part } from '../engine/part.ts';

/** The garment's own cloth, thread and pattern, as every piece of it is cut. */
export const own = (
  cut: Pick<Cut, 'cloth' | 'stitch' | 'pattern'>,
): Pick<Part, 'cloth' | 'stitch' | 'pattern'> => ({
  cloth: cut.cloth,
  ...(cut.stitch === undefined ? {} : { stitch: cut.stitch }),
  ...(cut.pattern === undefined ? {} : { pattern: cut.pattern }),
});
