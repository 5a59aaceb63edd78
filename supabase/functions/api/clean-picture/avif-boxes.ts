import { nameAt } from './bytes.ts';

/** A box of ISO/IEC 14496-12: `start` of its header, `body` after it, `end`. */
export interface Box {
  readonly name: string;
  readonly start: number;
  readonly body: number;
  readonly end: number;
}

/** @throws RangeError if a box is broken, unless they are read only until then */
export function readBoxes(
  view: DataView,
  from: number,
  to: number,
  { untilBroken = false } = {},
): readonly Box[] {
  const boxes: Box[] = [];
  for (let start = from; start < to;) {
    if (start + 8 > to && untilBroken) break;
    const size = view.getUint32(start);
    const isLong = size === 1;
    const body = start + (isLong ? 16 : 8);
    const length = isLong ? Number(view.getBigUint64(start + 8)) : size || to - start;
    const end = start + length;
    if (end < body || end > to) {
      if (untilBroken) break;
      throw new RangeError('A box is longer than the one around it');
    }
    boxes.push({ name: nameAt(view, start + 4), start, body, end });
    start = end;
  }
  return boxes;
}
