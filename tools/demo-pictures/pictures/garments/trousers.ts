import type { TrousersCut } from '../cut.ts';
import { type Random, randomOf } from '../engine/noise.ts';
import type { Drawing, Line, Part } from '../engine/part.ts';
import { type Point, beside, curve, shift } from '../engine/vector.ts';
import type { View } from './frame.ts';
import { jeansPocket, rivets } from './jeans-front.ts';
import { legFolds } from './leg-folds.ts';
import { edge, fold, gathers, seam, stitch } from './lines.ts';
import { own } from './own.ts';
import { RISE, leg, waistOf } from './trouser-leg.ts';
import { drawstring, fly, waistband } from './trouser-waist.ts';

function legPart(cut: TrousersCut, view: View, sign: number, random: Random): Part[] {
  const shape = leg(cut, sign, random);
  const outline = [
    [sign * -5, 0] as Point,
    ...shape.outer,
    ...shape.hem.slice(1),
    ...shape.inner.slice(1),
  ];
  const lines: Line[] = [...legFolds(cut, shape, sign, random)];
  if (cut.front === 'drawstring') {
    const gathered = curve(
      [
        [sign * 4, 6],
        [sign * waistOf(cut), 4],
      ],
      40,
    );
    lines.push(...gathers(gathered, 120, random, 17));
  }
  const turned = cut.turnUp === true;
  if (!turned && cut.front !== 'pleats') lines.push(stitch(shift(shape.hem, 0, -22)));
  const flat = shape.outer.slice(2);
  const away = sign > 0 ? 7 : -7;
  if (cut.front === 'jeans') lines.push(stitch(beside(flat, away)));
  if (view === 'front') {
    if (cut.front === 'jeans') {
      lines.push(...jeansPocket(sign, 184));
    } else {
      const slant = curve([
        [sign * 118, 4],
        [sign * 150, 80],
        [sign * 184, 170],
      ]);
      lines.push(
        ...edge(sign > 0 ? slant : [...slant].reverse(), 3),
        stitch(shift(slant, -sign * 9, 3)),
      );
    }
    if (cut.front === 'pleats') {
      for (const x of cut.leg > 1.2 ? [92] : [62, 96]) {
        const line = curve([
          [sign * x, 4],
          [sign * (x + 4), 60],
          [sign * (x + 8), 150],
        ]);
        lines.push({
          kind: 'edge',
          points: sign > 0 ? line : [...line].reverse(),
          width: 7,
          height: 5,
          skew: 0.85,
          taper: [0.4, 0.4],
        });
      }
    }
  } else {
    const yoke = curve([
      [0, 96],
      [sign * 90, 82],
      [sign * 178, 52],
    ]);
    if (cut.front === 'jeans')
      lines.push(...seam(yoke), stitch(shift(yoke, 0, -6)), stitch(shift(yoke, 0, -13)));
    else {
      for (const x of [88, 100])
        lines.push(
          fold(
            [
              [sign * x, 2],
              [sign * (x + 2), 50],
              [sign * x, 92],
            ],
            5,
            3,
            0.4,
          ),
        );
    }
  }
  const part: Part = {
    ...own(cut),
    outline,
    grain: sign * -4,
    lines,
    edge: 0.8,
    buttons: view === 'front' && cut.front === 'jeans' ? rivets(sign, 184) : [],
  };
  if (!turned) return [part];
  const length = 1120 * cut.length;
  const top = shift(shape.hem, 0, -46).map(([x, y]): Point => [
    x * 1.004,
    y - (y - length + 46) * 0.4,
  ]);
  const low = shift([...shape.hem].reverse(), 0, 2);
  return [part, { ...own(cut), outline: [...top, ...low], lift: 3, calm: 0.5, lines: [] }];
}

function backPocket(cut: TrousersCut, sign: number): Part {
  if (cut.front === 'jeans') {
    const x = sign * 100;
    const outline: Point[] = [
      [x - 62, 118],
      [x + 62, 118],
      [x + 58, 232],
      [x, 262],
      [x - 58, 232],
      [x - 62, 118],
    ];
    const arc = curve([
      [x - 56, 176],
      [x - 24, 190],
      [x, 170],
      [x + 24, 190],
      [x + 56, 176],
    ]);
    return {
      ...own(cut),
      outline,
      lift: 2,
      calm: 0.6,
      lines: [
        stitch(beside(outline, 6)),
        stitch(arc),
        stitch(shift(arc, 0, 9)),
        stitch([
          [x - 60, 134],
          [x + 60, 134],
        ]),
      ],
    };
  }
  const x = sign * 96;
  return {
    ...own(cut),
    outline: [
      [x - 58, 112],
      [x + 58, 112],
      [x + 58, 124],
      [x - 58, 124],
    ],
    lift: 1.6,
    calm: 0.2,
    lines: [],
    buttons: [{ x, y: 146, radius: 7.5, dye: cut.buttons ?? 'saddlebrown' }],
  };
}

export function trousers(cut: TrousersCut, view: View, name: string): Drawing {
  const random = randomOf(`${name}/${view}`);
  const [left, ...leftMore] = legPart(cut, view, -1, random);
  const [right, ...rightMore] = legPart(cut, view, 1, random);
  const centre =
    view === 'front'
      ? fly(cut)
      : seam(
          [
            [0, 0],
            [2, RISE],
          ],
          1.2,
        );
  const dressed = (part: Part | undefined): Part[] =>
    part === undefined ? [] : [{ ...part, lines: [...(part.lines ?? []), ...centre] }];
  return {
    parts: [
      ...dressed(left),
      ...leftMore,
      ...dressed(right).map((part) => ({ ...part, lift: 1.5 })),
      ...rightMore,
      ...(view === 'back' ? [backPocket(cut, -1), backPocket(cut, 1)] : []),
      ...waistband(cut, view, random),
      ...(view === 'front' ? drawstring(cut) : []),
    ],
    focus: [60, 110],
  };
}
