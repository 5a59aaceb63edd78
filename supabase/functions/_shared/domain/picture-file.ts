import { limits } from './limits.ts';
import { ascii, countPixels, type PictureKind } from './picture-size.ts';

/** Picture types by their magic bytes, regardless of file name and content type. */
const kinds: readonly { kind: PictureKind; is: (bytes: Uint8Array) => boolean }[] = [
  { kind: 'png', is: (it) => ascii(it, 0, 8) === '\x89PNG\r\n\x1a\n' },
  { kind: 'jpeg', is: (it) => it[0] === 0xff && it[1] === 0xd8 && it[2] === 0xff },
  { kind: 'gif', is: (it) => /^GIF8[79]a$/.test(ascii(it, 0, 6)) },
  { kind: 'webp', is: (it) => ascii(it, 0, 4) === 'RIFF' && ascii(it, 8, 12) === 'WEBP' },
  { kind: 'avif', is: (it) => /^ftypavi[fs]$/.test(ascii(it, 4, 12)) },
];

export type PictureFile =
  | { readonly bytes: Uint8Array<ArrayBuffer>; readonly kind: PictureKind }
  /** Names the file and says what is wrong with it. `isTooLarge` if it would be accepted with fewer bytes or pixels. */
  | { readonly problem: string; readonly isTooLarge?: true };

/** A picture that the shop takes, by size and header. Whether all of it is there, only the API checks. */
export async function readPictureFile(file: File): Promise<PictureFile> {
  const { name, size } = file;
  if (size > limits.images.megabytes * 1024 * 1024) {
    return { problem: `${name}: at most ${limits.images.megabytes} MB`, isTooLarge: true };
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  const kind = kinds.find((it) => it.is(bytes))?.kind;
  if (!kind) return { problem: `${name} is not a PNG, JPEG, WebP, AVIF or GIF picture` };
  const pixels = countPixels(kind, bytes);
  if (pixels === 0) return { problem: `${name} is broken` };
  if (pixels > limits.images.megapixels * 1_000_000) {
    const most = `at most ${limits.images.megapixels} megapixels`;
    return { problem: `${name}: ${most}`, isTooLarge: true };
  }
  return { bytes, kind };
}
