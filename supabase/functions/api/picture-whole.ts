import type { PictureKind } from './picture-size.ts';

/** Reads beyond the end of the file throw RangeError: something is missing there. */
function viewOf(bytes: Uint8Array<ArrayBuffer>): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function nameAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((it) => view.getUint8(at + it)));
}

/** Chunks follow one another up to IEND, each with its length. */
function isWholePng(bytes: Uint8Array<ArrayBuffer>): boolean {
  const view = viewOf(bytes);
  let hasPixels = false;
  for (let at = 8; ;) {
    const next = at + 12 + view.getUint32(at);
    if (next > bytes.length) return false;
    const name = nameAt(view, at + 4);
    if (name === 'IEND') return hasPixels;
    hasPixels ||= name === 'IDAT';
    at = next;
  }
}

/** Segments have a length, the pixels after a start of scan end at the next marker; the last marker is EOI. */
function isWholeJpeg(bytes: Uint8Array<ArrayBuffer>): boolean {
  const view = viewOf(bytes);
  let hasPixels = false;
  for (let at = 2; ;) {
    // Within pixels FF stands before 00, or before the number of a restart.
    at = bytes.indexOf(0xff, at);
    if (at < 0) return false;
    const marker = view.getUint8(at + 1);
    if (marker === 0xd9) return hasPixels;
    const isAlone = marker === 0 || marker === 1 || (marker >= 0xd0 && marker <= 0xd7);
    if (marker === 0xff) at += 1;
    else if (isAlone) at += 2;
    else {
      hasPixels ||= marker === 0xda;
      at += 2 + view.getUint16(at + 2);
    }
  }
}

/** Blocks up to the trailer, made of parts that say their length in one byte; the last is empty. */
function isWholeGif(bytes: Uint8Array<ArrayBuffer>): boolean {
  const view = viewOf(bytes);
  const coloursAt = (at: number) => {
    const flags = view.getUint8(at);
    return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
  };
  let hasPixels = false;
  for (let at = 13 + coloursAt(10); ;) {
    const kind = view.getUint8(at);
    if (kind === 0x3b) return hasPixels;
    if (kind === 0x2c) {
      hasPixels = true;
      at += 11 + coloursAt(at + 9);
    } else if (kind === 0x21) at += 2;
    else return false;
    while (view.getUint8(at) !== 0) at += 1 + view.getUint8(at);
    at += 1;
  }
}

/** The file says how long it is, and so does each chunk in it. */
function isWholeWebp(bytes: Uint8Array<ArrayBuffer>): boolean {
  const view = viewOf(bytes);
  const end = 8 + view.getUint32(4, true);
  if (end > bytes.length) return false;
  let hasPixels = false;
  for (let at = 12; at + 8 <= end;) {
    const length = view.getUint32(at + 4, true);
    if (at + 8 + length > end) return false;
    hasPixels ||= ['VP8 ', 'VP8L', 'ANMF'].includes(nameAt(view, at));
    at += 8 + length + (length % 2);
  }
  return hasPixels;
}

/** Boxes that say their length: one that describes the picture, and one with its pixels unless the first holds them. */
function isWholeAvif(bytes: Uint8Array<ArrayBuffer>): boolean {
  const view = viewOf(bytes);
  const found = new Set<string>();
  for (let at = 0; at < bytes.length;) {
    const written = view.getUint32(at);
    const length = written === 1 ? Number(view.getBigUint64(at + 8)) : written || bytes.length - at;
    if (length < 8 || at + length > bytes.length) break;
    const name = nameAt(view, at + 4);
    found.add(name);
    if (name === 'meta') {
      for (let inside = at; inside + 4 <= at + length; inside += 1) {
        if (bytes[inside] === 0x69 && nameAt(view, inside) === 'idat') found.add('idat');
      }
    }
    at += length;
  }
  return (found.has('meta') || found.has('moov')) && (found.has('mdat') || found.has('idat'));
}

const checks: Readonly<Record<PictureKind, (bytes: Uint8Array<ArrayBuffer>) => boolean>> = {
  png: isWholePng,
  jpeg: isWholeJpeg,
  gif: isWholeGif,
  webp: isWholeWebp,
  avif: isWholeAvif,
};

/** Whether a file goes on to its own end; what stands behind that does not matter, and what is in between may still be wrong. */
export function isWhole(kind: PictureKind, bytes: Uint8Array<ArrayBuffer>): boolean {
  try {
    return checks[kind](bytes);
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
