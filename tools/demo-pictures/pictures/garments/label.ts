import type { Line, Part } from '../engine/part.ts';
import type { Point } from '../engine/vector.ts';

/** The letters of the name, as strokes in a box one wide and two high. */
const letters: Record<string, readonly (readonly Point[])[]> = {
  H: [
    [
      [0, 0],
      [0, 2],
    ],
    [
      [1, 0],
      [1, 2],
    ],
    [
      [0, 1],
      [1, 1],
    ],
  ],
  E: [
    [
      [1, 0],
      [0, 0],
      [0, 2],
      [1, 2],
    ],
    [
      [0, 1],
      [0.8, 1],
    ],
  ],
  M: [
    [
      [0, 2],
      [0, 0],
      [0.6, 1.3],
      [1.2, 0],
      [1.2, 2],
    ],
  ],
  L: [
    [
      [0, 0],
      [0, 2],
      [0.9, 2],
    ],
  ],
  I: [
    [
      [0.4, 0],
      [0.4, 2],
    ],
  ],
  N: [
    [
      [0, 2],
      [0, 0],
      [1, 2],
      [1, 0],
    ],
  ],
};

function name(y: number): Line[] {
  return [...'HEMLINE'].flatMap((letter, index) =>
    (letters[letter] ?? []).map((stroke): Line => ({
      kind: 'print',
      points: stroke.map(([px, py]): Point => [-24 + index * 7.1 + px * 3.6, y + py * 3.7]),
      width: 0.36,
      height: 2,
    })),
  );
}

/** The house's woven label, sewn in at both ends; its upper edge lies at `y`. */
export function wovenLabel(y: number): Part {
  return {
    outline: [
      [-33, y],
      [33, y],
      [33, y + 20],
      [-33, y + 20],
    ],
    cloth: 'oxford',
    dye: 'antiquewhite',
    motifDye: 'darkslategray',
    shade: 0.86,
    edge: 0.4,
    calm: 0.15,
    lift: 1,
    stitch: 'darkslategray',
    lines: [
      ...name(y + 6.4),
      {
        kind: 'stitch',
        points: [
          [-30, y + 2],
          [-30, y + 18],
        ],
        width: 0.6,
        height: 0.3,
      },
      {
        kind: 'stitch',
        points: [
          [30, y + 2],
          [30, y + 18],
        ],
        width: 0.6,
        height: 0.3,
      },
    ],
  };
}
