import { ascii } from '../../_shared/domain/picture-size.ts';
import { type Bytes, concat, viewOf } from './bytes.ts';

const trailer = 0x3b;
const image = 0x2c;
const extension = 0x21;
const graphicControl = 0xf9;
const application = 0xff;

/** Extensions for how often the frames are repeated, and for the color profile. */
const keptApplications = ['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012'];

/** Blocks up to the trailer, each of sub-blocks with a length byte; the last sub-block is empty. */
export function cleanGif(bytes: Bytes): Bytes | null {
  const view = viewOf(bytes);
  const colorTableSize = (at: number) => {
    const flags = view.getUint8(at);
    return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
  };
  const isKept = (at: number): boolean => {
    const kind = view.getUint8(at + 1);
    const name = ascii(bytes, at + 3, at + 14);
    return kind === graphicControl || (kind === application && keptApplications.includes(name));
  };
  const first = 13 + colorTableSize(10);
  const kept = [bytes.subarray(0, first)];
  let hasPixels = false;
  for (let at = first; ;) {
    const start = at;
    const kind = view.getUint8(at);
    if (kind === trailer) return hasPixels ? concat([...kept, bytes.subarray(at, at + 1)]) : null;
    if (kind === image) at += 11 + colorTableSize(at + 9);
    else if (kind === extension) at += 2;
    else return null;
    while (view.getUint8(at) !== 0) at += 1 + view.getUint8(at);
    at += 1;
    if (kind === image || isKept(start)) kept.push(bytes.subarray(start, at));
    hasPixels ||= kind === image;
  }
}
