import pLimit from 'p-limit';
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
    const scaled = await import('./scale-picture.ts')
      .then((it) => it.scaleDown(file))
      .catch(() => null);
    return scaled ?? file;
  });
