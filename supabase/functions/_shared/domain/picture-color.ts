const ascii = (text: string): string =>
  text.replaceAll(/[^a-z0-9-]/gu, (sign) => `u${sign.codePointAt(0)?.toString(16) ?? ''}`);

/**
 * How the file name of a picture tells its color: `Sea green` → `sea-green`, `#A1B2C3` → `a1b2c3`. Storage takes no letters but
 * English ones.
 */
export function colorInName(color: string): string {
  const words = color
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
  return (ascii(words) || ascii(color)).slice(0, 100);
}

/** Whether a picture shows a color, as its name tells: `…/sea-green-front.webp`, or an id instead of the view. */
export const showsColor = (picture: string, color: string): boolean =>
  new RegExp(`/${colorInName(color)}-(?:[a-z]+|[0-9a-f-]{36})\\.[a-z]+$`, 'i').test(picture);

/** The first picture that shows a color; undefined where none is named after it. */
export const pictureOfColour = (pictures: readonly string[], color: string): string | undefined =>
  pictures.find((it) => showsColor(it, color));
