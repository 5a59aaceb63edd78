import { showsColor } from '#shared/domain/picture-color.ts';

/** The colour of a picture; undefined if its name contains none of them. */
export const colourOfPicture = (image: string, colours: readonly string[]): string | undefined =>
  colours.find((colour) => showsColor(image, colour));
