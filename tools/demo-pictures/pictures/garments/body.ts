import type { TopCut } from '../cut.ts';
import type { Line, Part } from '../engine/part.ts';
import { at, beside, curve, mirror, shift, stretch, type Point } from '../engine/vector.ts';
import { bodyFolds } from './body-folds.ts';
import { hemline, neckline, type Frame } from './frame.ts';
import { edge, fold, gathers, seam, stitch } from './lines.ts';
import { strappedEdge } from './straps.ts';

function side(f: Frame, cut: TopCut): Point[] {
  const from = f.underarm[1];
  const to =
    cut.hem === 'rib'
      ? f.length - 44
      : cut.hem === 'tail'
        ? f.length - f.tail
        : f.length - (cut.flare > 1.15 ? 34 : 8);
  return Array.from({ length: 15 }, (_, index): Point => {
    const y = from + ((to - from) * index) / 14;
    return [f.halfAt(y), y];
  });
}

function seams(f: Frame, cut: TopCut): Line[] {
  const lines: Line[] = [];
  const { shoulder, neck } = f;
  const hem = hemline(f, cut);
  if (cut.hem !== 'rib') {
    const depth = cut.hem === 'tail' ? 10 : cut.cloth === 'jersey' || cut.cloth === 'rib' ? 24 : 30;
    lines.push(stitch(shift(hem, 0, -depth)));
    if (cut.cloth === 'jersey') lines.push(stitch(shift(hem, 0, -depth + 7)));
  }
  const knitted = ['knit', 'chunky', 'cable', 'rib', 'jersey', 'fleece'].includes(cut.cloth);
  for (const sign of [1, -1]) {
    if (cut.raglan === true || cut.neck === 'straps') continue;
    const drop = f.view === 'back' ? 12 : 20;
    const line = curve([
      [sign * (neck + 2), drop - 4],
      [sign * (shoulder[0] - 4), shoulder[1] + drop],
    ]);
    lines.push(...seam(sign > 0 ? line : [...line].reverse(), 0.7));
    if (!knitted) lines.push(stitch(shift(line, 0, 7)));
  }
  if (f.view === 'back' && !knitted && cut.neck !== 'straps' && cut.sleeve.length > 0) {
    const y = 122;
    const yoke = curve([
      [-shoulder[0] + 6, y + 4],
      [0, y - 2],
      [shoulder[0] - 6, y + 4],
    ]);
    lines.push(...seam(yoke), stitch(shift(yoke, 0, -7)));
    if (cut.neck === 'lapel')
      lines.push(
        ...seam(
          [
            [0, 14],
            [0, f.length],
          ],
          0.9,
        ),
      );
    else {
      const pleat = f.length * 0.5;
      lines.push(
        fold(
          [
            [-17, y + 4],
            [-15, y + pleat * 0.6],
            [-8, y + pleat],
          ],
          6,
          3.6,
          0.6,
        ),
      );
      lines.push(
        fold(
          [
            [17, y + 4],
            [16, y + pleat * 0.6],
            [9, y + pleat],
          ],
          6,
          3.6,
          0.1,
        ),
      );
    }
  }
  return lines;
}

function waistline(f: Frame, cut: TopCut): Line[] {
  if (cut.waistline === undefined) return [];
  const y = f.waistY;
  const across = curve(
    [
      [-f.waist - 4, y - 4],
      [0, y + 10],
      [f.waist + 4, y - 4],
    ],
    40,
  );
  const lines: Line[] = [...seam(across, 1.2)];
  if (cut.waistline !== 'seam') {
    lines.push(...gathers(across, cut.waistline === 'gathers' ? 240 : 150, f.random, 19));
    lines.push(...gathers(shift(across, 0, -64), 60, f.random, 30));
  }
  return lines;
}

function tiers(f: Frame, cut: TopCut): Line[] {
  if (cut.hem !== 'tiers') return [];
  return [0.36, 0.68].flatMap((share) => {
    const y = f.waistY + (f.length - f.waistY) * share;
    const half = f.halfAt(y);
    const across = curve(
      [
        [-half, y - 14],
        [0, y + 12],
        [half, y - 14],
      ],
      60,
    );
    return [...edge(across, 3.4), ...gathers(across, 190, f.random, 16)];
  });
}

function wrap(f: Frame, cut: TopCut): Line[] {
  if (cut.closure !== 'wrap' || f.view === 'back') return [];
  const over = curve([
    [0, f.neckDepth],
    [-f.waist * 0.4, f.neckDepth + 120],
    [-f.waist * 0.74, f.waistY],
  ]);
  const skirt = curve([
    [-f.waist * 0.66, f.waistY],
    [-f.halfAt(f.waistY + 200) * 0.5, f.waistY + 240],
    [-f.hem * 0.16, f.length - 30],
  ]);
  return [
    ...edge([...over].reverse(), 3),
    stitch(beside(over, -9)),
    ...edge([...skirt].reverse(), 4),
    stitch(beside(skirt, -10)),
  ];
}

function strappedOutline(f: Frame, cut: TopCut): Point[] {
  const right = [...strappedEdge(f), ...side(f, cut).slice(1)];
  const hem = hemline(f, cut);
  return [...right, ...hem.slice(1, -1), ...mirror(right)];
}

/** A flared skirt is cut as a fan: its rows run along the hem, its columns down the folds. */
const flared =
  (f: Frame) =>
  (x: number, y: number): Point => {
    const down = Math.max(0, (y - f.waistY) / (f.length - f.waistY));
    const across = x / f.halfAt(y);
    const wide = f.waist + (f.halfAt(y) - f.waist) * 0.45;
    return [y < f.waistY ? x : across * wide, y + 34 * down * across * across];
  };

export function body(f: Frame, cut: TopCut): Part {
  const { shoulder, underarm, neck } = f;
  const bare = cut.sleeve.length === 0;
  const armhole = bare
    ? curve([shoulder, [shoulder[0] - 24, 130], [shoulder[0] - 6, 212], underarm])
    : curve([shoulder, [shoulder[0] + 8, 140], underarm]);
  const right = [
    ...curve([[neck, 0], [(neck + shoulder[0]) / 2, 24], shoulder]),
    ...armhole.slice(1),
    ...side(f, cut).slice(1),
  ];
  const hem = hemline(f, cut);
  const outline =
    cut.neck === 'straps'
      ? strappedOutline(f, cut)
      : [
          ...right,
          ...hem.slice(1, -1),
          ...mirror(right),
          ...[...neckline(f, cut)].reverse().slice(1, -1),
        ];
  const lines = [
    ...bodyFolds(f, cut),
    ...seams(f, cut),
    ...waistline(f, cut),
    ...tiers(f, cut),
    ...wrap(f, cut),
  ];
  if (cut.neck === 'straps') {
    const faced = beside(strappedEdge(f), 8);
    lines.push(stitch(faced), stitch(mirror(faced)));
  } else if (bare) {
    const inset = beside(armhole, 9);
    lines.push(stitch(inset), stitch(mirror(inset)));
  }
  return {
    outline,
    cloth: cut.cloth,
    lines,
    ...(f.folds.length > 0 ? { flat: flared(f) } : {}),
    ...(cut.pattern === undefined ? {} : { pattern: cut.pattern }),
    ...(cut.stitch === undefined ? {} : { stitch: cut.stitch }),
  };
}

/** The ribbed band at a knit's lower edge. */
export function hemRib(f: Frame, cut: TopCut): Part | null {
  if (cut.hem !== 'rib') return null;
  const depth = 62;
  const top = f.length - depth;
  const wide = f.halfAt(top) - 1;
  const draw = wide * 0.955;
  const upper = curve(
    [
      [-wide, top - 6],
      [0, top + 2],
      [wide, top - 6],
    ],
    30,
  );
  const lower = curve(
    [
      [draw, f.length - 4],
      [0, f.length + 8],
      [-draw, f.length - 4],
    ],
    30,
  );
  const right = curve([at(upper, -1), [wide * 0.985, top + depth * 0.5], at(lower, 0)], 6);
  const left = mirror(right);
  return {
    outline: [...upper, ...right.slice(1), ...lower.slice(1), ...left.slice(1)],
    cloth: 'rib',
    lift: 1.5,
    edge: 0.5,
    lines: [
      ...(cut.cloth === 'chunky' || cut.cloth === 'cable' ? ribbing2(upper, lower) : []),
      { kind: 'seam', points: stretch(upper, 0, 1), width: 3, height: -3.4 },
    ],
  };
}

function ribbing2(upper: readonly Point[], lower: readonly Point[]): Line[] {
  const down = [...lower].reverse();
  return upper.flatMap((point, index): Line[] =>
    index % 2 === 0
      ? [{ kind: 'seam', points: [point, at(down, index)], width: 2.6, height: -2.4 }]
      : [],
  );
}
