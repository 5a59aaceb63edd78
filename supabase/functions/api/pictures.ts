import { readPictureFile } from '../_shared/domain/picture-file.ts';
import type { PictureKind } from '../_shared/domain/picture-size.ts';
import { ApiError } from './errors.ts';
import { cleanPicture } from './clean-picture/clean-picture.ts';

export interface Picture {
  bytes: Uint8Array<ArrayBuffer>;
  type: string;
  extension: PictureKind;
}

function rejected(path: string, message: string): ApiError {
  return new ApiError(400, 'not_accepted', message, { issues: [{ path, message }] });
}

/** Pictures without metadata, as everybody may see them. @throws ApiError 400 with the file and the reason */
export async function readPictures(files: readonly File[], max: number): Promise<Picture[]> {
  if (files.length > max) throw rejected('images', `At most ${max} pictures at once`);
  const pictures: Picture[] = [];
  for (const [place, file] of files.entries()) {
    const path = `images.${place}`;
    const read = await readPictureFile(file);
    if ('problem' in read) throw rejected(path, read.problem);
    const { kind } = read;
    const bytes = cleanPicture(kind, read.bytes);
    if (!bytes) throw rejected(path, `${file.name} is incomplete`);
    pictures.push({ bytes, type: `image/${kind}`, extension: kind });
  }
  return pictures;
}

/** For endpoints that accept exactly one file. */
export async function readPicture(files: readonly File[]): Promise<Picture> {
  const [picture] = await readPictures(files.slice(0, 1), 1);
  if (!picture) throw rejected('image', 'Choose a picture first');
  return picture;
}
