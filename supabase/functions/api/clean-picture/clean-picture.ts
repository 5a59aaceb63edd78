import type { PictureKind } from '../../_shared/domain/picture-size.ts';
import { cleanAvif } from './avif.ts';
import type { Bytes } from './bytes.ts';
import { cleanGif } from './gif.ts';
import { cleanJpeg } from './jpeg.ts';
import { cleanPng } from './png.ts';
import { cleanWebp } from './webp.ts';

const cleaners: Readonly<Record<PictureKind, (bytes: Bytes) => Bytes | null>> = {
  png: cleanPng,
  jpeg: cleanJpeg,
  gif: cleanGif,
  webp: cleanWebp,
  avif: cleanAvif,
};

/**
 * The same pixels with their color profile and orientation, and nothing else: no place, time, camera, author, comment, thumbnail or
 * second picture, and nothing after the end. Null if the file is incomplete. Does not decode it.
 */
export function cleanPicture(kind: PictureKind, bytes: Bytes): Bytes | null {
  try {
    return cleaners[kind](bytes);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
