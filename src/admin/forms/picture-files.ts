import { readPictureFile } from '#shared/domain/picture-file.ts';

/** What speaks against a chosen file; null where the shop takes it. */
export const problemOf = (file: File): Promise<string | null> =>
  readPictureFile(file).then(
    (read) => ('problem' in read ? read.problem : null),
    () => `${file.name} could not be read`,
  );

/** Chosen files that the shop takes, and what is wrong with the others. */
export async function sortPictures(
  files: readonly File[],
): Promise<{ readonly good: readonly File[]; readonly problems: readonly string[] }> {
  const found = await Promise.all(files.map(problemOf));
  return {
    good: files.filter((_, index) => found[index] === null),
    problems: found.filter((it) => it !== null),
  };
}
