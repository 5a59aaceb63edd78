/** Which of a product's pictures shows which of its colours. */

/** Part of a picture's file name that tells its colour: `Sea green` → `/sea-green-`. */
function colourMark(colour: string): string {
  return `/${colour
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '-')}-`;
}

/** The first picture that shows a colour; undefined where none is named after it. */
export function pictureOfColour(images: readonly string[], colour: string): string | undefined {
  return images.find((image) => image.toLowerCase().includes(colourMark(colour)));
}
