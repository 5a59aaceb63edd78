export function ascii(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}

type Size = [width: number, height: number];

function webpSize(view: DataView, bytes: Uint8Array): Size {
  const kind = ascii(bytes, 12, 16);
  if (kind === 'VP8X') {
    const low24 = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
    return [low24(24) + 1, low24(27) + 1];
  }
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true);
    return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
  }
  return [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff];
}

/** Reads the markers up to the start of a frame. */
function jpegSize(view: DataView): Size {
  for (let at = 2; ; at += 2 + view.getUint16(at + 2)) {
    while (view.getUint8(at + 1) === 0xff) at += 1;
    const marker = view.getUint8(at + 1);
    const beginsFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (beginsFrame) return [view.getUint16(at + 7), view.getUint16(at + 5)];
  }
}

/** The largest size in the header, since a picture may consist of tiles. */
function avifSize(view: DataView, bytes: Uint8Array): Size {
  let largest: Size = [0, 0];
  const end = Math.min(bytes.length - 16, 64 * 1024);
  for (let at = 0; at < end; at += 1) {
    if (bytes[at] !== 0x69 || ascii(bytes, at, at + 4) !== 'ispe') continue;
    const size: Size = [view.getUint32(at + 8), view.getUint32(at + 12)];
    if (size[0] * size[1] > largest[0] * largest[1]) largest = size;
  }
  return largest;
}

export type PictureKind = 'png' | 'jpeg' | 'gif' | 'webp' | 'avif';

/** Width and height according to the header; zero if it is broken. */
export function pictureSize(kind: PictureKind, bytes: Uint8Array<ArrayBuffer>): Size {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const sizes: Record<PictureKind, () => Size> = {
    png: () => [view.getUint32(16), view.getUint32(20)],
    gif: () => [view.getUint16(6, true), view.getUint16(8, true)],
    webp: () => webpSize(view, bytes),
    jpeg: () => jpegSize(view),
    avif: () => avifSize(view, bytes),
  };
  try {
    return sizes[kind]();
  } catch (error) {
    if (error instanceof RangeError) return [0, 0];
    throw error;
  }
}

/** The number of pixels according to the header; 0 if the header is broken. */
export function countPixels(kind: PictureKind, bytes: Uint8Array<ArrayBuffer>): number {
  const [width, height] = pictureSize(kind, bytes);
  return width * height;
}
