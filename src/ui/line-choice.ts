import { colourName } from '#shared/domain/colour-name.ts';
import { pictureOfColour } from '#shared/domain/picture-color.ts';

interface Chosen {
  readonly size: string | null;
  readonly color: string | null;
}

/** Size and colour as display text. */
export function choiceOf({ size, color }: Chosen): string {
  return [color && colourName(color), size].filter(Boolean).join(', ');
}

/** The display name of an order line. */
export const nameOfLine = (line: Chosen & { readonly title: string }): string =>
  [line.title, choiceOf(line)].filter(Boolean).join(', ');

interface Pictured {
  readonly color: string | null;
  readonly product: { readonly images: readonly string[] } | null;
}

/** The picture of the chosen colour, or the product's first; none if the product was deleted. */
export function linePicture({ product, color }: Pictured): string | undefined {
  const images = product?.images ?? [];
  return (color ? pictureOfColour(images, color) : undefined) ?? images[0];
}
