import { asciiBytes, type Bytes, concat, nameAt, uint32, viewOf } from './bytes.ts';
import { orientationOnly, readOrientation } from './orientation.ts';

/** Pixels, transparency, colors, background, size of a pixel, and animation. */
const keptChunks = new Set([
  ...['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'bKGD', 'sBIT', 'pHYs', 'acTL', 'fcTL', 'fdAT'],
  ...['iCCP', 'cICP', 'sRGB', 'gAMA', 'cHRM', 'mDCV', 'cLLI'],
]);

/** As the PNG specification calculates it (CRC-32 of ISO 3309). */
function checksum(bytes: Bytes): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

function orientationChunk(orientation: number): Bytes {
  const content = orientationOnly(orientation);
  const named = concat([asciiBytes('eXIf'), content]);
  return concat([uint32(content.length), named, uint32(checksum(named))]);
}

/** Chunks with their length, up to IEND. */
export function cleanPng(bytes: Bytes): Bytes | null {
  const view = viewOf(bytes);
  const kept = [bytes.subarray(0, 8)];
  let hasPixels = false;
  for (let at = 8; ;) {
    const next = at + 12 + view.getUint32(at);
    if (next > bytes.length) return null;
    const name = nameAt(view, at + 4);
    if (keptChunks.has(name)) kept.push(bytes.subarray(at, next));
    if (name === 'IEND') return hasPixels ? concat(kept) : null;
    if (name === 'eXIf') {
      const orientation = readOrientation(bytes.subarray(at + 8, next - 4));
      if (orientation !== 1) kept.push(orientationChunk(orientation));
    }
    hasPixels ||= name === 'IDAT';
    at = next;
  }
}
