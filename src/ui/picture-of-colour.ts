import { showsColor } from '#shared/domain/picture-color.ts';

/** The colour that a picture shows; undefined where its name tells none of them. */
export const colourOfPicture = (image: string, colours: readonly string[]): string | undefined =>
  colours.find((colour) => showsColor(image, colour));
