import { ascii } from '../../_shared/domain/picture-size.ts';
import { asciiBytes, type Bytes, concat, nameAt, uint32, viewOf } from './bytes.ts';
import { orientationOnly, readOrientation } from './orientation.ts';

const keptChunks = ['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ICCP', 'ANIM', 'ANMF'];
const pixels = ['VP8 ', 'VP8L', 'ANMF'];
/** Flags of VP8X that say which chunks follow. */
const exifFlag = 0x08;
const xmpFlag = 0x04;
/** Bytes of a frame of an animation before its chunks. */
const frameHeader = 16;

function chunk(name: string, content: Uint8Array): Bytes {
  const padding = new Uint8Array(content.length % 2);
  return concat([asciiBytes(name), uint32(content.length, true), content, padding]);
}

interface Chunk {
  readonly name: string;
  readonly content: Bytes;
}

/** Null if one is incomplete. */
function readChunks(bytes: Bytes, from: number, end: number): readonly Chunk[] | null {
  const view = viewOf(bytes);
  const chunks: Chunk[] = [];
  for (let at = from; at + 8 <= end;) {
    const length = view.getUint32(at + 4, true);
    const next = at + 8 + length;
    if (next > end) return null;
    chunks.push({ name: nameAt(view, at), content: bytes.subarray(at + 8, next) });
    at = next + (length % 2);
  }
  return chunks;
}

/** VP8X with the flags of the chunks that are left. */
function cleanHeader(content: Bytes, orientation: number): Bytes {
  const header = content.slice();
  header[0] = ((header[0] ?? 0) & ~exifFlag & ~xmpFlag) | (orientation === 1 ? 0 : exifFlag);
  return header;
}

/** A frame of an animation, whose chunks may be followed by unknown ones. */
function cleanFrame(content: Bytes): Bytes {
  const chunks = readChunks(content, frameHeader, content.length) ?? [];
  const kept = chunks.filter(({ name }) => keptChunks.includes(name));
  return concat([
    content.subarray(0, frameHeader),
    ...kept.map((it) => chunk(it.name, it.content)),
  ]);
}

/** The file and each chunk have a length. */
export function cleanWebp(bytes: Bytes): Bytes | null {
  const end = 8 + viewOf(bytes).getUint32(4, true);
  if (end > bytes.length) return null;
  const chunks = readChunks(bytes, 12, end);
  if (!chunks?.some(({ name }) => pixels.includes(name))) return null;
  const exif = chunks.find(({ name }) => name === 'EXIF')?.content;
  // Some programs write the header of JPEG before it.
  const isPrefixed = exif && ascii(exif, 0, 4) === 'Exif';
  const orientation = exif ? readOrientation(isPrefixed ? exif.subarray(6) : exif) : 1;
  const kept = chunks
    .filter(({ name }) => keptChunks.includes(name))
    .map(({ name, content }) => {
      if (name === 'VP8X') return chunk(name, cleanHeader(content, orientation));
      return chunk(name, name === 'ANMF' ? cleanFrame(content) : content);
    });
  if (orientation !== 1) kept.push(chunk('EXIF', orientationOnly(orientation)));
  const content = concat([asciiBytes('WEBP'), ...kept]);
  return concat([asciiBytes('RIFF'), uint32(content.length, true), content]);
}
