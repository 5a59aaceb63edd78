import { describe, expect, test } from 'vitest';
import { pictureOfColour } from '../../../src/ui/picture-of-colour.ts';
import { colourName } from '../../../src/ui/colour-name.ts';

describe('colours as people read them', () => {
  test.each([
    ['navy', 'Navy'],
    ['olive', 'Olive'],
    ['darkolivegreen', 'Dark olive green'],
    ['lightsteelblue', 'Light steel blue'],
    ['mistyrose', 'Misty rose'],
    ['midnightblue', 'Midnight blue'],
    ['goldenrod', 'Goldenrod'],
    ['dimgray', 'Dim gray'],
    ['oldlace', 'Old lace'],
    ['DarkGrey', 'Dark gray'],
    ['Sea green', 'Sea green'],
    ['Dusty Navy', 'Dusty navy'],
    ['#2f3e55', '#2f3e55'],
  ])('%s is %s', (colour, name) => {
    expect(colourName(colour)).toBe(name);
  });
});

describe('the picture of a colour', () => {
  const images = [
    '/products/tee/darkolivegreen-front.webp',
    '/products/tee/olive-front.webp',
    '/products/tee/sea-green-front.webp',
  ];

  test('is found by its name, not by a part of another name', () => {
    expect(pictureOfColour(images, 'olive')).toBe(images[1]);
    expect(pictureOfColour(images, 'Sea green')).toBe(images[2]);
  });

  test('is missing where no picture is named after it', () => {
    expect(pictureOfColour(images, 'green')).toBeUndefined();
  });
});
