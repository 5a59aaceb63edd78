import { asciiBytes, type Bytes, concat, viewOf } from './bytes.ts';

const orientationTag = 0x0112;

/** The Exif orientation of a TIFF structure, from 1 to 8; 1 is upright. */
export function readOrientation(tiff: Bytes): number {
  const view = viewOf(tiff);
  try {
    const isLittle = view.getUint16(0) === 0x4949;
    const directory = view.getUint32(4, isLittle);
    const entries = view.getUint16(directory, isLittle);
    for (let at = directory + 2; at < directory + 2 + 12 * entries; at += 12) {
      if (view.getUint16(at, isLittle) !== orientationTag) continue;
      const value = view.getUint16(at + 8, isLittle);
      return value >= 1 && value <= 8 ? value : 1;
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return 1;
}

/** A TIFF structure with nothing but the orientation. */
export const orientationOnly = (orientation: number): Bytes =>
  concat([
    asciiBytes('MM\0*\0\0\0\x08\0\x01'),
    // Tag, type (short), count, value; no further directory.
    new Uint8Array([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]),
  ]);
