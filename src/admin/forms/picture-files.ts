import pLimit from 'p-limit';
import { limits } from '#shared/domain/limits.ts';
import { readPictureFile } from '#shared/domain/picture-file.ts';

/** Why a chosen file is rejected; null if it is accepted. */
export const problemOf = (file: File): Promise<string | null> =>
  readPictureFile(file).then(
    (read) => ('problem' in read ? read.problem : null),
    () => `${file.name} could not be read`,
  );

/** The accepted files, scaled down where they are too large, and the errors of the others. */
export async function sortPictures(
  chosen: readonly File[],
): Promise<{ readonly good: readonly File[]; readonly problems: readonly string[] }> {
  const files = await Promise.all(chosen.map(fitPicture));
  const found = await Promise.all(files.map(problemOf));
  return {
    good: files.filter((_, index) => found[index] === null),
    problems: found.filter((it) => it !== null),
  };
}

/** A decoded picture may take half a gigabyte. */
const oneAtATime = pLimit(1);

/** The picture itself, or a smaller one if the shop does not take it for its size. Unreadable files are returned as they are. */
export const fitPicture = (file: File): Promise<File> =>
  oneAtATime(async () => {
    const read = await readPictureFile(file).catch(() => null);
    // An animation would lose its frames.
    if (!read || !('isTooLarge' in read) || file.type === 'image/gif') return file;
    return (await scaleDown(file).catch(() => null)) ?? file;
  });

/** Megapixels to try; more are too many for a canvas on some phones. */
const sizes = [16, 4];

/** Upright, in the colors of a wide-gamut screen. Null if it still has too many bytes. */
async function scaleDown(file: File): Promise<File | null> {
  const picture = await createImageBitmap(file);
  for (const megapixels of sizes) {
    const scale = Math.min(1, Math.sqrt((megapixels * 1e6) / (picture.width * picture.height)));
    const [width, height] = [picture.width, picture.height].map((it) => Math.floor(it * scale));
    const canvas = new OffscreenCanvas(width ?? 1, height ?? 1);
    const context = canvas.getContext('2d', { colorSpace: 'display-p3' });
    if (!context) return null;
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const type = file.type === 'image/jpeg' ? 'image/jpeg' : 'image/webp';
    const blob = await canvas.convertToBlob({ type, quality: 0.92 });
    if (blob.size <= limits.images.megabytes * 1024 * 1024) {
      return new File([blob], file.name, { type: blob.type });
    }
  }
  return null;
}
