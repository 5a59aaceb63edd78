import { showsColor } from '#shared/domain/picture-color.ts';

/** The first picture that shows a colour; undefined where none is named after it. */
export const pictureOfColour = (images: readonly string[], colour: string): string | undefined =>
  images.find((image) => showsColor(image, colour));

/** The colour that a picture shows; undefined where its name tells none of them. */
export const colourOfPicture = (image: string, colours: readonly string[]): string | undefined =>
  colours.find((colour) => showsColor(image, colour));
