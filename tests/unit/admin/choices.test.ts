import { describe, expect, test } from 'vitest';
import { keptEntries, splitEntries } from '../../../src/admin/products/choices.ts';
import { cssColours, storedColour } from '../../../src/admin/products/css-colours.ts';

describe('what is typed into a field of sizes or colours', () => {
  test.each([
    ['S, M;L', ['S', ' M', 'L']],
    ['S\tM\r\nL', ['S', 'M', '', 'L']],
    ['S,', ['S', '']],
    ['rgb(1, 2, 3), navy', ['rgb(1, 2, 3)', ' navy']],
    ['rgb(1, 2', ['rgb(1, 2']],
  ])('%j', (text, entries) => {
    expect(splitEntries(text)).toEqual(entries);
  });

  test('is kept without spaces and empty entries, and as the colour that is meant', () => {
    expect(keptEntries('sizes', [' S ', '', 'One size', ' '])).toEqual(['S', 'One size']);
    expect(
      keptEntries('colors', ['Dim Grey', 'brick', ' NAVY', '#2F3E55', 'Dusty Navy', '']),
    ).toEqual([...['dimgray', 'indianred', 'navy', '#2F3E55', 'Dusty Navy']]);
  });

  test('is suggested by names that lead back to the colour', () => {
    expect(cssColours).toContain('Medium spring green');
    expect(cssColours.filter((it) => !/^[a-z]+$/.test(storedColour(it)))).toEqual([]);
    expect(new Set(cssColours.map(storedColour)).size).toBe(cssColours.length);
  });
});
