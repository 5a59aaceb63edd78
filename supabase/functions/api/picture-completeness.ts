import type { PictureKind } from '../_shared/domain/picture-size.ts';

/** Reading past the end of an incomplete file throws a RangeError. */
function viewOf(bytes: Uint8Array<ArrayBuffer>): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function nameAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((it) => view.getUint8(at + it)));
}

/** Chunks with their length, up to IEND. */
function isCompletePng(bytes: Uint8Array<ArrayBuffer>): boolean {
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

/** Segments with their length; pixel data after a start of scan ends at the next marker; the last marker is EOI. */
function isCompleteJpeg(bytes: Uint8Array<ArrayBuffer>): boolean {
  const view = viewOf(bytes);
  let hasPixels = false;
  for (let at = 2; ;) {
    // In pixel data FF is followed by 00 or by a restart marker.
    at = bytes.indexOf(0xff, at);
    if (at < 0) return false;
    const marker = view.getUint8(at + 1);
    if (marker === 0xd9) return hasPixels;
    const hasNoLength = marker === 0 || marker === 1 || (marker >= 0xd0 && marker <= 0xd7);
    if (marker === 0xff) at += 1;
    else if (hasNoLength) at += 2;
    else {
      hasPixels ||= marker === 0xda;
      at += 2 + view.getUint16(at + 2);
    }
  }
}

/** Blocks up to the trailer, each of sub-blocks with a length byte; the last sub-block is empty. */
function isCompleteGif(bytes: Uint8Array<ArrayBuffer>): boolean {
  const view = viewOf(bytes);
  const colourTableSize = (at: number) => {
    const flags = view.getUint8(at);
    return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
  };
  let hasPixels = false;
  for (let at = 13 + colourTableSize(10); ;) {
    const kind = view.getUint8(at);
    if (kind === 0x3b) return hasPixels;
    if (kind === 0x2c) {
      hasPixels = true;
      at += 11 + colourTableSize(at + 9);
    } else if (kind === 0x21) at += 2;
    else return false;
    while (view.getUint8(at) !== 0) at += 1 + view.getUint8(at);
    at += 1;
  }
}

/** The file and each chunk have a length. */
function isCompleteWebp(bytes: Uint8Array<ArrayBuffer>): boolean {
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

/** Boxes with their length: one with metadata, and one with pixel data unless the first contains it. */
function isCompleteAvif(bytes: Uint8Array<ArrayBuffer>): boolean {
  const view = viewOf(bytes);
  const found = new Set<string>();
  for (let at = 0; at < bytes.length;) {
    const size = view.getUint32(at);
    const length = size === 1 ? Number(view.getBigUint64(at + 8)) : size || bytes.length - at;
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
  png: isCompletePng,
  jpeg: isCompleteJpeg,
  gif: isCompleteGif,
  webp: isCompleteWebp,
  avif: isCompleteAvif,
};

/** Whether a file is complete up to its end marker. Does not check the content, and ignores trailing data. */
export function isComplete(kind: PictureKind, bytes: Uint8Array<ArrayBuffer>): boolean {
  try {
    return checks[kind](bytes);
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
