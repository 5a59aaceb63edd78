import { asciiBytes, type Bytes, viewOf } from './bytes.ts';
import { readItems } from './avif-items.ts';
import { type Box, readBoxes } from './avif-boxes.ts';

const needed = ['ftyp', 'meta', 'moov', 'mdat'];
/** Descriptions, and times of creation and change. */
const descriptions = ['meta', 'udta', 'uuid', 'udes', 'crtt', 'mdft'];
const containers = ['trak', 'iprp', 'ipco'];

/** Whether it can be displayed: it describes its pixels and contains them. */
function isWhole(view: DataView, boxes: readonly Box[]): boolean {
  const has = (name: string) => boxes.some((it) => it.name === name);
  const meta = boxes.find(({ name }) => name === 'meta');
  const inMeta = meta ? readBoxes(view, meta.body + 4, meta.end) : [];
  const hasPixels = has('mdat') || inMeta.some(({ name }) => name === 'idat');
  return hasPixels && (meta !== undefined || has('moov'));
}

/** Boxes with their length. Offsets in the file point into it, so what is removed is overwritten with zeros, or cut off at its end. */
export function cleanAvif(bytes: Bytes): Bytes | null {
  const all = readBoxes(viewOf(bytes), 0, bytes.length, { untilBroken: true });
  if (!isWhole(viewOf(bytes), all)) return null;
  const last = all.findLast(({ name }) => needed.includes(name));
  const cleaned = bytes.slice(0, last?.end);
  const view = viewOf(cleaned);
  const blank = (from: number, to: number) => cleaned.fill(0, from, to);
  const removeBox = ({ start, body, end }: Box) => {
    cleaned.set(asciiBytes('free'), start + 4);
    blank(body, end);
  };
  const removeDescriptions = (boxes: readonly Box[]) => {
    for (const box of boxes) {
      if (descriptions.includes(box.name)) removeBox(box);
      else if (containers.includes(box.name)) {
        removeDescriptions(readBoxes(view, box.body, box.end));
      }
    }
  };
  const boxes = readBoxes(view, 0, cleaned.length);
  for (const box of boxes) {
    if (!needed.includes(box.name)) removeBox(box);
    else if (box.name === 'moov') removeDescriptions(readBoxes(view, box.body, box.end));
    else if (box.name === 'meta') {
      const inMeta = readBoxes(view, box.body + 4, box.end);
      removeDescriptions(inMeta);
      const { kept, removed } = readItems(view, inMeta);
      if (kept.length === 0 && !boxes.some(({ name }) => name === 'moov')) return null;
      for (const { typeAt, end, extents } of removed) {
        cleaned.set(asciiBytes('free'), typeAt);
        blank(typeAt + 4, end);
        for (const [from, to] of extents) blank(from, to);
      }
      // What both share stays.
      for (const [from, to] of kept.flatMap(({ extents }) => extents)) {
        cleaned.set(bytes.subarray(from, to), from);
      }
    }
  }
  return cleaned;
}
