import { limits } from '../_shared/domain/limits.ts';
import { ApiError } from './errors.ts';
import { countPixels, type PictureKind } from './picture-size.ts';
import { isComplete } from './picture-completeness.ts';

export interface Picture {
  bytes: Uint8Array<ArrayBuffer>;
  type: string;
  extension: string;
}

function ascii(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}

/** Picture types by their magic bytes, regardless of file name and content type. */
const kinds: readonly { extension: PictureKind; is: (bytes: Uint8Array) => boolean }[] = [
  { extension: 'png', is: (it) => ascii(it, 0, 8) === '\x89PNG\r\n\x1a\n' },
  { extension: 'jpeg', is: (it) => it[0] === 0xff && it[1] === 0xd8 && it[2] === 0xff },
  { extension: 'gif', is: (it) => /^GIF8[79]a$/.test(ascii(it, 0, 6)) },
  { extension: 'webp', is: (it) => ascii(it, 0, 4) === 'RIFF' && ascii(it, 8, 12) === 'WEBP' },
  { extension: 'avif', is: (it) => /^ftypavi[fs]$/.test(ascii(it, 4, 12)) },
];

function rejected(path: string, message: string): ApiError {
  return new ApiError(400, 'not_accepted', message, { issues: [{ path, message }] });
}

/** @throws ApiError 400 with the file and the reason */
export async function readPictures(files: readonly File[], max: number): Promise<Picture[]> {
  if (files.length > max) throw rejected('images', `At most ${max} pictures at once`);
  const pictures: Picture[] = [];
  for (const [place, file] of files.entries()) {
    const path = `images.${place}`;
    if (file.size > limits.images.megabytes * 1024 * 1024) {
      throw rejected(path, `${file.name}: at most ${limits.images.megabytes} MB`);
    }
    const bytes = new Uint8Array(await file.arrayBuffer());
    const kind = kinds.find((it) => it.is(bytes));
    if (!kind) {
      throw rejected(path, `${file.name} is not a PNG, JPEG, WebP, AVIF or GIF picture`);
    }
    const pixels = countPixels(kind.extension, bytes);
    if (pixels === 0) throw rejected(path, `${file.name} is broken`);
    if (pixels > limits.images.megapixels * 1_000_000) {
      throw rejected(path, `${file.name}: at most ${limits.images.megapixels} megapixels`);
    }
    if (!isComplete(kind.extension, bytes)) throw rejected(path, `${file.name} is incomplete`);
    pictures.push({ bytes, type: `image/${kind.extension}`, extension: kind.extension });
  }
  return pictures;
}

/** For endpoints that accept exactly one file. */
export async function readPicture(files: readonly File[]): Promise<Picture> {
  const [picture] = await readPictures(files.slice(0, 1), 1);
  if (!picture) throw rejected('image', 'Choose a picture first');
  return picture;
}
