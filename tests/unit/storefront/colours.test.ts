import { describe, expect, test } from 'vitest';
import { pictureOfColour } from '#shared/domain/picture-color.ts';
import { colourOfPicture } from '../../../src/ui/picture-of-colour.ts';
import { viewsOf } from '../../../src/storefront/product/views.ts';
import { colorInName } from '../../../supabase/functions/_shared/domain/picture-color.ts';
import { colourName } from '#shared/domain/colour-name.ts';

describe('colours as people read them', () => {
  test.each([
    ['navy', 'Navy'],
    ['olive', 'Olive'],
    ['indianred', 'Brick'],
    ['Dark Slate Grey', 'Slate'],
    ['darkgoldenrod', 'Dark goldenrod'],
    ['mediumseagreen', 'Medium sea green'],
    ['DarkGrey', 'Dark gray'],
    ['Sea green', 'Pine'],
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

  const id = '0b9b5d5e-4a3c-4e0f-9d55-1f2b3c4d5e6f';

  test.each([
    ['#A1B2C3', 'a1b2c3'],
    ['Écru', 'ecru'],
    ['black/white', 'black-white'],
    ['墨', 'u58a8'],
    ['!', 'u21'],
  ])('%s stands in a name as %s, and is found there', (colour, name) => {
    expect(colorInName(colour)).toBe(name);
    expect(pictureOfColour([`/products/${id}.png`, `/products/${name}-${id}.png`], colour)).toBe(
      `/products/${name}-${id}.png`,
    );
  });

  test('is of one colour only where a name begins with another', () => {
    const colours = ['Sea', 'Sea green', 'olive'];
    expect(colourOfPicture(`/products/sea-green-${id}.png`, colours)).toBe('Sea green');
    expect(colourOfPicture(`/products/sea-${id}.png`, colours)).toBe('Sea');
    expect(colourOfPicture(`/products/${id}.png`, colours)).toBeUndefined();
  });
});

describe('the places of a gallery', () => {
  test('are the own pictures of a colour, then those of none', () => {
    const colours = ['red', 'red', 'red', 'blue', 'blue', undefined];
    expect(viewsOf(colours, 'red')).toEqual([0, 1, 2, 5]);
    expect(viewsOf(colours, 'blue')).toEqual([3, 4, 5]);
    expect(viewsOf(colours, undefined)).toEqual([0, 1, 2, 3]);
  });

  test('are four at most, with the other colours beside a single picture', () => {
    const colours = ['red', 'blue', 'green', 'pink', 'teal'];
    expect(viewsOf(colours, 'red')).toEqual([0, 1, 2, 3]);
    expect(viewsOf(colours, 'teal')).toEqual([4, 0, 1, 2]);
  });
});
