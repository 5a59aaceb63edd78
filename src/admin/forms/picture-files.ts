import { readPictureFile } from '#shared/domain/picture-file.ts';

/** Why a chosen file is rejected; null if it is accepted. */
export const problemOf = (file: File): Promise<string | null> =>
  readPictureFile(file).then(
    (read) => ('problem' in read ? read.problem : null),
    () => `${file.name} could not be read`,
  );

/** The accepted files, and the errors of the others. */
export async function sortPictures(
  files: readonly File[],
): Promise<{ readonly good: readonly File[]; readonly problems: readonly string[] }> {
  const found = await Promise.all(files.map(problemOf));
  return {
    good: files.filter((_, index) => found[index] === null),
    problems: found.filter((it) => it !== null),
  };
}
