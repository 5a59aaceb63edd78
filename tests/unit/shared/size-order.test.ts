import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareSizes } from '#shared/domain/size-order.ts';

/** Each list in its right order. */
const lists = [
  ['XXS', 'XS', 'S', 'M', 'L', 'XL', '2XL', 'XXXL', '4XL', '5XL'],
  ['XS', 'XS/S', 'S', 'S/M', 'M', 'M/L', 'L', 'L/XL', 'XL'],
  ['Extra Small', 'Small', 'Medium', 'Large', 'Extra Large', 'XX-Large'],
  ['xs', 'S', 'm', 'L-XL', 'xl'],
  ['S Petite', 'S Regular', 'S Tall', 'M Petite', 'M Tall'],
  ['000', '00', '0', '2', '4', '10', '12'],
  ['36', '36.5', '37', '37,5', '38½', '39 1/3', '39 2/3', '40'],
  ['28/30', '28/32', '30/30', '32/34', '34/30'],
  ['W28 L30', 'W28 L32', 'W30 L30', 'W32L34'],
  ['34-36', '36-38', '38-40'],
  ['38R', '38L', '40S', '40R', '42R'],
  ['70AA', '70A', '70B', '75A', '75D', '75DD', '75E', '80B'],
  ['32A', '32DD', '34B', '34DDD'],
  ['Newborn', '0-3M', '3-6M', '6-12 months', '2T', '2-3Y', '3-4Y', '4 years', '10-11 Y'],
  ['UK 6', 'UK 8', 'UK 10'],
  ['38 EU', '39 EU', '40.5 EU'],
  ['S (8)', 'M (12)', 'L (16)'],
  ['36 (US 5)', '37.5 (US 6.5)', '38 (US 7)'],
  ['M', 'XL', '36', '40', '75B', '2T', 'One Size', 'Queen'],
];

test.each(lists.map((it) => [it.join(' '), it] as const))('%s', (_, sizes) => {
  expect(sizes.toReversed().sort(compareSizes)).toEqual(sizes);
  expect(sizes.toSorted((a, b) => a.localeCompare(b)).sort(compareSizes)).toEqual(sizes);
});

test('any sizes have one order, whatever order they came in', () => {
  const some = fc.shuffledSubarray([...new Set(lists.flat()), '', '1', 'x', '½', '(', '10/', '-']);
  fc.assert(
    fc.property(some, (sizes) => {
      const sorted = sizes.toSorted(compareSizes);
      expect(sizes.toReversed().sort(compareSizes)).toEqual(sorted);
    }),
    { numRuns: 300, seed: 33 },
  );
});
