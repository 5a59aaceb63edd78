import { expect, test } from 'vitest';
import { orderNumbersIn } from '../../../supabase/functions/_shared/domain/order-number.ts';

test.each([
  ['HM-48213', ['HM-48213']],
  ['SVWZ+Bestellung hm48213 EREF+0012', ['HM-48213']],
  ['Order HM 48213, thanks', ['HM-48213']],
  ['HM - 48213', ['HM-48213']],
  ['HM-482134', ['HM-482134']],
  ['HM-48213 and HM-48214, HM-48213', ['HM-48213', 'HM-48214']],
  // Banks break lines within a number.
  ['HM-482 13', ['HM-48213']],
  ['HM-48 213 28', ['HM-48213', 'HM-482132', 'HM-4821328']],
  ['H M-48213', ['HM-48213']],
  // Not numbers of orders.
  ['RHM-48213', []],
  ['HM-4821', []],
  ['48213', []],
  ['', []],
])('the numbers in %j', (text, numbers) => {
  expect(orderNumbersIn(text, 'HM-{number}')).toEqual(numbers);
});

test.each([
  ['{number}', 'Rechnung 48213 vom 28.11.2026', ['48213']],
  ['2026/{number}', '2026 48213', ['2026/48213']],
  ['{number}-HM', '48213hm', ['48213-HM']],
  ['A.{number}-B', 'a48213 b', ['A.48213-B']],
])('with the pattern %s, those in %j', (pattern, text, numbers) => {
  expect(orderNumbersIn(text, pattern)).toEqual(numbers);
});
