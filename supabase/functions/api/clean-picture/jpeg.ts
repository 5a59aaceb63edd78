import { ascii } from '../../_shared/domain/picture-size.ts';
import { asciiBytes, type Bytes, concat, viewOf } from './bytes.ts';
import { orientationOnly, readOrientation } from './orientation.ts';

const app0 = 0xe0;
const app1 = 0xe1;
const app2 = 0xe2;
const app14 = 0xee;
const startOfScan = 0xda;
const endOfImage = 0xd9;

/** Frames, tables and scans: what a decoder needs. */
const isPixelData = (marker: number) => marker >= 0xc0 && marker <= 0xdf;

const begins = (bytes: Bytes, text: string) => ascii(bytes, 0, text.length) === text;

function exifSegment(tiff: Bytes): Bytes {
  return concat([new Uint8Array([0xff, app1, 0, 8 + tiff.length]), asciiBytes('Exif\0\0'), tiff]);
}

/** The part of a segment that stays; null for metadata, thumbnails, comments and the index of further pictures. */
function keptOf(marker: number, segment: Bytes): Bytes | null {
  if (isPixelData(marker)) return segment;
  const content = segment.subarray(4);
  if (marker === app0 && begins(content, 'JFIF\0') && content.length >= 14) {
    // Without its thumbnail: its width and height are the last two bytes.
    return concat([
      new Uint8Array([0xff, app0, 0, 16]),
      content.subarray(0, 12),
      new Uint8Array(2),
    ]);
  }
  if (marker === app1 && begins(content, 'Exif\0\0')) {
    const orientation = readOrientation(content.subarray(6));
    return orientation === 1 ? null : exifSegment(orientationOnly(orientation));
  }
  if (marker === app2 && begins(content, 'ICC_PROFILE\0')) return segment;
  // Says how the colors are encoded.
  if (marker === app14 && begins(content, 'Adobe')) return segment;
  return null;
}

/** Segments with their length; pixel data after a start of scan ends at the next marker; the last marker is EOI. */
export function cleanJpeg(bytes: Bytes): Bytes | null {
  const view = viewOf(bytes);
  const kept = [bytes.subarray(0, 2)];
  let scanStart: number | null = null;
  let hasPixels = false;
  for (let at = 2; ;) {
    // In pixel data FF is followed by 00 or by a restart marker.
    at = bytes.indexOf(0xff, at);
    if (at < 0) return null;
    const marker = view.getUint8(at + 1);
    const hasNoLength = marker === 0 || marker === 1 || (marker >= 0xd0 && marker <= 0xd7);
    if (marker === 0xff) at += 1;
    else if (hasNoLength) at += 2;
    else {
      if (scanStart !== null) kept.push(bytes.subarray(scanStart, at));
      scanStart = null;
      if (marker === endOfImage) {
        return hasPixels ? concat([...kept, bytes.subarray(at, at + 2)]) : null;
      }
      const next = at + 2 + view.getUint16(at + 2);
      if (next > bytes.length) return null;
      const part = keptOf(marker, bytes.subarray(at, next));
      if (part) kept.push(part);
      if (marker === startOfScan) {
        hasPixels = true;
        scanStart = next;
      }
      at = next;
    }
  }
}
