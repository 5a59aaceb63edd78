import { expect, test } from 'vitest';
import { matches } from '../../../src/admin/listing/matches.ts';

test.each([
  ['Harbour Overshirt', 'over', true],
  ['Harbour Overshirt', 'SHIRT harbour', true],
  ['Inês Duarte', 'ines', true],
  ['Ines Duarte', 'Inês', true],
  ['Harbour Overshirt', 'harbour coat', false],
  ['Harbour Overshirt', '  ', true],
])('whether %j is found by %j: %j', (text, query, expected) => {
  expect(matches(text, query)).toBe(expected);
});
