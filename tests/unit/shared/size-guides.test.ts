import { describe, expect, test } from 'vitest';
import { inInches } from '#shared/domain/inches.ts';
import { sizeGuideInput } from '#shared/schemas/size-guides.ts';

test.each([
  ['85–90', '33½–35½'],
  ['61.5', '24'],
  ['76', '30'],
  ['1', '½'],
  ['', ''],
])('%s cm are %s inches', (centimetres, inches) => {
  expect(inInches(centimetres)).toBe(inches);
});

describe('a size guide', () => {
  const guide = (cm: string[], more: object = {}) => ({
    ...{ measures: ['Chest', 'Waist'], sizes: [{ size: 'S', cm }] },
    ...more,
  });

  test('takes numbers and ranges as people write them', () => {
    const { sizes } = sizeGuideInput.parse(guide(['85 - 90', '61,5']));
    expect(sizes).toEqual([
      { size: 'S', letter: '', eu: '', uk: '', us: '', cm: ['85–90', '61.5'] },
    ]);
    expect(sizeGuideInput.parse(guide(['85–90', ''])).sizes[0]?.cm).toEqual(['85–90', '']);
  });

  test.each([
    [guide(['ninety', '60']), 'sizes.0.cm.0'],
    [guide(['90–85', '60']), 'sizes.0.cm.0'],
    [guide(['90']), 'sizes.0.cm'],
    [guide(['90', '60'], { measures: ['Chest', 'Chest'] }), 'measures.1'],
    [guide(['90', '60'], { measures: [] }), 'measures'],
    [guide(['90', '60'], { sizes: [] }), 'sizes'],
  ])('names what is wrong in %j', (input, path) => {
    const paths = sizeGuideInput.safeParse(input).error?.issues.map((it) => it.path.join('.'));
    expect(paths).toContain(path);
  });
});
