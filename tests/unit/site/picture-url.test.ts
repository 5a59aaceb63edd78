import { expect, test } from 'vitest';
import { pictureSet, pictureUrl } from '../../../src/ui/picture-url.ts';

const whole = 'http://db.example/storage/v1/object/public/images/products/shirt/navy-site.webp';

test('a whole address and a path in the bucket lead to the same picture', () => {
  expect(pictureUrl(whole, 640)).toBe('/images/640/products/shirt/navy-site.webp');
  expect(pictureUrl('products/shirt/navy-site.webp', 640)).toBe(pictureUrl(whole, 640));
});

test('an odd width becomes the next one that is served', () => {
  expect(pictureUrl(whole, 500)).toContain('/images/640/');
  expect(pictureUrl(whole, 9999)).toContain('/images/1920/');
});

test('pictures from elsewhere and local previews stay as they are', () => {
  expect(pictureUrl('https://elsewhere.example/a.png', 640)).toBe(
    'https://elsewhere.example/a.png',
  );
  expect(pictureUrl('/og.jpg', 640)).toBe('/og.jpg');
});

test('a set names every width with its picture', () => {
  expect(pictureSet(whole, [160, 320])).toBe(
    '/images/160/products/shirt/navy-site.webp 160w, /images/320/products/shirt/navy-site.webp 320w',
  );
});
