import { type Box, readBoxes } from './avif-boxes.ts';

type Range = readonly [from: number, to: number];

/** A picture, or metadata about one. */
export interface Item {
  readonly id: number;
  /** Where its type and what follows it in its description are. */
  readonly typeAt: number;
  readonly end: number;
  readonly extents: readonly Range[];
}

interface Reference {
  readonly kind: string;
  readonly from: number;
  readonly to: readonly number[];
}

interface Items {
  /** The main picture with its tiles and its transparency. */
  readonly kept: readonly Item[];
  /** Metadata, thumbnails, gain maps and further pictures. */
  readonly removed: readonly Item[];
}

/** Reads numbers of several sizes one after the other. */
class Reader {
  #at: number;
  readonly #view: DataView;

  constructor(view: DataView, at: number) {
    this.#view = view;
    this.#at = at;
  }

  read(size: number): number {
    const [view, at] = [this.#view, this.#at];
    this.#at += size;
    if (size === 1) return view.getUint8(at);
    if (size === 2) return view.getUint16(at);
    if (size === 4) return view.getUint32(at);
    return size === 8 ? Number(view.getBigUint64(at)) : 0;
  }
}

/** The version of a full box, and a reader of what follows its flags. */
function openBox(view: DataView, box: Box): { version: number; reader: Reader } {
  return { version: view.getUint8(box.body), reader: new Reader(view, box.body + 4) };
}

/** Where the data of each item is (`iloc`). */
function readLocations(view: DataView, box: Box, idat: Box | undefined): Map<number, Range[]> {
  const { version, reader } = openBox(view, box);
  const sizes = reader.read(2);
  const [offsetSize, lengthSize, baseSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexSize = version === 0 ? 0 : sizes & 15;
  const found = new Map<number, Range[]>();
  const count = reader.read(version < 2 ? 2 : 4);
  for (let item = 0; item < count; item += 1) {
    const id = reader.read(version < 2 ? 2 : 4);
    const inIdat = version > 0 && (reader.read(2) & 15) === 1;
    reader.read(2);
    const base = reader.read(baseSize) + (inIdat ? (idat?.body ?? 0) : 0);
    const limit = inIdat ? (idat?.end ?? 0) : view.byteLength;
    const ranges: Range[] = [];
    const extents = reader.read(2);
    if (extents > 1 && offsetSize + lengthSize + indexSize === 0) throw new RangeError('Too many');
    for (let extent = 0; extent < extents; extent += 1) {
      reader.read(indexSize);
      const from = base + reader.read(offsetSize);
      const length = reader.read(lengthSize) || limit - from;
      if (length < 0 || from + length > limit) throw new RangeError('Data is missing');
      ranges.push([from, from + length]);
    }
    found.set(id, ranges);
  }
  return found;
}

/** `iinf` describes each item. */
function readDescriptions(view: DataView, box: Box): Omit<Item, 'extents'>[] {
  const { version } = openBox(view, box);
  const entries = readBoxes(view, box.body + (version === 0 ? 6 : 8), box.end);
  return entries.map((entry) => {
    const { version: entryVersion, reader } = openBox(view, entry);
    const idSize = entryVersion < 3 ? 2 : 4;
    const typeAt = entry.body + 4 + idSize + 2;
    return { id: reader.read(idSize), typeAt, end: entry.end };
  });
}

function readReferences(view: DataView, box: Box): Reference[] {
  const size = openBox(view, box).version === 0 ? 2 : 4;
  return readBoxes(view, box.body + 4, box.end).map((entry) => {
    const reader = new Reader(view, entry.body);
    const from = reader.read(size);
    const to = Array.from({ length: reader.read(2) }, () => reader.read(size));
    return { kind: entry.name, from, to };
  });
}

/** The ids of the main picture, its tiles and its transparency. */
function keptIds(primary: number | undefined, references: readonly Reference[]): Set<number> {
  const kept = new Set(primary === undefined ? [] : [primary]);
  for (let before = -1; before !== kept.size;) {
    before = kept.size;
    for (const { kind, from, to } of references) {
      if (kind === 'dimg' && kept.has(from)) for (const it of to) kept.add(it);
      if (kind === 'auxl' && to.some((it) => kept.has(it))) kept.add(from);
    }
  }
  return kept;
}

/** The items in the boxes of `meta`. @throws RangeError if data is missing */
export function readItems(view: DataView, boxes: readonly Box[]): Items {
  const find = (wanted: string) => boxes.find(({ name }) => name === wanted);
  const [pitm, iloc, iinf, iref] = ['pitm', 'iloc', 'iinf', 'iref'].map(find);
  const locations = iloc ? readLocations(view, iloc, find('idat')) : null;
  const items = (iinf ? readDescriptions(view, iinf) : []).map((it): Item => ({
    ...it,
    extents: locations?.get(it.id) ?? [],
  }));
  const primary = pitm && openBox(view, pitm);
  const ids = keptIds(
    primary?.reader.read(primary.version === 0 ? 2 : 4),
    iref ? readReferences(view, iref) : [],
  );
  return {
    kept: items.filter(({ id }) => ids.has(id)),
    removed: items.filter(({ id }) => !ids.has(id)),
  };
}
